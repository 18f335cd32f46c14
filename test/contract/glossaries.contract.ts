import { expect, test } from 'vitest';
import type { ServiceOptions } from '../../src/service/create-service.ts';
import { memoryStore } from '../../src/service/store/store.ts';
import { contract } from './bench.ts';

const dictionary = (entries: string, more: object = {}) => ({
  source_lang: 'en',
  target_lang: 'de',
  entries,
  entries_format: 'tsv',
  ...more,
});
const GLOSSARY = { name: 'Product', dictionaries: [dictionary('house\tHaus\ncat\tKatze')] };
const PAIR = 'source_lang=en&target_lang=de';
const UNKNOWN = '99999999-0000-4000-8000-000000000000';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const form = (fields: Readonly<Record<string, string>>): string => new URLSearchParams(fields).toString();

contract('glossaries', (bench) => {
  async function withGlossary(body: object = GLOSSARY, options: Partial<ServiceOptions> = {}) {
    const opened = await bench.open(options);
    const created = await opened.call('POST', '/v3/glossaries', body);
    const path = `/v3/glossaries/${created.body.glossary_id}`;
    const entries = async (pair = PAIR): Promise<string> =>
      (await opened.call('GET', `${path}/entries?${pair}`)).body.dictionaries[0].entries;
    return { ...opened, created, path, entries };
  }

  test('glossaries.1: POST answers 201 with an id, ready, the name, counts of entries and the time', async () => {
    const { created } = await withGlossary();
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      glossary_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      ready: true,
      name: 'Product',
      dictionaries: [{ source_lang: 'en', target_lang: 'de', entry_count: 2 }],
      creation_time: '2026-01-15T12:00:00.000Z',
    });
  });

  test('glossaries.1: POST takes several dictionaries, and equal names twice', async () => {
    const dictionaries = [dictionary('a\tb'), dictionary('a\tb\nc\td', { target_lang: 'fr' })];
    const { call, created } = await withGlossary({ name: 'Two', dictionaries });
    expect(created.body.dictionaries).toEqual([
      { source_lang: 'en', target_lang: 'de', entry_count: 1 },
      { source_lang: 'en', target_lang: 'fr', entry_count: 2 },
    ]);
    expect((await call('POST', '/v3/glossaries', { name: 'Two', dictionaries })).status).toBe(201);
    expect((await call('GET', '/v3/glossaries')).body.glossaries).toHaveLength(2);
  });

  test.each([
    ['no name', { dictionaries: GLOSSARY.dictionaries }],
    ['a name that is no text', { ...GLOSSARY, name: 7 }],
    ['an empty name', { ...GLOSSARY, name: ' ' }],
    ['half of a surrogate pair for a name', { ...GLOSSARY, name: '\ud800' }],
    ['no dictionaries', { name: 'x' }],
    ['an empty list of dictionaries', { name: 'x', dictionaries: [] }],
    ['dictionaries that are no list', { name: 'x', dictionaries: dictionary('a\tb') }],
    ['a dictionary that is none', { name: 'x', dictionaries: [7] }],
    ['a pair twice', { name: 'x', dictionaries: [dictionary('a\tb'), dictionary('c\td', { source_lang: 'EN' })] }],
    ['a list for a body', [GLOSSARY]],
  ])('glossaries.1: %s is 400, and nothing is made', async (_, body) => {
    const { call, created } = await withGlossary(body);
    expect([created.status, created.body]).toEqual([400, { message: expect.any(String), detail: expect.any(String) }]);
    expect((await call('GET', '/v3/glossaries')).body).toEqual({ glossaries: [] });
  });

  test.each([
    ['a variant', { source_lang: 'en-US' }],
    ['an unknown language', { target_lang: 'xx' }],
    ['the same language twice', { target_lang: 'EN' }],
    ['an unknown format', { entries_format: 'xml' }],
    ['no format', { entries_format: undefined }],
    ['no entries', { entries: undefined }],
    ['entries that are no text', { entries: ['a\tb'] }],
    ['half of a surrogate pair', { entries: '\ud800\tb' }],
  ])('glossaries.5: a dictionary with %s is 400, for POST and PATCH too', async (_, more) => {
    const { call, path, entries } = await withGlossary();
    const wrong = dictionary('a\tb', more);
    expect((await call('POST', '/v3/glossaries', { ...GLOSSARY, dictionaries: [wrong] })).status).toBe(400);
    expect((await call('PUT', `${path}/dictionaries`, wrong)).status).toBe(400);
    expect((await call('PATCH', path, { dictionaries: [wrong] })).status).toBe(400);
    expect(await entries()).toBe('house\tHaus\ncat\tKatze');
  });

  test('glossaries.1: of several dictionaries, a refusal names the one that it is about', async () => {
    const { call } = await bench.open();
    const detail = async (entries: string, more: object = {}) =>
      (
        await call('POST', '/v3/glossaries', {
          name: 'x',
          dictionaries: [dictionary('a\tb'), dictionary(entries, more)],
        })
      ).body.detail;
    expect(await detail('a\t', { target_lang: 'fr' })).toBe(
      'dictionaries[1]: Entry with the index 0 (starting at position 0): target phrase is empty',
    );
    expect(await detail('a\tb', { entries_format: 'x' })).toBe('dictionaries[1]: entries_format must be tsv or csv');
    expect(await detail('c\td')).toBe('The language pair en->de occurs twice');
  });

  test('glossaries.2: GET lists the metadata of every glossary, in the order of creation, without entries', async () => {
    const { call, created } = await withGlossary();
    const second = await call('POST', '/v3/glossaries', { ...GLOSSARY, name: 'Another' });
    const metadata = [created, second].map(({ body: { ready: _, ...rest } }) => rest);
    expect(await call('GET', '/v3/glossaries')).toMatchObject({ status: 200, body: { glossaries: metadata } });
    expect((await call('GET', '/v3/glossaries')).body).toEqual({ glossaries: metadata });
  });

  test('glossaries.3: GET gives the metadata of one, whatever the case of its id', async () => {
    const { call, created, path } = await withGlossary();
    const { ready: _, ...metadata } = created.body;
    expect([(await call('GET', path)).status, (await call('GET', path)).body]).toEqual([200, metadata]);
    const upper = `/v3/glossaries/${created.body.glossary_id.toUpperCase()}`;
    expect((await call('GET', upper)).body).toEqual(metadata);
  });

  test.each([
    [false, 404],
    [true, 400],
  ])(
    'glossaries.3: a malformed id is 400, an unknown one 404; with compat %s, a malformed one is %i on DELETE',
    async (compat, onDelete) => {
      const { call } = await bench.open({ compat });
      for (const [id, status] of [
        ['x', 400],
        ['%2e%2e%2f', 400],
        [UNKNOWN, 404],
      ] as const)
        for (const [method, rest, body] of [
          ['GET', '', undefined],
          ['GET', `/entries?${PAIR}`, undefined],
          ['PUT', '/dictionaries', dictionary('a\tb')],
          ['PATCH', '', { name: 'New' }],
          ['DELETE', '', undefined],
          ['DELETE', `/dictionaries?${PAIR}`, undefined],
        ] as const) {
          const answer = await call(method, `/v3/glossaries/${id}${rest}`, body);
          const expected = method === 'DELETE' && status === 400 ? onDelete : status;
          expect([answer.status, answer.body.message]).toEqual([expected, expect.any(String)]);
        }
    },
  );

  test('glossaries.4: entries come as TSV, in the order in which they were sent', async () => {
    const { call, path } = await withGlossary({
      ...GLOSSARY,
      dictionaries: [dictionary('b,B\na,"A, a"\n10,x\n2,y', { entries_format: 'csv' })],
    });
    const { status, body } = await call('GET', `${path}/entries?${PAIR}`);
    expect(status).toBe(200);
    const entries = 'b\tB\na\tA, a\n10\tx\n2\ty';
    expect(body).toEqual({ dictionaries: [dictionary(entries)] });
  });

  test('glossaries.4: both languages are required; a pair that is not there is 404, one that cannot be 400', async () => {
    const { call, path } = await withGlossary();
    const status = async (query: string) => (await call('GET', `${path}/entries?${query}`)).status;
    expect(await status('source_lang=en')).toBe(400);
    expect(await status('target_lang=de')).toBe(400);
    expect(await status('source_lang=en&target_lang=fr')).toBe(404);
    expect(await status('source_lang=de&target_lang=en')).toBe(404);
    expect(await status('source_lang=en&target_lang=xx')).toBe(400);
  });

  test('glossaries.5: PUT replaces the dictionary of a pair whole, and leaves the others', async () => {
    const { call, path, entries } = await withGlossary({
      name: 'Two',
      dictionaries: [dictionary('a\tb'), dictionary('a\tc', { target_lang: 'fr' })],
    });
    const { status, body } = await call('PUT', `${path}/dictionaries`, dictionary('dog\tHund\ncow\tKuh'));
    expect([status, body]).toEqual([200, { source_lang: 'en', target_lang: 'de', entry_count: 2 }]);
    expect(await entries()).toBe('dog\tHund\ncow\tKuh');
    expect(await entries('source_lang=en&target_lang=fr')).toBe('a\tc');
  });

  test('glossaries.5: PUT creates the dictionary of a pair that was not there', async () => {
    const { call, path } = await withGlossary();
    const reverse = dictionary('Haus\thouse', { source_lang: 'de', target_lang: 'en' });
    expect((await call('PUT', `${path}/dictionaries`, reverse)).body).toEqual({
      source_lang: 'de',
      target_lang: 'en',
      entry_count: 1,
    });
    expect((await call('GET', path)).body.dictionaries).toEqual([
      { source_lang: 'en', target_lang: 'de', entry_count: 2 },
      { source_lang: 'de', target_lang: 'en', entry_count: 1 },
    ]);
  });

  test('glossaries.6: PATCH adds new source phrases and replaces those that are there', async () => {
    const { call, created, path, entries } = await withGlossary();
    const { status, body } = await call('PATCH', path, { dictionaries: [dictionary('cat\tMieze\ndog\tHund')] });
    const { ready: _, ...metadata } = created.body;
    expect([status, body]).toEqual([
      200,
      { ...metadata, dictionaries: [{ source_lang: 'en', target_lang: 'de', entry_count: 3 }] },
    ]);
    expect(await entries()).toBe('house\tHaus\ncat\tMieze\ndog\tHund');
  });

  test('glossaries.6: PATCH takes a name, entries, both or neither', async () => {
    const { call, path, entries } = await withGlossary();
    expect((await call('PATCH', path, { name: 'New' })).body.name).toBe('New');
    expect(await entries()).toBe('house\tHaus\ncat\tKatze');
    const both = await call('PATCH', path, { name: 'Newer', dictionaries: [dictionary('a\tb')] });
    expect(both.body).toMatchObject({ name: 'Newer', dictionaries: [{ entry_count: 3 }] });
    expect((await call('PATCH', path, {})).body).toEqual(both.body);
    expect((await call('PATCH', path, { dictionaries: [] })).body).toEqual(both.body);
    expect((await call('GET', path)).body).toEqual(both.body);
  });

  test('glossaries.6: PATCH changes at most one dictionary, that is there; a refused call changes nothing', async () => {
    const { call, path, entries } = await withGlossary();
    const before = (await call('GET', path)).body;
    const patch = async (body: object) => (await call('PATCH', path, { name: 'New', ...body })).status;
    const french = dictionary('a\tb', { target_lang: 'fr' });
    expect(await patch({ dictionaries: [dictionary('a\tb'), french] })).toBe(400);
    expect(await patch({ dictionaries: [french] })).toBe(404);
    expect(await patch({ name: '' })).toBe(400);
    expect(await patch({ dictionaries: 'x' })).toBe(400);
    expect((await call('GET', path)).body).toEqual(before);
    expect(await entries()).toBe('house\tHaus\ncat\tKatze');
  });

  test('glossaries.7: DELETE removes the whole glossary, with an empty 204; then it is 404', async () => {
    const { call, path } = await withGlossary();
    expect(await call('DELETE', path)).toMatchObject({ status: 204, text: '' });
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('GET', `${path}/entries?${PAIR}`)).status).toBe(404);
    expect((await call('DELETE', path)).status).toBe(404);
    expect((await call('GET', '/v3/glossaries')).body).toEqual({ glossaries: [] });
  });

  test('glossaries.8: DELETE removes the dictionary of a pair, with an empty 204; the last one leaves an empty glossary', async () => {
    const { call, path } = await withGlossary();
    await call('PUT', `${path}/dictionaries`, dictionary('a\tb', { target_lang: 'fr' }));
    const remove = (target: string) => call('DELETE', `${path}/dictionaries?source_lang=en&target_lang=${target}`);
    expect((await remove('es')).status).toBe(404);
    expect((await call('DELETE', `${path}/dictionaries?source_lang=en`)).status).toBe(400);
    expect(await remove('de')).toMatchObject({ status: 204, text: '' });
    expect((await remove('de')).status).toBe(404);
    expect((await call('GET', path)).body.dictionaries).toMatchObject([{ target_lang: 'fr' }]);
    expect((await remove('fr')).status).toBe(204);
    expect((await call('GET', path)).body.dictionaries).toEqual([]);
  });

  test('glossaries.1: form bodies with dotted indexes are taken by POST, PUT and PATCH, as official clients send them', async () => {
    const { call } = await bench.open();
    const pair = { source_lang: 'en', target_lang: 'de', entries_format: 'tsv' };
    const dotted = (entries: string) =>
      Object.fromEntries(
        Object.entries({ ...pair, entries }).map(([name, value]) => [`dictionaries[0].${name}`, value]),
      );
    const post = await call('POST', '/v3/glossaries', form({ name: 'Form', ...dotted('A%=&\tB') }), FORM);
    expect(post).toMatchObject({ status: 201, body: { name: 'Form', dictionaries: [{ entry_count: 1 }] } });
    const path = `/v3/glossaries/${post.body.glossary_id}`;
    const patch = await call('PATCH', path, form(dotted('ä+\t😀')), FORM);
    expect(patch).toMatchObject({ status: 200, body: { name: 'Form', dictionaries: [{ entry_count: 2 }] } });
    const read = async () => (await call('GET', `${path}/entries?${PAIR}`)).body.dictionaries[0].entries;
    expect(await read()).toBe('A%=&\tB\nä+\t😀');
    expect((await call('PUT', `${path}/dictionaries`, form({ ...pair, entries: 'a\tb' }), FORM)).status).toBe(200);
    expect(await read()).toBe('a\tb');
    expect((await call('PATCH', path, 'x', { 'content-type': 'text/plain' })).status).toBe(415);
  });

  test('versioning.3: language codes come in any case, and are answered in lower case', async () => {
    const { call, path, created } = await withGlossary({
      ...GLOSSARY,
      dictionaries: [dictionary('a\tb', { source_lang: 'EN', target_lang: 'De', entries_format: 'TSV' })],
    });
    expect(created.body.dictionaries).toMatchObject([{ source_lang: 'en', target_lang: 'de' }]);
    await call('PUT', `${path}/dictionaries`, dictionary('c\td', { source_lang: 'eN' }));
    expect((await call('GET', `${path}/entries?source_lang=EN&target_lang=dE`)).body).toEqual({
      dictionaries: [dictionary('c\td')],
    });
    expect((await call('DELETE', `${path}/dictionaries?source_lang=EN&target_lang=DE`)).status).toBe(204);
  });

  test('glossaries.6: changes that come in together are made one after the other, and none is lost', async () => {
    const { call, path, entries } = await withGlossary();
    const merge = (index: number) => call('PATCH', path, { dictionaries: [dictionary(`${index}\tx`)] });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => merge(index)));
    expect(answers.map(({ body }) => body.dictionaries[0].entry_count).sort((left, right) => left - right)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 3),
    );
    expect((await entries()).split('\n')).toHaveLength(22);
  });

  test('auth.7: regions do not share glossaries, even over one store', async () => {
    const store = memoryStore();
    const { call, path } = await withGlossary(GLOSSARY, { store });
    const us = await bench.open({ store, region: 'us' });
    expect((await us.call('GET', '/v3/glossaries')).body).toEqual({ glossaries: [] });
    expect((await us.call('GET', path)).status).toBe(404);
    await us.call('POST', '/v3/glossaries', { ...GLOSSARY, name: 'American' });
    const names = async (ask: typeof call) =>
      (await ask('GET', '/v3/glossaries')).body.glossaries.map(({ name }: { name: string }) => name);
    expect([await names(call), await names(us.call)]).toEqual([['Product'], ['American']]);
  });
});
