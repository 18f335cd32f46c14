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
  '  style_rules.tone would lose 1 of its 2 instructions, which are not in the files and were not created by an apply; to keep them, run "lexform pull style_rules.tone"; if you intend this, rerun with --allow-delete style_rules.tone [unowned-removed]\n' +
  '  if you intend all of this, rerun with --allow-delete glossary.product --allow-delete style_rules.tone\n';

describe('an account that has something of the same name', () => {
  test('loses nothing without consent by address, whatever the limits and patterns', async () => {
    const { apply, terms, writes } = await world();
    const before = writes();
    for (const args of [[], ['--max-deletes-per-run', '99'], ['--allow-delete', 'glossary.*'], ['--overwrite-drift']]) {
      const { code, err } = await apply(...args);
      expect([args, code, err]).toEqual([args, 3, expect.stringContaining(REFUSED)]);
    }
    expect([await terms(), writes()]).toEqual([5, before]);
    const consented = await apply('--allow-delete', 'glossary.product', '--allow-delete', 'style_rules.tone');
    expect([consented.code, await terms()]).toEqual([0, 1]);
  });

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

  test('is adopted without a question where nothing goes, and then the limits count', async () => {
    const { apply, write, terms } = await world();
    write(EN_DE, 'house,Heim\ncat,Katze\ndog,Hund\ncow,Kuh\nbird,Vogel\nnew,neu\n');
    write(
      LIST,
      'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: Tone, prompt: Be kind. }\n  - { label: Theirs, prompt: Be brief. }\n',
    );
    expect([(await apply()).code, await terms()]).toEqual([0, 6]);
    write(EN_DE, 'house,Heim\n');
    expect([(await apply()).code, await terms()]).toEqual([0, 1]);
  });

  test('a pinned id is no proof of ownership while a ledger is kept', async () => {
    const { apply, write, id, terms } = await world();
    write(GLOSSARY, `id: ${id}\nname: Product\n`);
    const { code, err } = await apply('--only', 'glossary.product');
    expect([code, err]).toEqual([3, expect.stringContaining('[unowned-removed]')]);
    expect(await terms()).toBe(5);
  });

  test('where no ledger is kept, a pinned id says whose it is, and a name does not', async () => {
    const { apply, write, id, terms } = await world(`${CONFIG}ledger: false\n`);
    expect((await apply('--only', 'glossary.product')).code).toBe(3);
    write(GLOSSARY, `id: ${id}\nname: Product\n`);
    expect([(await apply('--only', 'glossary.product')).code, await terms()]).toEqual([0, 1]);
  });

  test('lexform ledger adopt makes what is there the base', async () => {
    const { lexform, apply, id, terms } = await world();
    expect((await lexform('ledger', 'adopt', 'glossary.product', id)).code).toBe(0);
    expect([(await apply('--only', 'glossary.product')).code, await terms()]).toEqual([0, 1]);
  });

  test('a dictionary that somebody has added to an owned glossary is theirs too', async () => {
    const { apply, write, call, dictionary, id, terms } = await world();
    await apply('--allow-delete', 'glossary.product', '--allow-delete', 'style_rules.tone');
    await call('PUT', `/v3/glossaries/${id}/dictionaries`, dictionary('a\tb\nc\td', 'fr'));
    write('glossaries/product/en-fr.csv', 'a,b\n');
    const { code, err } = await apply('--overwrite-drift');
    expect([code, err]).toEqual([3, expect.stringContaining("rerun with --allow-delete 'glossary.product/en->fr'")]);
    expect([
      (await apply('--overwrite-drift', '--allow-delete', 'glossary.product/en->fr')).code,
      await terms('fr'),
    ]).toEqual([0, 1]);
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
