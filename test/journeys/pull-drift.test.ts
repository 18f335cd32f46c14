import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
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
