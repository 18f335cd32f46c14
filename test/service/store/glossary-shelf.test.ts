import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copyOf, filesOf, processOn, tempFolder } from '../folder-service.ts';

const DICTIONARY = { source_lang: 'en', target_lang: 'de', entries: 'a\tbefore', entries_format: 'tsv' };
const GLOSSARY = { name: 'A', dictionaries: [DICTIONARY] };
const AFTER = { ...DICTIONARY, entries: 'a\tafter' };

/** The files of a folder before and after a call, each in a folder of its own. */
async function around(change: (call: ReturnType<typeof processOn>['call'], id: string) => Promise<unknown>) {
  const folder = tempFolder();
  const { call } = processOn(folder);
  const { body } = await call('POST', '/v3/glossaries', GLOSSARY);
  const id: string = body.glossary_id;
  const before = copyOf(folder);
  await change(call, id);
  const name = [...filesOf(before).keys()].find((path) => path.includes(id)) ?? '';
  /** Where the glossary's files are, in each of the folders. */
  const home = name.slice(0, name.indexOf(id) + id.length);
  return { before, after: folder, id, home };
}

const entriesIn = async (folder: string, id: string): Promise<string | number> => {
  const { status, body } = await processOn(folder).call(
    'GET',
    `/v3/glossaries/${id}/entries?source_lang=en&target_lang=de`,
  );
  return status === 200 ? body.dictionaries[0].entries : status;
};

const list = async (folder: string): Promise<readonly { readonly name: string; readonly glossary_id: string }[]> =>
  (await processOn(folder).call('GET', '/v3/glossaries')).body.glossaries;

/** The names of a glossary's files. */
const namesIn = (folder: string, home: string): readonly string[] =>
  [...filesOf(folder).keys()].filter((path) => path.startsWith(home)).map((path) => path.slice(home.length + 1));

/** Copies files of a folder into another. */
function put(from: string, to: string, home: string, names: readonly string[]): void {
  mkdirSync(join(to, home), { recursive: true });
  for (const name of names) cpSync(join(from, home, name), join(to, home, name));
}

describe('a kill while a dictionary is put in place of another', () => {
  const putDictionary = () => around((call, id) => call('PUT', `/v3/glossaries/${id}/dictionaries`, AFTER));
  type State = Awaited<ReturnType<typeof putDictionary>>;
  const newTsv = ({ before, after, home }: State): string =>
    namesIn(after, home).find((name) => name.endsWith('.tsv') && !namesIn(before, home).includes(name)) ?? '';

  /** The moments of the call in which files are left, each as the folder that it leaves. */
  const moments: readonly (readonly [string, string, (state: State) => string])[] = [
    ['before it', 'a\tbefore', ({ before }) => before],
    [
      'when half of the new file is written',
      'a\tbefore',
      (state) => {
        writeFileSync(join(state.before, state.home, newTsv(state)), 'a\taf');
        return state.before;
      },
    ],
    [
      'when the new file is written',
      'a\tbefore',
      (state) => {
        put(state.after, state.before, state.home, [newTsv(state)]);
        return state.before;
      },
    ],
    [
      'when half of the list of files is written',
      'a\tbefore',
      (state) => {
        put(state.after, state.before, state.home, [newTsv(state)]);
        writeFileSync(join(state.before, state.home, 'glossary.json.tmp'), '{"id":');
        return state.before;
      },
    ],
    [
      'when the list of files is in its place, and the old file is there still',
      'a\tafter',
      (state) => {
        put(
          state.before,
          state.after,
          state.home,
          namesIn(state.before, state.home).filter((name) => name.endsWith('.tsv')),
        );
        return state.after;
      },
    ],
    ['after it', 'a\tafter', ({ after }) => after],
  ];

  test.each(moments)(
    '%s: the entries are %j, and what is left over goes with the next change',
    async (_, entries, leave) => {
      const state = await putDictionary();
      expect(newTsv(state)).toMatch(/^en-de\.\d+\.tsv$/);
      const folder = leave(state);
      expect(await entriesIn(folder, state.id)).toBe(entries);
      const { status } = await processOn(folder).call('POST', '/v3/glossaries', { ...GLOSSARY, name: 'next' });
      expect(status).toBe(201);
      expect(await entriesIn(folder, state.id)).toBe(entries);
      expect(namesIn(folder, state.home)).toHaveLength(2);
      expect((await list(folder)).map(({ name }) => name)).toEqual(['A', 'next']);
    },
  );

  test('a change of the same dictionary after it does not meet the leftover', async () => {
    const state = await putDictionary();
    put(state.after, state.before, state.home, [newTsv(state)]);
    const { call } = processOn(state.before);
    await call('PUT', `/v3/glossaries/${state.id}/dictionaries`, { ...DICTIONARY, entries: 'a\tthird' });
    expect(await entriesIn(state.before, state.id)).toBe('a\tthird');
    expect(namesIn(state.before, state.home)).toHaveLength(2);
  });
});

describe('a kill while a glossary is made or deleted', () => {
  test.each([
    ['its folder is there', []],
    ['a dictionary is written', ['tsv']],
    ['a dictionary and half of the list are written', ['tsv', 'tmp']],
  ])(
    'when %s and the list of files is not, there is no glossary, and the rest goes with the next change',
    async (_, left) => {
      const { after, id, home } = await around(async () => {});
      const tsv = namesIn(after, home).filter((name) => name.endsWith('.tsv'));
      const folder = copyOf(after);
      rmSync(join(folder, home), { recursive: true });
      mkdirSync(join(folder, home));
      if (left.includes('tsv')) put(after, folder, home, tsv);
      if (left.includes('tmp')) writeFileSync(join(folder, home, 'glossary.json.tmp'), '{');
      expect(await list(folder)).toEqual([]);
      expect(await entriesIn(folder, id)).toBe(404);
      const { body } = await processOn(folder).call('POST', '/v3/glossaries', { ...GLOSSARY, name: 'next' });
      expect((await list(folder)).map(({ glossary_id }) => glossary_id)).toEqual([body.glossary_id]);
      expect(namesIn(folder, home)).toEqual([]);
    },
  );
});

test('a call that fails half way is afterwards what the files say, with and without a restart', async () => {
  const folder = tempFolder();
  const { call } = processOn(folder);
  const { body } = await call('POST', '/v3/glossaries', GLOSSARY);
  const id = body.glossary_id;
  const tsv = join(folder, [...filesOf(folder).keys()].find((path) => path.endsWith('.tsv')) ?? '');
  // What the call is to remove at its end cannot be removed.
  rmSync(tsv);
  mkdirSync(tsv);
  expect((await call('PUT', `/v3/glossaries/${id}/dictionaries`, AFTER)).status).toBe(500);
  const path = `/v3/glossaries/${id}/entries?source_lang=en&target_lang=de`;
  expect((await call('GET', path)).body.dictionaries[0].entries).toBe('a\tafter');
  expect(await entriesIn(folder, id)).toBe('a\tafter');
  expect((await call('PATCH', `/v3/glossaries/${id}`, { name: 'B' })).status).toBe(200);
  expect(await list(folder)).toMatchObject([{ name: 'B' }]);
});

test('half of a style list leaves none, and goes with the next change', async () => {
  const folder = tempFolder();
  const { body } = await processOn(folder).call('POST', '/v3/style_rules', { name: 'L', language: 'de' });
  const file = [...filesOf(folder).keys()].find((path) => path.includes(body.style_id)) ?? '';
  const half = file.replace(body.style_id, '00000000-0000-4000-8000-000000000000').concat('.tmp');
  writeFileSync(join(folder, half), '{"id":');
  writeFileSync(join(folder, `${file}.tmp`), '{"id":');
  const names = async () =>
    (await processOn(folder).call('GET', '/v3/style_rules')).body.style_rules.map(({ name }: { name: string }) => name);
  expect(await names()).toEqual(['L']);
  await processOn(folder).call('POST', '/v3/style_rules', { name: 'M', language: 'de' });
  expect(await names()).toEqual(['L', 'M']);
  expect([...filesOf(folder).keys()].filter((path) => path.endsWith('.tmp'))).toEqual([]);
});
