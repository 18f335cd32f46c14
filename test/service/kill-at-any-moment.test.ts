import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ADMIN_KEY, filesOf, processOn, tempFolder } from './folder-service.ts';

const DICTIONARY = { source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' };
const FRENCH = { ...DICTIONARY, target_lang: 'fr' };
const KEYS = '/v2/admin/developer-keys';

type Process = ReturnType<typeof processOn>;

/** Everything that a caller can read. */
async function readAll({ call, admin }: Process): Promise<string> {
  const { glossaries } = (await call('GET', '/v3/glossaries')).body;
  const entries: string[] = [];
  for (const { glossary_id, dictionaries } of glossaries)
    for (const { source_lang, target_lang } of dictionaries) {
      const path = `/v3/glossaries/${glossary_id}/entries?source_lang=${source_lang}&target_lang=${target_lang}`;
      entries.push((await call('GET', path)).text);
    }
  const reads = ['/v3/style_rules?detailed=true', '/v2/usage'].map(async (path) => (await call('GET', path)).text);
  return JSON.stringify([glossaries, entries, await Promise.all(reads), (await admin('GET', KEYS)).body], null, 1);
}

/**
 * The files as a kill would leave them, at every turn of the event loop until `done`. Reading takes no turn, so that at
 * most one file changes meanwhile.
 */
async function statesDuring(folder: string, done: Promise<unknown>): Promise<readonly ReadonlyMap<string, string>[]> {
  const states = new Map<string, ReadonlyMap<string, string>>();
  let over = false;
  const end = done.finally(() => {
    over = true;
  });
  while (!over) {
    try {
      // How a killed holder's lock is taken over, another test shows; here it would only take time.
      const files = new Map([...filesOf(folder)].filter(([name]) => name !== 'lock'));
      states.set(JSON.stringify([...files].sort()), files);
    } catch {
      // The one file that changed was the one to be read: the next turn sees what became of it.
    }
    await setImmediate();
  }
  await end;
  return [...states.values()];
}

function folderOf(files: ReadonlyMap<string, string>): string {
  const folder = tempFolder();
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

interface Ids {
  readonly glossary: string;
  readonly list: string;
  readonly key: string;
}

const CHANGES: readonly (readonly [string, (process: Process, ids: Ids) => Promise<{ readonly status: number }>])[] = [
  [
    'a glossary is made',
    ({ call }) => call('POST', '/v3/glossaries', { name: 'N', dictionaries: [DICTIONARY, FRENCH] }),
  ],
  [
    'a dictionary is replaced',
    ({ call }, { glossary }) => call('PUT', `${glossary}/dictionaries`, { ...DICTIONARY, entries: 'x\ty' }),
  ],
  [
    'a dictionary is added',
    ({ call }, { glossary }) => call('PUT', `${glossary}/dictionaries`, { ...DICTIONARY, target_lang: 'es' }),
  ],
  [
    'a glossary is renamed and merged into',
    ({ call }, { glossary }) => call('PATCH', glossary, { name: 'N', dictionaries: [{ ...FRENCH, entries: 'x\ty' }] }),
  ],
  [
    'a dictionary is deleted',
    ({ call }, { glossary }) => call('DELETE', `${glossary}/dictionaries?source_lang=en&target_lang=fr`),
  ],
  ['a glossary is deleted', ({ call }, { glossary }) => call('DELETE', glossary)],
  ['a style list is made', ({ call }) => call('POST', '/v3/style_rules', { name: 'N', language: 'de' })],
  [
    'a style list gets other rules',
    ({ call }, { list }) => call('PUT', `${list}/configured_rules`, { numbers: { x: 'z' } }),
  ],
  ['a style list is deleted', ({ call }, { list }) => call('DELETE', list)],
  ['a key is made', ({ admin }) => admin('POST', KEYS)],
  ['a key is deactivated', ({ admin }, { key }) => admin('PUT', `${KEYS}/deactivate`, { key_id: key })],
  ['usage is counted', ({ call }) => call('POST', '/v2/translate', { text: ['abc'], target_lang: 'de' })],
];

test.each(CHANGES)('a kill while %s leaves all as it was before the call, or as it is after it', async (_, change) => {
  const folder = tempFolder();
  const first = processOn(folder);
  const { call, as } = first;
  const { body: glossary } = await call('POST', '/v3/glossaries', { name: 'A', dictionaries: [DICTIONARY, FRENCH] });
  const { body: list } = await call('POST', '/v3/style_rules', { name: 'L', language: 'de' });
  const { body: key } = await as(ADMIN_KEY)('POST', KEYS);
  await call('POST', '/v2/translate', { text: ['a'], target_lang: 'de' });
  const ids: Ids = {
    glossary: `/v3/glossaries/${glossary.glossary_id}`,
    list: `/v3/style_rules/${list.style_id}`,
    key: key.key_id,
  };
  const before = await readAll(first);
  const changing = change(first, ids);
  const states = await statesDuring(folder, changing);
  expect((await changing).status).toBeLessThan(300);
  const after = await readAll(processOn(folder));
  expect(after).not.toBe(before);
  expect(states.length).toBeGreaterThan(1);

  for (const files of states) {
    const copy = folderOf(files);
    const next = processOn(copy);
    expect([before, after]).toContain(await readAll(next));
    // The next changes clear up.
    expect((await next.call('POST', '/v3/glossaries', { name: 'next', dictionaries: [DICTIONARY] })).status).toBe(201);
    expect((await next.call('POST', '/v3/style_rules', { name: 'next', language: 'de' })).status).toBe(201);
    const { glossaries } = (await next.call('GET', '/v3/glossaries')).body;
    const names = [...filesOf(copy).keys()];
    const dictionaries = glossaries.flatMap((each: { dictionaries: readonly unknown[] }) => each.dictionaries);
    expect(names.filter((name) => name.endsWith('.tsv'))).toHaveLength(dictionaries.length);
    expect(names.filter((name) => name.endsWith('glossary.json'))).toHaveLength(glossaries.length);
    expect(names.filter((name) => /(glossaries|style-rules)\/.*\.tmp$/.test(name))).toEqual([]);
  }
});
