import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { runLexform } from '../support/cli.ts';
import { git } from '../support/git-repository.ts';
import { TEST_KEY, TEST_URL, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const GLOSSARY = 'glossaries/product/glossary.yaml';
const EN_DE = 'glossaries/product/en-de.csv';
const LIST = 'style-rules/tone.yaml';
const CONFIG = `version: 1\ntargets:\n  prod: { base_url: "${TEST_URL}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n`;

/**
 * An account in which somebody has a glossary and a list of the names of the files, with more in them than the files
 * have.
 */
async function world(config = CONFIG) {
  const service = testService();
  const call = caller(service);
  const dictionary = (entries: string, target = 'de') => ({
    source_lang: 'en',
    target_lang: target,
    entries,
    entries_format: 'tsv',
  });
  const { body } = await call('POST', '/v3/glossaries', {
    name: 'Product',
    dictionaries: [dictionary('house\tHaus\ncat\tKatze\ndog\tHund\ncow\tKuh\nbird\tVogel')],
  });
  await call('POST', '/v3/style_rules', {
    name: 'Tone',
    language: 'de',
    configured_rules: {},
    custom_instructions: [
      { label: 'Tone', prompt: 'Be kind.' },
      { label: 'Theirs', prompt: 'Be brief.' },
    ],
  });
  const cwd = await tempWorkspace({
    'lexform.yaml': config,
    [GLOSSARY]: 'name: Product\n',
    [EN_DE]: 'house,Haus\n',
    [LIST]: 'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: Tone, prompt: Be kind. }\n',
  });
  git(cwd, 'init', '--quiet', '--initial-branch=main');
  const lexform = (...args: readonly string[]) =>
    runLexform({ cwd, env: { KEY: TEST_KEY }, fetch: inProcessFetch(service) }, ...args);
  return {
    cwd,
    id: body.glossary_id as string,
    lexform,
    call,
    dictionary,
    apply: (...args: readonly string[]) => lexform('apply', '-y', ...args),
    writes: () => service.calls.filter(({ method }) => method !== 'GET').length,
    terms: async (target = 'de') =>
      (
        await call('GET', `/v3/glossaries/${body.glossary_id}/entries?source_lang=en&target_lang=${target}`)
      ).body.dictionaries[0].entries.split('\n').length,
    write: (path: string, text: string) => writeFileSync(join(cwd, path), text),
  };
}

const REFUSED =
  'apply would refuse this plan:\n' +
  '  glossary.product/en->de would lose 4 of its 5 entries, which are not in the files and were not created by an apply; to keep them, run "lexform pull glossary.product"; if you intend this, rerun with --allow-delete glossary.product [unowned-removed]\n' +
  '  style_rules.tone would lose 1 of its 2 instructions, which is not in the files and was not created by an apply; to keep it, run "lexform pull style_rules.tone"; if you intend this, rerun with --allow-delete style_rules.tone [unowned-removed]\n' +
  '  if you intend all of this, rerun with --allow-delete glossary.product --allow-delete style_rules.tone\n';

describe('an account that has something of the same name', () => {
  test('is told by the plan, in every form', async () => {
    const { lexform, cwd } = await world();
    const { code, out } = await lexform('plan', '--report', 'markdown=plan.md', '--report', 'html=plan.html');
    expect(code).toBe(3);
    expect(out).toContain(REFUSED);
    for (const file of ['plan.md', 'plan.html'])
      expect(readFileSync(join(cwd, file), 'utf8')).toMatch(
        /which are not in the files and were not created by an apply/,
      );
    expect(JSON.parse((await lexform('plan', '--json')).out).removesUnowned).toEqual([
      { address: 'glossary.product/en->de', part: 'entries', removed: 4 },
      { address: 'style_rules.tone', part: 'instructions', removed: 1 },
    ]);
  });

  test('the samples of init have names that nobody has, and init again leaves them', async () => {
    const names = new Set<string>();
    for (let count = 0; count < 2; count += 1) {
      const cwd = await tempWorkspace({});
      expect((await runLexform({ cwd }, 'init')).code).toBe(0);
      const text = readFileSync(join(cwd, GLOSSARY), 'utf8');
      names.add(/^name: (Product terms \(sample [0-9a-f]{6}\))$/m.exec(text)?.[1] ?? '');
      expect((await runLexform({ cwd }, 'init')).code).toBe(0);
      expect(readFileSync(join(cwd, GLOSSARY), 'utf8')).toBe(text);
    }
    expect(names.size).toBe(2);
    expect(names.has('')).toBe(false);
  });
});
