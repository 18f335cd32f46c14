import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';

const dictionary = (entries: string, more: object = {}) => ({
  source_lang: 'en',
  target_lang: 'de',
  entries,
  entries_format: 'tsv',
  ...more,
});
const GLOSSARY = { name: 'Product', dictionaries: [dictionary('house\tHaus\ncat\tKatze')] };
const ENTRIES = 'entries?source_lang=en&target_lang=de';

async function withGlossary(body: object = GLOSSARY, options = {}) {
  const call = caller(testService(options));
  const created = await call('POST', '/v3/glossaries', body);
  return { call, created, path: `/v3/glossaries/${created.body.glossary_id}` };
}

describe('glossaries v3', () => {
  test('glossaries.1: a created glossary has an id, is ready, and counts its entries', async () => {
    const { created } = await withGlossary();
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: 'Product',
      ready: true,
      dictionaries: [{ source_lang: 'en', target_lang: 'de', entry_count: 2 }],
    });
    expect(created.body.creation_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('glossaries.2 and 3: it is listed and read, without entries', async () => {
    const { call, created, path } = await withGlossary();
    const { ready: _, ...metadata } = created.body;
    expect((await call('GET', '/v3/glossaries')).body).toEqual({ glossaries: [metadata] });
    expect((await call('GET', path)).body).toEqual(metadata);
  });

  test('glossaries.4: entries come as TSV, in the order in which they were sent, whatever the case of the languages', async () => {
    const { call, path } = await withGlossary({
      ...GLOSSARY,
      dictionaries: [dictionary('b,B\na,"A, a"', { entries_format: 'csv', source_lang: 'EN' })],
    });
    expect((await call('GET', `${path}/entries?source_lang=EN&target_lang=De`)).body).toEqual({
      dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'b\tB\na\tA, a', entries_format: 'tsv' }],
    });
    expect((await call('GET', `${path}/entries?source_lang=en`)).status).toBe(400);
    expect((await call('GET', `${path}/entries?source_lang=en&target_lang=fr`)).status).toBe(404);
  });

  test('glossaries.5: PUT replaces a dictionary whole, or creates it', async () => {
    const { call, path } = await withGlossary();
    expect((await call('PUT', `${path}/dictionaries`, dictionary('dog\tHund'))).body).toEqual({
      source_lang: 'en',
      target_lang: 'de',
      entry_count: 1,
    });
    expect((await call('GET', `${path}/${ENTRIES}`)).body.dictionaries[0].entries).toBe('dog\tHund');
    await call('PUT', `${path}/dictionaries`, dictionary('dog\tchien', { target_lang: 'fr' }));
    expect((await call('GET', path)).body.dictionaries).toHaveLength(2);
  });

  test('glossaries.6: PATCH merges entries and takes a name, in one call or in two', async () => {
    const { call, path } = await withGlossary();
    const { body } = await call('PATCH', path, { name: 'New', dictionaries: [dictionary('cat\tMieze\ndog\tHund')] });
    expect(body).toMatchObject({ name: 'New', dictionaries: [{ entry_count: 3 }] });
    expect(body).not.toHaveProperty('ready');
    expect((await call('GET', `${path}/${ENTRIES}`)).body.dictionaries[0].entries).toBe(
      'house\tHaus\ncat\tMieze\ndog\tHund',
    );
    expect((await call('PATCH', path, { dictionaries: [dictionary('a\tb'), dictionary('a\tb')] })).status).toBe(400);
    expect((await call('PATCH', path, { dictionaries: [dictionary('a\tb', { target_lang: 'fr' })] })).status).toBe(404);
  });

  test('glossaries.7 and 8: a dictionary goes, then the glossary; both answers are empty', async () => {
    const { call, path } = await withGlossary();
    expect(await call('DELETE', `${path}/dictionaries?source_lang=en&target_lang=de`)).toMatchObject({
      status: 204,
      text: '',
    });
    expect((await call('GET', path)).body.dictionaries).toEqual([]);
    expect(await call('DELETE', path)).toMatchObject({ status: 204, text: '' });
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('DELETE', path)).status).toBe(404);
  });

  test('a malformed id is a wrong request, an unknown one is not found', async () => {
    const call = caller(testService());
    expect((await call('GET', '/v3/glossaries/x')).status).toBe(400);
    expect((await call('GET', '/v3/glossaries/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  test.each([
    [
      'constraint 1: a duplicate source',
      'a\tb\nc\td\na\te',
      'Key with the index 2 (starting at position 8) duplicates key with the index 0 (starting at position 0)',
    ],
    ['constraint 2: an empty source', '\tb', 'index 0 (starting at position 0): source phrase is empty'],
    ['constraint 2: an empty target', 'a\t', 'target phrase is empty'],
    ['constraint 3: a control character', 'a\u0007\tb', 'source phrase contains a control character'],
    ['constraint 3: a C1 control', 'a\tb\u0085b', 'target phrase contains a control character'],
    ['constraint 3: a Unicode newline', 'a\tb\u2028c', 'target phrase contains a control character'],
    ['constraint 3: a tab in a phrase', 'a\tb\tc', 'target phrase contains a control character'],
    ['constraint 4: outer white space', 'a\t\u00a0b', 'target phrase has leading or trailing whitespace'],
    ['constraint 4: an ideographic space', 'a\u3000\tb', 'source phrase has leading or trailing whitespace'],
    ['constraint 5: 1025 bytes', `a\t${'x'.repeat(1025)}`, 'longer than 1024 bytes'],
    ['constraint 5: bytes, not characters', `${'é'.repeat(513)}\tb`, 'longer than 1024 bytes'],
    ['no separator', 'abc', 'misses tab separator'],
    ['no entry at all', '\n\n', 'at least one entry'],
  ])('%s is refused, and the entry is named', async (_, entries, detail) => {
    for (const [method, path, body] of [
      ['POST', '/v3/glossaries', { ...GLOSSARY, dictionaries: [dictionary(entries)] }],
      ['PUT', undefined, dictionary(entries)],
      ['PATCH', undefined, { dictionaries: [dictionary(entries)] }],
    ] as const) {
      const { call, path: glossary } = await withGlossary();
      const answer = await call(method, path ?? (method === 'PUT' ? `${glossary}/dictionaries` : glossary), body);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        message: 'Invalid glossary entries provided',
        detail: expect.stringContaining(detail),
      });
    }
  });

  test.each([
    ['constraint 1', 'a,b\n"a",c', 'Key with the index 1'],
    ['constraint 2', 'a,""', 'target phrase is empty'],
    ['constraint 3: a line end inside quotes', '"a\nb",c', 'source phrase contains a control character'],
    ['constraint 4', '" a",b', 'source phrase has leading or trailing whitespace'],
    ['constraint 5', `a,${'x'.repeat(1025)}`, 'longer than 1024 bytes'],
    ['an unclosed quote', 'a,"b', 'is never closed'],
    ['text after a closing quote', 'a,"b"c', 'after a closing quote'],
  ])('CSV, %s: refused alike', async (_, entries, detail) => {
    const { created } = await withGlossary({
      ...GLOSSARY,
      dictionaries: [dictionary(entries, { entries_format: 'csv' })],
    });
    expect(created.status).toBe(400);
    expect(created.body.detail).toContain(detail);
  });

  test('CSV language columns: a row of another pair is ignored', async () => {
    const { call, path } = await withGlossary({
      ...GLOSSARY,
      dictionaries: [dictionary('a,b,EN,DE\nc,d,EN,FR\ne,f', { entries_format: 'csv' })],
    });
    expect((await call('GET', `${path}/${ENTRIES}`)).body.dictionaries[0].entries).toBe('a\tb\ne\tf');
  });

  test('CSV language columns that are both blank name no other pair', async () => {
    const { call, path } = await withGlossary({
      ...GLOSSARY,
      dictionaries: [dictionary('a,b,,\nc,d,EN,\ne,f', { entries_format: 'csv' })],
    });
    expect((await call('GET', `${path}/${ENTRIES}`)).body.dictionaries[0].entries).toBe('a\tb\ne\tf');
  });

  test.each([
    ['a variant', { source_lang: 'en-US' }],
    ['an unknown language', { target_lang: 'xx' }],
    ['the same language twice', { target_lang: 'EN' }],
    ['an unknown format', { entries_format: 'xml' }],
    ['no format', { entries_format: undefined }],
  ])('%s is refused', async (_, more) => {
    expect((await withGlossary({ ...GLOSSARY, dictionaries: [dictionary('a\tb', more)] })).created.status).toBe(400);
  });

  test.each([
    ['no dictionaries', { name: 'x' }],
    ['an empty list of dictionaries', { name: 'x', dictionaries: [] }],
    ['a pair twice', { name: 'x', dictionaries: [dictionary('a\tb'), dictionary('c\td')] }],
    ['an empty name', { ...GLOSSARY, name: ' ' }],
    ['a name of 1025 bytes', { ...GLOSSARY, name: `${'é'.repeat(512)}x` }],
  ])('%s is refused', async (_, body) => {
    expect((await withGlossary(body)).created.status).toBe(400);
  });

  test('limits: a dictionary of more than 10 MB is refused with 413', async () => {
    const line = `${'s'.repeat(500)}%\t${'t'.repeat(500)}\n`;
    const entries = Array.from({ length: 10_000 }, (_, index) => line.replace('%', String(index))).join('');
    expect((await withGlossary({ ...GLOSSARY, dictionaries: [dictionary(entries)] })).created.status).toBe(413);
  });

  test('limits: the number of glossaries depends on the plan', async () => {
    const { call } = await withGlossary(GLOSSARY, { glossariesMax: { free: 1, pro: 2 } });
    expect((await call('POST', '/v3/glossaries', GLOSSARY)).status).toBe(201);
    expect((await call('POST', '/v3/glossaries', GLOSSARY)).status).toBe(456);
  });

  test('phrases may be enclosed in quotes; every other quote is a quote', async () => {
    const phrases = [
      '"quoted"',
      '"',
      '""',
      '"""',
      '"a"b"',
      '"a" b',
      'a"',
      '__proto__',
      'constructor',
      '10',
      'שלום',
      '👩‍👩‍👧',
    ];
    const written = phrases.map((phrase) =>
      /^"(?:[^"]|"")*"$/.test(phrase) ? `"${phrase.replaceAll('"', '""')}"` : phrase,
    );
    const { call, path, created } = await withGlossary({
      ...GLOSSARY,
      dictionaries: [dictionary(written.map((text) => `${text}\t${text}`).join('\n'))],
    });
    expect(created.body.dictionaries[0].entry_count).toBe(phrases.length);
    expect(
      (await call('GET', `${path}/${ENTRIES}`)).body.dictionaries[0].entries
        .split('\n')
        .map((line: string) => line.split('\t')[0]),
    ).toEqual(written);
    expect((await withGlossary({ ...GLOSSARY, dictionaries: [dictionary('""\tx')] })).created.body.detail).toContain(
      'source phrase is empty',
    );
  });

  test('form bodies with dotted indexes are taken, as official clients send them', async () => {
    const call = caller(testService());
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({
      name: 'Form',
      'dictionaries[0].source_lang': 'en',
      'dictionaries[0].target_lang': 'de',
      'dictionaries[0].entries': 'A%=&\tB',
      'dictionaries[0].entries_format': 'tsv',
    });
    const created = await call('POST', '/v3/glossaries', body.toString(), form);
    expect(created).toMatchObject({ status: 201, body: { name: 'Form', dictionaries: [{ entry_count: 1 }] } });
    const put = new URLSearchParams({ source_lang: 'en', target_lang: 'fr', entries: 'a\tb', entries_format: 'tsv' });
    expect(
      (await call('PUT', `/v3/glossaries/${created.body.glossary_id}/dictionaries`, put.toString(), form)).status,
    ).toBe(200);
  });

  test('a model of the state agrees with the answers of any sequence of calls', async () => {
    const entry = fc.tuple(fc.constantFrom('a', 'b', '__proto__'), fc.constantFrom('x', 'y'));
    const entries = fc.uniqueArray(entry, { minLength: 1, selector: ([source]) => source });
    const step = fc.record({
      kind: fc.constantFrom('put', 'patch', 'delete'),
      target: fc.constantFrom('de', 'fr'),
      entries,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { call, path } = await withGlossary();
        const model = new Map([
          [
            'de',
            new Map([
              ['house', 'Haus'],
              ['cat', 'Katze'],
            ]),
          ],
        ]);
        for (const { kind, target, entries: rows } of steps) {
          const body = dictionary(rows.map((row) => row.join('\t')).join('\n'), { target_lang: target });
          const known = model.get(target);
          if (kind === 'put') {
            expect((await call('PUT', `${path}/dictionaries`, body)).status).toBe(200);
            model.set(target, new Map(rows));
          } else if (kind === 'patch') {
            expect((await call('PATCH', path, { dictionaries: [body] })).status).toBe(known === undefined ? 404 : 200);
            if (known !== undefined) model.set(target, new Map([...known, ...rows]));
          } else {
            const { status } = await call('DELETE', `${path}/dictionaries?source_lang=en&target_lang=${target}`);
            expect(status).toBe(known === undefined ? 404 : 204);
            model.delete(target);
          }
          for (const language of ['de', 'fr']) {
            const { status, body: answer } = await call(
              'GET',
              `${path}/entries?source_lang=en&target_lang=${language}`,
            );
            const wanted = model.get(language);
            expect(status).toBe(wanted === undefined ? 404 : 200);
            if (wanted !== undefined)
              expect(answer.dictionaries[0].entries).toBe([...wanted].map((row) => row.join('\t')).join('\n'));
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('glossaries v2', () => {
  test('the five routes work on the same store, for glossaries of one dictionary', async () => {
    const call = caller(testService());
    const created = await call('POST', '/v2/glossaries', { name: 'Old', ...dictionary('a\tb') });
    expect(created).toMatchObject({
      status: 201,
      body: { name: 'Old', ready: true, source_lang: 'en', target_lang: 'de', entry_count: 1 },
    });
    const path = `/v2/glossaries/${created.body.glossary_id}`;
    expect((await call('GET', '/v2/glossaries')).body.glossaries).toEqual([created.body]);
    expect((await call('GET', path)).body).toEqual(created.body);
    const entries = await call('GET', `${path}/entries`);
    expect([entries.headers.get('content-type'), entries.text]).toEqual([
      'text/tab-separated-values; charset=UTF-8',
      'a\tb',
    ]);
    await call(
      'PUT',
      `/v3/glossaries/${created.body.glossary_id}/dictionaries`,
      dictionary('a\tc', { target_lang: 'fr' }),
    );
    expect((await call('GET', path)).status).toBe(404);
    await call('DELETE', `/v3/glossaries/${created.body.glossary_id}/dictionaries?source_lang=en&target_lang=fr`);
    expect((await call('DELETE', path)).status).toBe(204);
  });

  test('every two different glossary languages are a pair', async () => {
    const { body } = await caller(testService())('GET', '/v2/glossary-language-pairs');
    expect(body.supported_languages).toHaveLength(33 * 32);
    expect(body.supported_languages).toContainEqual({ source_lang: 'en', target_lang: 'de' });
  });
});
