import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entriesText, readStoredText } from '../../src/service/glossaries/entries-text.ts';
import { runs } from '../support/runs.ts';
import { contract } from './bench.ts';

type Format = 'tsv' | 'csv';

const dictionary = (entries: string, format: Format = 'tsv') => ({
  source_lang: 'en',
  target_lang: 'de',
  entries,
  entries_format: format,
});

/** Fields as an entry of either format, and nothing quoted. */
const line = (format: Format, ...fields: string[]): string => fields.join(format === 'tsv' ? '\t' : ',');

/** One entry that is right, of four characters with its line end, and then a wrong one. */
const second = (format: Format, ...fields: string[]): string => `${line(format, 'x', 'y')}\n${line(format, ...fields)}`;

const SECOND = 'Entry with the index 1 (starting at position 4)';
const CONTROL = 'contains a control character or a newline';
const LONG = 'is longer than 1024 bytes in UTF-8';
const SPACE = 'has leading or trailing whitespace';

/** The row and what is wrong, the format, the entries, and the detail that names the entry. */
const REFUSED = (['tsv', 'csv'] as const).flatMap((format) => {
  const row = (what: string, fields: readonly string[], fault: string) =>
    [what, format, second(format, ...fields), `${SECOND}: ${fault}`] as const;
  const duplicates =
    'Key with the index 2 (starting at position 8) duplicates key with the index 0 (starting at position 0)';
  return [
    [
      'entries.1: a source that was there',
      format,
      `${second(format, 'c', 'd')}\n${line(format, 'x', 'e')}`,
      duplicates,
    ],
    ['entries.1: the same entry twice', format, `${second(format, 'c', 'd')}\n${line(format, 'x', 'y')}`, duplicates],
    [
      'entries.1: the same source in quotes',
      format,
      `${second(format, 'c', 'd')}\n${line(format, '"x"', 'e')}`,
      duplicates,
    ],
    row('entries.2: an empty source', ['', 'b'], 'source phrase is empty'),
    row('entries.2: an empty target', ['a', ''], 'target phrase is empty'),
    row('entries.2: a source of nothing but quotes', ['""', 'b'], 'source phrase is empty'),
    row('entries.2: a target of nothing but quotes', ['a', '""'], 'target phrase is empty'),
    row('entries.3: a C0 control', ['a\u0007', 'b'], `source phrase ${CONTROL}`),
    row('entries.3: a null', ['a', 'b\u0000b'], `target phrase ${CONTROL}`),
    row('entries.3: a C1 control', ['a', 'b\u009bb'], `target phrase ${CONTROL}`),
    row('entries.3: a next line', ['a', 'b\u0085b'], `target phrase ${CONTROL}`),
    row('entries.3: a line separator', ['a\u2028a', 'b'], `source phrase ${CONTROL}`),
    row('entries.3: a paragraph separator', ['a', 'b\u2029'], `target phrase ${CONTROL}`),
    row('entries.4: a space before', [' a', 'b'], `source phrase ${SPACE}`),
    row('entries.4: a space after', ['a', 'b '], `target phrase ${SPACE}`),
    row('entries.4: a space inside the quotes', ['a', '" b"'], `target phrase ${SPACE}`),
    row('entries.4: a no-break space', ['a', '\u00a0b'], `target phrase ${SPACE}`),
    row('entries.4: an ideographic space', ['a\u3000', 'b'], `source phrase ${SPACE}`),
    row('entries.4: nothing but a space', ['a', ' '], `target phrase ${SPACE}`),
    row('entries.5: a source of 1025 bytes', ['s'.repeat(1025), 'b'], `source phrase ${LONG}`),
    row('entries.5: a target of 513 times two bytes', ['a', 'é'.repeat(513)], `target phrase ${LONG}`),
    row('entries.5: a target of 257 times four bytes', ['a', '😀'.repeat(257)], `target phrase ${LONG}`),
  ] as const;
});

const REFUSED_IN_ONE_FORMAT = [
  ['entries.3: a tab in a phrase', 'tsv', 'x\ty\na\tb\tc', `${SECOND}: target phrase ${CONTROL}`],
  ['entries.3: a carriage return in a phrase', 'tsv', 'x\ty\na\tb\rc', `${SECOND}: target phrase ${CONTROL}`],
  ['entries.3: a tab in a phrase', 'csv', 'x,y\na,b\tc', `${SECOND}: target phrase ${CONTROL}`],
  ['entries.3: a line end inside quotes', 'csv', 'x,y\n"a\nb",c', `${SECOND}: source phrase ${CONTROL}`],
  ['entry-format: no separator', 'tsv', 'x\ty\nabc', `${SECOND} misses tab separator`],
  ['entry-format: a comma for a separator', 'tsv', 'x\ty\na,b', `${SECOND} misses tab separator`],
  ['entry-format: no separator', 'csv', 'x,y\nabc', `${SECOND} misses comma separator`],
  ['entry-format: more than four columns', 'csv', 'x,y\na,b,en,de,e', `${SECOND} has 5 columns, at most 4 are allowed`],
  ['entry-format: an unclosed quote', 'csv', 'x,y\na,"b', 'The quote opened in the entry at position 4 is not closed'],
  [
    'entry-format: text after a closing quote',
    'csv',
    'x,y\na,"b"c',
    'The entry at position 4 has text after a closing quote',
  ],
  ['entry-format: no entry', 'tsv', '\n\r\n\n', 'A dictionary must have at least one entry'],
  ['entry-format: no entry', 'csv', '\n\r\n\n', 'A dictionary must have at least one entry'],
  ['entry-format: no entry of this pair', 'csv', 'a,b,en,fr', 'A dictionary must have at least one entry'],
] as const;

contract('entries', (bench) => {
  async function withGlossary(entries = 'house\tHaus', format: Format = 'tsv') {
    const opened = await bench.open();
    const body = { name: 'A', dictionaries: [dictionary(entries, format)] };
    const created = await opened.call('POST', '/v3/glossaries', body);
    const path = `/v3/glossaries/${created.body.glossary_id}`;
    const read = async (): Promise<string> =>
      (await opened.call('GET', `${path}/entries?source_lang=en&target_lang=de`)).body.dictionaries[0].entries;
    return { ...opened, created, path, read };
  }

  test('entries.3: U+007F is neither a C0 nor a C1 control, and is taken', async () => {
    const { created, read } = await withGlossary('a\u007f\tb\u007fc');
    expect([created.status, await read()]).toEqual([201, 'a\u007f\tb\u007fc']);
  });

  test.each([...REFUSED, ...REFUSED_IN_ONE_FORMAT])(
    '%s, as %s, is refused by POST, PUT, PATCH and the older POST, and the entry is named',
    async (_, format, entries, detail) => {
      const { call, path, read } = await withGlossary();
      const wrong = dictionary(entries, format);
      for (const [method, address, body] of [
        ['POST', '/v3/glossaries', { name: 'B', dictionaries: [wrong] }],
        ['PUT', `${path}/dictionaries`, wrong],
        ['PATCH', path, { name: 'B', dictionaries: [wrong] }],
        ['POST', '/v2/glossaries', { name: 'B', ...wrong }],
      ] as const) {
        const answer = await call(method, address, body);
        expect([answer.status, answer.body]).toEqual([400, { message: 'Invalid glossary entries provided', detail }]);
      }
      expect((await call('GET', '/v3/glossaries')).body.glossaries).toMatchObject([{ name: 'A' }]);
      expect(await read()).toBe('house\tHaus');
    },
  );

  test('entries.1: sources that differ in case or in composition are two', async () => {
    const { created } = await withGlossary('a\t1\nA\t2\né\t3\ne\u0301\t4');
    expect(created.body.dictionaries).toMatchObject([{ entry_count: 4 }]);
  });

  test('entry-format: half of a surrogate pair is no character, a whole pair is one', async () => {
    const { call, created } = await withGlossary('😀\tb');
    expect(created.status).toBe(201);
    for (const format of ['tsv', 'csv'] as const)
      expect(await call('POST', '/v2/glossaries', { name: 'B', ...dictionary('\ud800\tb', format) })).toMatchObject({
        status: 400,
        body: { detail: 'entries contains half of a surrogate pair' },
      });
  });

  test('entry-format: TSV takes any line end and empty lines, and a last line without its end', async () => {
    const { read } = await withGlossary('\na\tb\r\n\r\nc\td\n\ne\tf');
    expect(await read()).toBe('a\tb\nc\td\ne\tf');
  });

  test('entry-format: CSV follows the standard: commas, doubled quotes, line ends', async () => {
    const { read } = await withGlossary('"a,b","say ""hi"""\r\n\r\nc,d\n"e","f"', 'csv');
    expect(await read()).toBe('a,b\tsay "hi"\nc\td\ne\tf');
  });

  test('entry-format: in CSV, an entry whose languages are not the pair is ignored, whatever else it breaks', async () => {
    const { read } = await withGlossary('a,b,EN,DE\nc,d,EN,FR\na,b,de,en\n,x,en,fr\ne,f\ng,h,en,de', 'csv');
    expect(await read()).toBe('a\tb\ne\tf\ng\th');
  });

  test('entry-format: languages that are both blank name no other pair, one that is blank does', async () => {
    const { read } = await withGlossary('a,b,,\nc,d,EN,\ne,f,,DE\ng,h', 'csv');
    expect(await read()).toBe('a\tb\ng\th');
  });

  test('entry-format: phrases may be enclosed in double quotes; every other quote is a part of the phrase', async () => {
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
    const { created, read } = await withGlossary(written.map((text) => `${text}\t${text}`).join('\n'));
    expect(created.body.dictionaries[0].entry_count).toBe(phrases.length);
    expect((await read()).split('\n').map((text) => text.split('\t')[0])).toEqual(written);
    expect(await (await withGlossary('"a"\t"b"')).read()).toBe('a\tb');
  });

  test('entry-format: what is read can be sent again, and says the same', async () => {
    const { call, path, read } = await withGlossary('"a"b\t"""c"""\n""""\td,e', 'tsv');
    const before = await read();
    expect((await call('PUT', `${path}/dictionaries`, dictionary(before))).status).toBe(200);
    expect(await read()).toBe(before);
  });

  test.each([
    ['1024 times one byte', 'x'.repeat(1024)],
    ['512 times two', 'é'.repeat(512)],
    ['256 times four', '😀'.repeat(256)],
  ])('limits.glossary-phrases: a source, a target and a name of %s are taken', async (_, text) => {
    const { call, path } = await withGlossary();
    expect((await call('PUT', `${path}/dictionaries`, dictionary(`${text}\t${text}`))).status).toBe(200);
    expect((await call('PATCH', path, { name: text })).body.name).toBe(text);
  });

  test('limits.glossary-phrases: a name of 1025 bytes is refused by POST, PATCH and the older POST', async () => {
    const { call, path } = await withGlossary();
    const name = `${'é'.repeat(512)}x`;
    for (const [method, address, body] of [
      ['POST', '/v3/glossaries', { name, dictionaries: [dictionary('a\tb')] }],
      ['PATCH', path, { name }],
      ['POST', '/v2/glossaries', { name, ...dictionary('a\tb') }],
    ] as const)
      expect(await call(method, address, body)).toMatchObject({
        status: 400,
        body: { detail: 'name may have at most 1024 bytes in UTF-8' },
      });
  });

  test('limits.glossary-phrases: a field of 9 MB is too long a phrase, not a fault of the service', async () => {
    const long = 'a'.repeat(9_000_000);
    for (const entries of [`"${long}"\tb`, `"${long}\tb`]) {
      const { created } = await withGlossary(entries);
      expect([created.status, created.body.detail]).toEqual([
        400,
        'Entry with the index 0 (starting at position 0): source phrase is longer than 1024 bytes in UTF-8',
      ]);
    }
  });

  test('limits.dictionary-size: 10 MB are taken; a byte more is 413, and so is a merge that goes beyond', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `${String(index).padStart(5, '0')}${'s'.repeat(500)}`);
    const full = lines.map((source) => `${source}\t${'t'.repeat(493)}`).join('\n');
    // Ten thousand lines of 1000 bytes with their ends, the last without.
    expect(full).toHaveLength(9_999_999);
    const { call, created, path } = await withGlossary(`${full}\n`);
    expect(created).toMatchObject({ status: 201, body: { dictionaries: [{ entry_count: 10_000 }] } });
    const tooLarge = { status: 413, body: { message: 'Dictionary too large' } };
    const one = (format: Format) => dictionary(`${full}\n\n`, format);
    expect(await call('POST', '/v3/glossaries', { name: 'B', dictionaries: [one('tsv')] })).toMatchObject(tooLarge);
    expect(await call('PUT', `${path}/dictionaries`, one('csv'))).toMatchObject(tooLarge);
    expect(await call('POST', '/v2/glossaries', { name: 'B', ...one('tsv') })).toMatchObject(tooLarge);
    expect(await call('PATCH', path, { dictionaries: [dictionary('new\tneu')] })).toMatchObject(tooLarge);
    const replacing = dictionary(`${lines[0]}\tkurz`);
    expect((await call('PATCH', path, { dictionaries: [replacing] })).status).toBe(200);
    // Each dictionary has its own 10 MB.
    const french = { ...dictionary(full), target_lang: 'fr' };
    expect((await call('PUT', `${path}/dictionaries`, french)).status).toBe(200);
  });
});

test('entry-format: phrases of any quotes are read as they were written', () => {
  const phrase = fc.string({ unit: fc.constantFrom('"', 'a', '""'), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(phrase, phrase, (source, target) => {
      expect([...readStoredText(entriesText(new Map([[source, target]])))]).toEqual([[source, target]]);
    }),
    { numRuns: runs(2000) },
  );
});
