import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const CONFIG =
  'version: 1\ntargets:\n  prod: { base_url: "http://127.0.0.1:9", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\nledger: { dir: history }\n';
const list = (...instructions: readonly string[]): string =>
  `name: Tone\nlanguage: de\ncustom_instructions: [${instructions.map((label) => `{ label: ${label}, prompt: Be ${label}. }`).join()}]\n`;

/** So many glossaries of three dictionaries that were applied, and a style list. */
async function world(glossaries: number) {
  const service = testService();
  const cwd = await tempWorkspace({ 'lexform.yaml': CONFIG });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  for (let number = 1; number <= glossaries; number += 1) {
    write(`glossaries/g${number}/glossary.yaml`, `name: G${number}\n`);
    for (const language of ['de', 'fr', 'it']) write(`glossaries/g${number}/en-${language}.csv`, 'house,home\n');
  }
  write('style-rules/tone.yaml', list('kind', 'brief'));
  const run = (...args: readonly string[]) =>
    runLexform({ cwd, env: { KEY: TEST_KEY }, fetch: inProcessFetch(service) }, ...args);
  const json = async (...args: readonly string[]) => JSON.parse((await run(...args, '--json')).out);
  expect((await run('apply', '--auto-approve')).code).toBe(0);
  const call = caller(service);
  const glossaryId = async (name: string): Promise<string> =>
    (await call('GET', '/v3/glossaries')).body.glossaries.find((each: { name: string }) => each.name === name)
      .glossary_id;
  return {
    write,
    run,
    json,
    call,
    glossaryId,
    put: async (name: string, target: string, entries: string) =>
      call('PUT', `/v3/glossaries/${await glossaryId(name)}/dictionaries`, {
        source_lang: 'en',
        target_lang: target,
        entries,
        entries_format: 'tsv',
      }),
    save: async () => expect((await run('plan', '--out', 'plan.json')).code).toBe(0),
    /** The calls of the saved plan. */
    async applied(): Promise<readonly string[]> {
      const from = service.calls.length;
      const { code, out, err } = await run('apply', 'plan.json', '--auto-approve');
      expect(code, out + err).toBe(0);
      return service.calls.slice(from).map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`);
    },
    /** Address → what drift says of it. */
    drift: async (): Promise<string> => (await run('drift')).out,
  };
}

describe('an apply of a saved plan', () => {
  test('makes as many calls as its changes need, however much is managed', async () => {
    const counts: number[] = [];
    for (const glossaries of [1, 4, 12]) {
      const { write, save, applied } = await world(glossaries);
      write('glossaries/g1/en-de.csv', 'house,Haus\n');
      await save();
      const calls = await applied();
      counts.push(calls.length);
      // The look before, the change, the look after, and the list for the ledger.
      expect(calls.filter((each) => each === 'GET /v3/glossaries')).toHaveLength(1);
    }
    expect(counts).toEqual([4, 4, 4]);
  });

  test('records nothing that others have changed meanwhile', async () => {
    const { write, save, applied, put, call, glossaryId, drift, json, run } = await world(4);
    const [listed] = (await call('GET', '/v3/style_rules')).body.style_rules;
    write('glossaries/g1/en-de.csv', 'house,Haus\n');
    write('style-rules/tone.yaml', list('kind', 'exact'));
    await save();
    await put('G1', 'fr', 'house\tby others');
    await put('G2', 'de', 'house\tby others');
    await put('G2', 'es', 'house\tby others');
    await call('PATCH', `/v3/glossaries/${await glossaryId('G3')}`, { name: 'By others' });
    await call('DELETE', `/v3/glossaries/${await glossaryId('G4')}`);
    await call('POST', `/v3/style_rules/${listed.style_id}/custom_instructions`, { label: 'Z', prompt: 'By others.' });
    await applied();
    const shown = await drift();
    for (const name of ['glossary.g1', 'glossary.g2', 'glossary.g3', 'glossary.g4', 'style_rules.tone'])
      expect(shown).toContain(name);
    const owned = (await run('log', '--show', 'latest')).out;
    expect(owned).not.toContain('by others');
    const { changes } = await json('plan');
    // What others have added is undone only as drift.
    expect((await run('apply', '--auto-approve', '--max-deletes-per-run', '20')).code).toBe(3);
    expect(changes.length).toBeGreaterThan(0);
  });

  test('begins to manage what the plan found to be as the files want it, with the content of the files', async () => {
    const { write, save, applied, put, call, drift, json } = await world(1);
    const dictionary = { source_lang: 'en', target_lang: 'de', entries: 'cat\tKatze', entries_format: 'tsv' };
    await call('POST', '/v3/glossaries', { name: 'Cats', dictionaries: [dictionary] });
    write('glossaries/cats/glossary.yaml', 'name: Cats\n');
    write('glossaries/cats/en-de.csv', 'cat,Katze\n');
    // In a glossary that is managed already: both have a new dictionary.
    await put('G1', 'es', 'house\tcasa');
    write('glossaries/g1/en-es.csv', 'house,casa\n');
    write('glossaries/g1/en-de.csv', 'house,Haus\n');
    await save();
    await put('Cats', 'de', 'cat\tby others');
    await put('G1', 'es', 'house\tby others');
    await applied();
    const { owned } = await json('ledger', 'ids').then((ids) => ({ owned: JSON.stringify(ids) }));
    expect(owned).toContain('glossary.cats');
    const shown = await drift();
    expect(shown).toContain('cat: Katze → by others');
    expect(shown).toContain('house: casa → by others');
  });
});
