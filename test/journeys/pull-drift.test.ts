import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { RULES_OFF } from '../support/rules-off.ts';
import { runs } from '../support/runs.ts';
import { caller } from '../support/service-caller.ts';
import { phrase } from '../support/target.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const CSV = '\ufeff# terms of the product\r\nsource;target\r\nhouse;Haus\r\n"cat";"Katze"\r\n\r\ndog;Hund\r\n';
const TABLE = 'en,de,fr,note\nfloor,Boden,sol,x\nroof,Dach,toit,y\n';
const TONE = `# how we sound
name: 'Tone'          # shown to translators
language: de
custom_instructions:
  - { label: Tone, prompt: "Be kind." }   # the first
  - label: Names
    prompt: Keep names.
`;

async function applied() {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n${RULES_OFF}`,
    'glossaries/product/glossary.yaml': 'name: Product # the shop\ncomments: "#"\n',
    'glossaries/product/en-de.csv': CSV,
    'glossaries/home/glossary.yaml': 'name: Home\ntables:\n  - { file: terms.csv, pairs: [en->*] }\n',
    'glossaries/home/terms.csv': TABLE,
    'style-rules/tone.yaml': TONE,
  });
  const run = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
  expect(await run('apply', '--auto-approve')).toMatchObject({ code: 0, err: expect.not.stringContaining('error') });
  const call = caller(service);
  const { glossaries } = (await call('GET', '/v3/glossaries')).body;
  const [list] = (await call('GET', '/v3/style_rules?detailed=true')).body.style_rules;
  const idOf = (name: string): string =>
    glossaries.find((glossary: { name: string }) => glossary.name === name).glossary_id;
  const put = (name: string, target: string, entries: string) =>
    call('PUT', `/v3/glossaries/${idOf(name)}/dictionaries`, {
      source_lang: 'en',
      target_lang: target,
      entries,
      entries_format: 'tsv',
    });
  const read = (path: string): string => readFileSync(join(cwd, path), 'utf8');
  return { service, cwd, run, call, list, idOf, put, read };
}

describe('pull takes what somebody changed into its very place', () => {
  test('in a CSV file: a cell, a new row, a row that goes; every other byte stays, and the plan after it is empty', async () => {
    const { run, put, read } = await applied();
    await put('Product', 'de', 'house\tHeim\ncat\tKatze\nbird\tVogel');
    expect(await run('pull')).toMatchObject({ code: 0, out: expect.stringContaining('glossaries/product/en-de.csv') });
    expect(read('glossaries/product/en-de.csv')).toBe(
      '\ufeff# terms of the product\r\nsource;target\r\nhouse;Heim\r\n"cat";"Katze"\r\n\r\nbird;Vogel\r\n',
    );
    expect(read('glossaries/home/terms.csv')).toBe(TABLE);
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
    expect((await run('pull')).out).toContain('prod has no changes to pull');
  });

  test.each(['--auto-approve', '-y'])('with %s as without: pull never asks', async (flag) => {
    const { run, put, read } = await applied();
    await put('Product', 'de', 'house\tHeim\ncat\tKatze\ndog\tHund');
    expect(await run('pull', flag)).toMatchObject({ code: 0, err: expect.not.stringContaining('error') });
    expect(read('glossaries/product/en-de.csv')).toBe(CSV.replace('Haus', 'Heim'));
  });

  test('in a wide table: the cell of the language, and no other', async () => {
    const { run, put, read } = await applied();
    await put('Home', 'fr', 'floor\tplancher\nroof\ttoit');
    expect((await run('pull')).code).toBe(0);
    expect(read('glossaries/home/terms.csv')).toBe('en,de,fr,note\nfloor,Boden,plancher,x\nroof,Dach,toit,y\n');
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
  });

  test('in YAML: a name, a rule, an instruction; comments and quotes stay', async () => {
    const { run, call, list, idOf, read } = await applied();
    await call('PATCH', `/v3/style_rules/${list.style_id}`, { name: 'Ton' });
    await call('PUT', `/v3/style_rules/${list.style_id}/configured_rules`, { numbers: { r: 'o' } });
    const [first] = list.custom_instructions;
    await call('PUT', `/v3/style_rules/${list.style_id}/custom_instructions/${first.id}`, {
      label: 'Tone',
      prompt: 'Be brief.',
      source_language: null,
    });
    await call('PATCH', `/v3/glossaries/${idOf('Product')}`, { name: 'Produkt' });
    expect((await run('pull')).code).toBe(0);
    const text = read('style-rules/tone.yaml');
    expect(text).toContain("# how we sound\nname: 'Ton'          # shown to translators\n");
    expect(text).toContain('- { label: Tone, prompt: "Be brief." }   # the first');
    expect(text).toContain('numbers:');
    expect(read('glossaries/product/glossary.yaml')).toBe('name: Produkt # the shop\ncomments: "#"\n');
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
  });

  test('--check writes nothing and exits 2; an address narrows it', async () => {
    const { run, put, read } = await applied();
    expect((await run('pull', '--check')).code).toBe(0);
    await put('Product', 'de', 'house\tHeim\ncat\tKatze\ndog\tHund');
    await put('Home', 'fr', 'floor\tplancher\nroof\ttoit');
    const checked = await run('pull', '--check', '--json');
    expect(checked.code).toBe(2);
    expect(JSON.parse(checked.out)).toMatchObject({
      check: true,
      files: ['glossaries/home/terms.csv', 'glossaries/product/en-de.csv'],
    });
    expect(read('glossaries/product/en-de.csv')).toBe(CSV);
    expect((await run('pull', 'glossary.home')).code).toBe(0);
    expect(read('glossaries/product/en-de.csv')).toBe(CSV);
    expect(read('glossaries/home/terms.csv')).toContain('plancher');
  });

  test('a pending change of the files stays, and a conflict too, unless --theirs', async () => {
    const { cwd, run, put, read } = await applied();
    const ours = CSV.replace('Haus', 'Heim').replace('Hund', 'Köter');
    writeFileSync(join(cwd, 'glossaries/product/en-de.csv'), ours);
    await put('Product', 'de', 'house\tHütte\ncat\tMieze\ndog\tHund');
    const { code, out } = await run('pull');
    expect([code, out]).toEqual([5, expect.stringContaining('1 conflict stays')]);
    expect(read('glossaries/product/en-de.csv')).toBe(ours.replace('"Katze"', '"Mieze"'));
    expect((await run('pull', '--theirs')).code).toBe(0);
    expect(read('glossaries/product/en-de.csv')).toBe(ours.replace('"Katze"', '"Mieze"').replace('Heim', 'Hütte'));
  });

  test('an address that no file has gets its files', async () => {
    const { run, call, read } = await applied();
    const dictionaries = [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' }];
    await call('POST', '/v3/glossaries', { name: 'New', dictionaries });
    expect((await run('pull', 'glossary.new')).code).toBe(0);
    expect(read('glossaries/new/en-de.csv')).toBe('a,b\n');
    expect((await run('plan')).out).toContain('No changes');
  });
});

test('after any edits on the service and a pull, the plan is empty', async () => {
  const entries = fc.uniqueArray(fc.tuple(phrase, phrase), {
    minLength: 1,
    maxLength: 5,
    selector: ([source]) => source,
  });
  const tsv = (rows: readonly (readonly [string, string])[]): string =>
    rows
      .map((row) => row.map((text) => (/^".*"$/s.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t'))
      .join('\n');
  await fc.assert(
    fc.asyncProperty(entries, entries, async (german, french) => {
      const { run, put } = await applied();
      expect((await put('Product', 'de', tsv(german))).status).toBe(200);
      expect((await put('Home', 'fr', tsv(french))).status).toBe(200);
      const pulled = await run('pull');
      expect([pulled.code, pulled.err]).toEqual([0, '']);
      const { code, out, err } = await run('plan', '--detailed-exitcode');
      expect([code, out], err).toEqual([0, expect.stringContaining('No changes')]);
    }),
    { numRuns: runs(12) },
  );
});
