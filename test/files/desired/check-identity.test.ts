import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { developerKeyAddress, keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import { checkLabelsDiffer, DEVELOPER_KEY_FILES } from '../../../src/kinds/developer-key/files/developer-key-files.ts';
import type { DeveloperKeySource } from '../../../src/kinds/developer-key/files/developer-keys-file.ts';
import { GLOSSARY_FILES } from '../../../src/kinds/glossary/files/glossary-files.ts';
import type { GlossarySource } from '../../../src/kinds/glossary/files/glossary-source.ts';
import { glossaryAddress } from '../../../src/kinds/glossary/glossary.ts';
import type { StyleListSource } from '../../../src/kinds/style-list/files/style-list-file.ts';
import { STYLE_LIST_FILES } from '../../../src/kinds/style-list/files/style-list-files.ts';
import { styleListAddress } from '../../../src/kinds/style-list/style-list.ts';
import type { SourceRef } from '../../../src/model/finding.ts';
import { styleId } from '../../../src/model/ids.ts';
import { checkIdentities } from '../../../src/steps/workspace/check-identity.ts';
import { readDesired } from '../../../src/steps/workspace/read-desired.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const place = (file: string, line = 1): SourceRef => ({ file, line, column: 1 });

const glossary = (addressName: string, more: Partial<GlossarySource> = {}): GlossarySource => ({
  address: glossaryAddress(addressName),
  file: `glossaries/${addressName}/glossary.yaml`,
  name: `Name of ${addressName}`,
  origin: place(`glossaries/${addressName}/glossary.yaml`, 2),
  mode: 'authoritative',
  protect: false,
  dictionaries: new Map(),
  ...more,
});

const styleList = (addressName: string, name: string, more: Partial<StyleListSource> = {}): StyleListSource => ({
  address: styleListAddress(addressName),
  file: `style-rules/${addressName}.yaml`,
  origin: place(`style-rules/${addressName}.yaml`, 2),
  content: { name, language: 'de', rules: new Map(), instructions: [] },
  instructionOrigins: [],
  locateRule: () => undefined,
  protect: false,
  ...more,
});

const findings = (sources: { glossaries?: readonly GlossarySource[]; styleLists?: readonly StyleListSource[] }) =>
  [
    ...checkIdentities(GLOSSARY_FILES, sources.glossaries ?? []),
    ...checkIdentities(STYLE_LIST_FILES, sources.styleLists ?? []),
  ].map(({ code, at, related }) => [code, at.file, related?.[0]?.file]);

describe('checkIdentities', () => {
  test('a display name that is used twice is an error, for each kind on its own', () => {
    const same = { name: 'Same' };
    expect(
      findings({ glossaries: [glossary('a', same), glossary('b', same)], styleLists: [styleList('a', 'Same')] }),
    ).toEqual([['name-repeated', 'glossaries/b/glossary.yaml', 'glossaries/a/glossary.yaml']]);
    expect(findings({ styleLists: [styleList('a', 'X'), styleList('b', 'X'), styleList('c', 'X')] }).length).toBe(2);
  });

  test('files that all pin their ids may share a display name, but not an id', () => {
    const pinned = (id: string) => ({ pinnedId: styleId(id), pinnedIdAt: place('p', 3) });
    expect(findings({ styleLists: [styleList('a', 'X', pinned('1')), styleList('b', 'X', pinned('2'))] })).toEqual([]);
    expect(findings({ styleLists: [styleList('a', 'X', pinned('1')), styleList('b', 'X')] }).length).toBe(1);
    expect(findings({ styleLists: [styleList('a', 'X', pinned('AB')), styleList('b', 'Y', pinned('ab'))] })).toEqual([
      ['id-repeated', 'p', 'p'],
    ]);
  });

  test('two files that give the same address are an error, whatever their case', () => {
    const other = glossary('a', { file: 'other/A/glossary.yaml', address: glossaryAddress('A'), name: 'Other' });
    expect(findings({ glossaries: [glossary('a'), other] })).toEqual([
      ['address-repeated', 'other/A/glossary.yaml', 'glossaries/a/glossary.yaml'],
    ]);
  });
});

describe('names on targets', () => {
  test('equal in files of which each target selects one', async () => {
    const root = await tempWorkspace({
      'lexform.yaml':
        'version: 1\ntargets:\n  a: { service: embedded, resources: [style_rules.s] }\n  b: { service: embedded, resources: [style_rules.t] }\nstyle_rules: style-rules/*.yaml\n',
      'style-rules/s.yaml': 'name: S\nlanguage: de\n',
      'style-rules/t.yaml': 'name: S\nlanguage: de\n',
    });
    expect((await readDesired(nodeFiles(), root)).findings).toEqual([]);
  });

  test.each([
    ['equal only on one target', 'name: T\non: { a: { name: S } }', ['name-repeated a']],
    ['equal in the files, and on no target', 'name: S\non: { a: { name: T }, b: { name: U } }', []],
    ['equal in the files, and on a target without settings', 'name: S\non: { a: { name: T } }', ['name-repeated']],
    ['equal, but on no target together', 'name: S\non: { a: { publish: false }, b: { publish: false } }', []],
    ['equal where both are', 'name: S\non: { a: { publish: false } }', ['name-repeated']],
  ])('%s', async (_, second, expected) => {
    const root = await tempWorkspace({
      'lexform.yaml':
        'version: 1\ntargets: { a: { service: embedded }, b: { service: embedded } }\nstyle_rules: style-rules/*.yaml\n',
      'style-rules/s.yaml': 'name: S\nlanguage: de\n',
      'style-rules/t.yaml': `${second}\nlanguage: de\n`,
    });
    const { findings: found } = await readDesired(nodeFiles(), root);
    expect(found.map(({ code, details: { target } }) => [code, target].join(' ').trim())).toEqual(expected);
  });
});

const developerKey = (
  addressName: string,
  line: number,
  more: Partial<DeveloperKeySource> = {},
): DeveloperKeySource => ({
  address: developerKeyAddress(addressName),
  origin: place('developer-keys.yaml', line),
  file: 'developer-keys.yaml',
  label: addressName,
  nameAt: place('developer-keys.yaml', line),
  limits: {},
  deactivated: false,
  protect: false,
  locate: () => undefined,
  ...more,
});

describe('developer keys', () => {
  const codes = (...developerKeys: readonly DeveloperKeySource[]) =>
    [...checkLabelsDiffer(developerKeys), ...checkIdentities(DEVELOPER_KEY_FILES, developerKeys)].map(
      ({ code, severity, at, related }) => [`${severity} ${code}`, at.line, related?.[0]?.line],
    );

  test('two that should be active and have one label need a pin each', () => {
    const one = developerKey('a', 1, { label: 'CI' });
    const two = developerKey('b', 2, { label: 'CI' });
    const pinned = (key: DeveloperKeySource, id: string) => ({ ...key, pinnedId: keyId(id) });
    expect(codes(one, two)).toEqual([['error label-repeated', 2, 1]]);
    expect(codes(pinned(one, 'i'), two)).toEqual([['error label-repeated', 2, 1]]);
    expect(codes(pinned(one, 'i'), pinned(two, 'j'))).toEqual([]);
    expect(codes(pinned(one, 'i'), pinned(two, 'i'))).toEqual([['error id-repeated', 2, 1]]);
    expect(codes(developerKey('ci', 1), developerKey('CI', 2))).toEqual([['error address-repeated', 2, 1]]);
  });

  test('a deactivated one may share its label, and is told that it takes none of the active ones', () => {
    const old = developerKey('old', 1, { label: 'CI', deactivated: true });
    const older = developerKey('older', 2, { label: 'CI', deactivated: true });
    const now = developerKey('now', 3, { label: 'CI' });
    expect(codes(old, older)).toEqual([]);
    expect(codes(old, now)).toEqual([['warning label-shared', 1, 3]]);
    expect(codes({ ...old, pinnedId: keyId('i') }, now)).toEqual([]);
  });
});
