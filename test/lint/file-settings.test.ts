import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { lintDesired } from '../../src/lint/lint.ts';
import { DEFAULT_LINT } from '../../src/model/workspace/lint-settings.ts';
import { readDesired } from '../../src/steps/workspace/read-desired.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const HEAD = 'version: 1\ntargets: { local: { service: embedded } }\nglossaries: glossaries/*/glossary.yaml\n';

/** What the linter finds in glossaries `a` and `b`, which have the same terms, with these settings. */
async function found(said: { readonly workspace?: string; readonly a?: string }) {
  const csv = 'sign  in,anmelden\nlog  in,einloggen\n';
  const root = await tempWorkspace({
    'lexform.yaml': `${HEAD}${said.workspace ?? ''}`,
    'glossaries/a/glossary.yaml': `name: A\n${said.a ?? ''}`,
    'glossaries/a/en-de.csv': csv,
    'glossaries/b/glossary.yaml': 'name: B\n',
    'glossaries/b/en-de.csv': csv,
  });
  const { config, desired, findings } = await readDesired(nodeFiles(), root);
  expect(findings).toEqual([]);
  return lintDesired({ settings: config?.lint ?? DEFAULT_LINT, desired: desired ?? {} })
    .findings.map(({ code, severity, at }) => `${at.file}:${at.line} ${severity} ${code}`)
    .sort();
}

const DOUBLE = 'warning space/double';
const [A1, A2, B1, B2] = ['a', 'a', 'b', 'b'].map((name, index) => `glossaries/${name}/en-de.csv:${1 + (index % 2)}`);

describe('settings of files, as the linter follows them', () => {
  test('without any, every rule has its level', async () => {
    expect(await found({})).toEqual([A1, A2, B1, B2].map((at) => `${at} ${DOUBLE}`));
  });

  test('a level of the workspace is for all, and one of a glossary for that one', async () => {
    const off = 'lint: { rules: { space/double: off } }\n';
    expect(await found({ workspace: off })).toEqual([]);
    expect(await found({ a: off })).toEqual([`${B1} ${DOUBLE}`, `${B2} ${DOUBLE}`]);
    expect(await found({ workspace: off, a: 'lint: { rules: { space/double: error } }\n' })).toEqual([
      `${A1} error space/double`,
      `${A2} error space/double`,
    ]);
  });

  test('an override is for its address or its language', async () => {
    const override = (place: string) => `lint: { overrides: [{ ${place}, rules: { space/double: off } }] }\n`;
    const onlyB = [`${B1} ${DOUBLE}`, `${B2} ${DOUBLE}`];
    expect(await found({ workspace: override('addresses: [glossary.a]') })).toEqual(onlyB);
    expect(await found({ workspace: override('addresses: [glossary.a/en-de]') })).toEqual(onlyB);
    expect(await found({ workspace: override('languages: [EN->DE]') })).toEqual([]);
    expect(await found({ a: override('languages: [de]') })).toEqual(onlyB);
  });

  test('a waiver of a glossary is for that glossary, and one that waives nothing is noted', async () => {
    const waive = (more: string) => `lint: { waive: [{ rule: space/double, reason: logo${more} }] }\n`;
    expect(await found({ a: waive(', terms: "sign*"') })).toEqual([A2, B1, B2].map((at) => `${at} ${DOUBLE}`));
    expect(await found({ workspace: waive(', terms: "sign*"') })).toEqual([`${A2} ${DOUBLE}`, `${B2} ${DOUBLE}`]);
    expect(await found({ workspace: waive(', addresses: [glossary.c]') })).toEqual([
      ...[A1, A2, B1, B2].map((at) => `${at} ${DOUBLE}`),
      'lexform.yaml:4 info lint-waiver-unused',
    ]);
  });
});
