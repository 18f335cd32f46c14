import { describe, expect, test } from 'vitest';
import { entriesTsv, glossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import type { Dictionary } from '../../../src/model/entries/dictionary.ts';
import { type Entry, entriesOf } from '../../../src/model/entries/entries.ts';
import { pairKey } from '../../../src/model/entries/language-pair.ts';
import { ServiceError, UnreachableError } from '../../../src/model/errors.ts';
import { glossaryId } from '../../../src/model/ids.ts';
import { packedOf } from '../../support/packed-of.ts';
import { answer, type Reply, scriptedClient } from '../../support/scripted-client.ts';

const ID = glossaryId('g-1');
const PAIR = { source: 'en', target: 'de' };
/** A phrase that is quoted as a whole is sent quoted once more. */
const onTheWire = (phrase: string): string => (phrase === '"quoted"' ? '"""quoted"""' : phrase);

const TRICKY: readonly Entry[] = [
  ['__proto__', 'a'],
  ['constructor', 'b'],
  ['10', 'c'],
  ['"quoted"', '"d'],
  ['שלום', 'é, "x"'],
];

const metadata = (source: string, target: string, count: number): object => ({
  source_lang: source,
  target_lang: target,
  entry_count: count,
});
const glossary = (more: object = {}): object => ({
  glossary_id: 'g-1',
  name: 'Product terms',
  dictionaries: [metadata('en', 'de', 2)],
  creation_time: '2030-01-01T00:00:00.123456Z',
  ...more,
});
const dictionaries = (...all: readonly Dictionary[]) =>
  new Map(all.map((dictionary) => [pairKey(dictionary.pair), dictionary]));

describe('reading glossaries', () => {
  test('takes languages in any case, dictionaries in any order, unknown fields, and the first of two dictionaries of one pair', async () => {
    const listed = glossary({
      ready: true,
      new_field: { a: 1 },
      dictionaries: [metadata('EN', 'FR', 3), metadata('en', 'de', 2), metadata('EN', 'DE', 9)],
    });
    const { client } = scriptedClient([answer(200, { glossaries: [listed], more: 1 })]);
    const [found] = await glossaryCalls(client).list();
    expect([...(found?.dictionaries ?? [])].map(([key, { entryCount }]) => [key, entryCount])).toEqual([
      ['en->fr', 3],
      ['en->de', 2],
    ]);
  });

  test('a 404 is "there is none"; any other failure is an error', async () => {
    const { client } = scriptedClient([answer(404), answer(404), answer(400), answer(404)]);
    expect(await glossaryCalls(client).read(ID)).toBeUndefined();
    expect(await glossaryCalls(client).readEntries(ID, PAIR)).toBeUndefined();
    await expect(glossaryCalls(client).read(ID)).rejects.toBeInstanceOf(ServiceError);
    await expect(glossaryCalls(client).list()).rejects.toBeInstanceOf(ServiceError);
  });

  const wrong: readonly (readonly [string, unknown, string])[] = [
    ['no list', {}, 'glossaries is not a list'],
    ['a list of nothing', { glossaries: [null] }, 'glossaries[0] is not an object'],
    ['an id that a URL would resolve', { glossaries: [glossary({ glossary_id: '..' })] }, 'glossary_id is not an id'],
    ['a name that is no text', { glossaries: [glossary({ name: 7 })] }, 'glossaries[0].name is not a text'],
    ['no dictionaries', { glossaries: [glossary({ dictionaries: null })] }, 'glossaries[0].dictionaries is not a list'],
    [
      'a negative count',
      { glossaries: [glossary({ dictionaries: [metadata('en', 'de', -1)] })] },
      'glossaries[0].dictionaries[0].entry_count is not a whole number',
    ],
  ];
  test.each(wrong)('an answer with %s is an error that names the field', async (_, body, words) => {
    const { client } = scriptedClient([answer(200, body, { 'x-trace-id': 't-1' })]);
    await expect(glossaryCalls(client).list()).rejects.toThrow(words);
  });

  test('an answer that is not JSON is an error with its trace id', async () => {
    const { client } = scriptedClient([new Response('<html>', { headers: { 'x-trace-id': 't-1' } })]);
    await expect(glossaryCalls(client).list()).rejects.toThrow(/not JSON.*t-1/);
  });
});

describe('reading entries', () => {
  const tsv = TRICKY.map((entry) => entry.map(onTheWire).join('\t')).join('\n');
  const dictionary = { ...metadata('en', 'de', 5), entries: tsv, entries_format: 'tsv' };
  const shapes: readonly (readonly [string, unknown])[] = [
    ['a list of one dictionary', { dictionaries: [dictionary] }],
    ['the dictionary itself', dictionary],
    ['no format', { dictionaries: [{ ...dictionary, entries_format: undefined }] }],
    [
      'line ends of Windows and one at the end',
      { dictionaries: [{ ...dictionary, entries: `${tsv.replaceAll('\n', '\r\n')}\r\n` }] },
    ],
  ];
  test.each(shapes)('understands %s', async (_, body) => {
    const { client, sent } = scriptedClient([answer(200, body)]);
    const entries = await glossaryCalls(client).readEntries(ID, { source: 'EN', target: 'de' });
    expect([...(entries ?? [])]).toEqual(TRICKY);
    expect(sent[0]?.path).toBe('/v3/glossaries/g-1/entries?source_lang=en&target_lang=de');
  });

  test('an empty dictionary has no entries, and an empty list means that there is no dictionary', async () => {
    const { client } = scriptedClient([
      answer(200, { dictionaries: [{ ...dictionary, entries: '' }] }),
      answer(200, { dictionaries: [] }),
    ]);
    expect((await glossaryCalls(client).readEntries(ID, PAIR))?.size).toBe(0);
    expect(await glossaryCalls(client).readEntries(ID, PAIR)).toBeUndefined();
  });

  test('a line without a tab, and a format that is not TSV, are errors', async () => {
    const bad = [{ entries: 'a\tb\nc' }, { entries: 'a,b', entries_format: 'csv' }];
    const { client } = scriptedClient(bad.map((part) => answer(200, { dictionaries: [{ ...dictionary, ...part }] })));
    await expect(glossaryCalls(client).readEntries(ID, PAIR)).rejects.toThrow(
      'line 2 of dictionaries[0].entries has no tab',
    );
    await expect(glossaryCalls(client).readEntries(ID, PAIR)).rejects.toThrow(
      'dictionaries[0].entries_format is not tsv',
    );
  });
});

describe('writing', () => {
  const entries = entriesOf(TRICKY);
  const wire = {
    source_lang: 'en',
    target_lang: 'de',
    entries: TRICKY.map((entry) => entry.map(onTheWire).join('\t')).join('\n'),
    entries_format: 'tsv',
  };

  test('sends TSV and lower-case languages', async () => {
    const { client, sent } = scriptedClient([
      answer(201, glossary()),
      answer(200, metadata('EN', 'DE', 5)),
      answer(200),
      answer(204),
      answer(204),
    ]);
    const created = await glossaryCalls(client).create({
      name: 'Product terms',
      dictionaries: dictionaries({ pair: { source: 'EN', target: 'DE' }, entries }),
    });
    const put = await glossaryCalls(client).putDictionary(ID, PAIR, entries);
    await glossaryCalls(client).patch(ID, { name: 'New', dictionary: { pair: PAIR, entries } });
    await glossaryCalls(client).deleteDictionary(ID, PAIR);
    await glossaryCalls(client).delete(ID);
    expect(created.id).toBe('g-1');
    expect(put).toEqual({ entryCount: 5 });
    expect(sent.map(({ method, path, json }) => [method, path, json])).toEqual([
      ['POST', '/v3/glossaries', { name: 'Product terms', dictionaries: [wire] }],
      ['PUT', '/v3/glossaries/g-1/dictionaries', wire],
      ['PATCH', '/v3/glossaries/g-1', { name: 'New', dictionaries: [wire] }],
      ['DELETE', '/v3/glossaries/g-1/dictionaries?source_lang=en&target_lang=de', undefined],
      ['DELETE', '/v3/glossaries/g-1', undefined],
    ]);
  });

  test('a 2xx answer to a create that cannot be read is a lost answer: it may have happened', async () => {
    const { client, sent } = scriptedClient([answer(201, { id: 'unexpected' })]);
    const run = glossaryCalls(client).create({ name: 'n', dictionaries: new Map() });
    await expect(run).rejects.toBeInstanceOf(UnreachableError);
    expect(sent).toHaveLength(1);
  });
});

describe('a new glossary that is not ready', () => {
  const create = (replies: readonly Reply[] | (() => Reply)) => {
    const scripted = scriptedClient(replies, { readyWaitMs: 10_000 });
    return { ...scripted, run: glossaryCalls(scripted.client).create({ name: 'n', dictionaries: new Map() }) };
  };

  test('is looked at every second until it is', async () => {
    const { run, sent, clock } = create([
      answer(201, glossary({ ready: false })),
      answer(200, glossary({ ready: false })),
      answer(200, glossary()),
    ]);
    expect((await run).id).toBe('g-1');
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
    expect(clock.waits).toEqual([1000, 1000]);
  });

  test('is waited for only so long', async () => {
    const { run, sent } = create(() => answer(200, glossary({ ready: false })));
    expect((await run).id).toBe('g-1');
    expect(sent).toHaveLength(11);
  });

  test('is created all the same when it cannot be looked at', async () => {
    const { run } = create([answer(201, glossary({ ready: false })), answer(403)]);
    expect((await run).id).toBe('g-1');
  });
});

describe('entries that come in pieces', () => {
  /** An answer that gives its body in pieces, and breaks off after some of them. */
  const inPieces = (body: string, size: number, breaksAfter = Number.POSITIVE_INFINITY): Reply => ({
    status: 200,
    headers: new Headers(),
    arrayBuffer: async () => new TextEncoder().encode(body).buffer,
    async readBody(take) {
      const bytes = new TextEncoder().encode(body);
      let taken = 0;
      for (let end = size; end < bytes.length; end += size) {
        if (end > breaksAfter) throw Object.assign(new Error('cut'), { code: 'ECONNRESET' });
        taken += take(bytes.slice(taken, end));
      }
      return bytes.slice(taken).buffer;
    },
  });
  const rows = Array.from({ length: 2000 }, (_, index): Entry => [`source ${index}`, `target phrase ${index}`]);
  const body = (entries: readonly Entry[]): string =>
    JSON.stringify({
      dictionaries: [{ ...metadata('en', 'de', 2), entries: [...entriesTsv(entriesOf(entries))].join('') }],
    });

  test('are those of the whole answer, in one call', async () => {
    const { client, sent } = scriptedClient([inPieces(body(rows), 5000)]);
    expect([...((await glossaryCalls(client).readEntries(ID, PAIR)) ?? [])]).toEqual(rows);
    expect(sent).toHaveLength(1);
  });

  test('are read from their beginning when the line breaks', async () => {
    const { client, sent } = scriptedClient([inPieces(body(rows), 5000, 50_000), inPieces(body(rows), 7000)]);
    expect([...((await glossaryCalls(client).readEntries(ID, PAIR, packedOf(rows))) ?? [])]).toEqual(rows);
    expect(sent).toHaveLength(2);
  });

  test('are asked for again, as a whole, when that is needed to read them', async () => {
    const twice = body(rows).replace('source 1999', 'source 0');
    const { client, sent } = scriptedClient([inPieces(twice, 5000), inPieces(twice, 5000)]);
    const read = await glossaryCalls(client).readEntries(ID, PAIR, packedOf(rows));
    expect([read?.size, read?.get('source 0')]).toEqual([1999, 'target phrase 1999']);
    expect(sent.map(({ path }) => path)).toEqual([sent[0]?.path, sent[0]?.path]);
  });

  test('that cannot be read at all are refused once they have come as a whole', async () => {
    const broken = body(rows).replace('source 1999\\t', 'source 1999 ');
    const { client } = scriptedClient([inPieces(broken, 5000), inPieces(broken, 5000)]);
    await expect(glossaryCalls(client).readEntries(ID, PAIR)).rejects.toThrow(
      'line 2000 of dictionaries[0].entries has no tab',
    );
  });
});
