import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDictionary } from '../../../src/files/dictionary/dictionary-file.ts';
import type { DictionaryInput } from '../../../src/files/dictionary/dictionary-schema.ts';
import { dictionaryCsv } from '../../../src/files/dictionary/write-dictionary.ts';
import { entriesOf } from '../../../src/model/entries/entries.ts';
import { runs } from '../../support/runs.ts';
import { phrase } from '../../support/target.ts';

const PAIR = { source: 'en', target: 'de' };

function read(content: string | Uint8Array, more: Partial<DictionaryInput> = {}) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const { value, findings } = parseDictionary({ bytes, file: 'en-de.csv', pair: PAIR, ...more });
  return { entries: [...(value?.entries ?? [])], findings, value };
}
const said = (content: string | Uint8Array, more: Partial<DictionaryInput> = {}) =>
  read(content, more).findings.map(({ code, at }) => `${at.line}:${at.column} ${code}`);

describe('CSV as people have it', () => {
  const TWO = [
    ['house', 'Haus'],
    ['cat', 'Katze'],
  ];
  test.each([
    ['plain', 'house,Haus\ncat,Katze\n'],
    ['no line end at the end', 'house,Haus\ncat,Katze'],
    ['CRLF', 'house,Haus\r\ncat,Katze\r\n'],
    ['CR', 'house,Haus\rcat,Katze\r'],
    ['mixed line ends', 'house,Haus\r\ncat,Katze\r\r\n\n'],
    ['a byte order mark before a quoted cell', '\ufeff"house",Haus\ncat,Katze\n'],
    ['semicolons', 'house;Haus\ncat;Katze\n'],
    ['tabs', 'house\tHaus\ncat\tKatze\n'],
    ['bars', 'house|Haus\ncat|Katze\n'],
    ['sep=', 'sep=;\nhouse;Haus\ncat;Katze\n'],
    ['a trailing empty column on every row', 'house,Haus,\ncat,Katze,,\n'],
    ['the four columns of an export', 'house,Haus,EN,DE\ncat,Katze,en,de\n'],
    ['an export with relevance', '"house","Haus","EN","DE",0.5\n"cat","Katze","EN","DE",1\n'],
    ['a header of words', 'source,target\nhouse,Haus\ncat,Katze\n'],
    ['blank rows of a spreadsheet', 'house,Haus\n,,,\ncat,Katze\n,\n  ,\n'],
  ])('%s', (_, content) => {
    const { entries, findings } = read(content);
    expect(entries).toEqual(TWO);
    expect(findings).toEqual([]);
  });

  test('blank lines and comments', () => {
    const { entries, findings } = read('# our terms, "all" of them\n\nhouse,Haus\n\n# pets;\ncat,Katze\n\n', {
      comments: '#',
    });
    expect(entries).toEqual(TWO);
    expect(findings).toEqual([]);
  });

  test.each(['EN,DE', 'english,german', 'term,translation', 'Source Term,Target Term'])(
    'the header %s is skipped and said',
    (header) => {
      const { entries, findings } = read(`${header}\nhouse,Haus\ncat,Katze\n`);
      expect(entries).toEqual(TWO);
      expect(findings).toMatchObject([{ code: 'header-skipped', severity: 'info', at: { line: 1, column: 1 } }]);
    },
  );

  test('columns are found by the header of a term list', () => {
    const { entries, findings } = read(
      'id,sourceLang,targetLang,sourceString,targetString\n1,en_XX,de_DE,house,Haus\n2,en,fr,cat,chat\n',
    );
    expect(entries).toEqual([['house', 'Haus']]);
    expect(findings.map(({ code, at }) => `${at.line}:${at.column} ${code}`)).toEqual([
      '1:1 header-skipped',
      '3:3 row-other-pair',
    ]);
  });

  test('a header can be forced, and forbidden', () => {
    expect(read('house,Haus\ncat,Katze', { header: true }).entries).toEqual([['cat', 'Katze']]);
    expect(read('en,de\ncat,Katze', { header: false }).entries).toEqual([
      ['en', 'de'],
      ['cat', 'Katze'],
    ]);
  });

  test('a delimiter can be forced', () => {
    expect(read('a,b;c\n', { delimiter: ';' }).entries).toEqual([['a,b', 'c']]);
  });

  test('quotes: doubled inside, kept inside a field that does not begin with one', () => {
    expect(read('"say ""hi""","a, b"\n5" disk,5-Zoll\n').entries).toEqual([
      ['say "hi"', 'a, b'],
      ['5" disk', '5-Zoll'],
    ]);
  });

  test('a phrase that begins with # is one when it is quoted', () => {
    expect(read('"#tag",Tag\n').entries).toEqual([['#tag', 'Tag']]);
  });

  test('an empty file has no entries and no faults', () => {
    expect(read('')).toMatchObject({ entries: [], findings: [], value: { rows: 0 } });
  });
});

test('columns that a header names beside the phrases are kept in the file, and are no part of an entry', () => {
  const { entries, findings } = read('source,target,example,note\nhouse,Haus,A house.,\ncat,Katze\ndog,Hund,,"a, b"\n');
  expect(entries).toEqual([
    ['house', 'Haus'],
    ['cat', 'Katze'],
    ['dog', 'Hund'],
  ]);
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
});

describe('faults, each where it stands', () => {
  test.each([
    ['an empty source', ',x\n', ['1:1 phrase-empty']],
    ['an empty target', 'x,\n', ['1:3 phrase-empty']],
    ['a tab in a phrase', 'a\u0009b,c\nd,e\nf,g', ['1:1 phrase-control-character']],
    ['a C1 control', 'a,b\u0090\n', ['1:3 phrase-control-character']],
    ['a Unicode newline', 'a,b\u2028c\n', ['1:3 phrase-line-end']],
    ['white space at the end', 'a ,b\n', ['1:1 phrase-outer-space']],
    ['a no-break space at the start', 'a,\u00a0b\n', ['1:3 phrase-outer-space']],
    ['an ideographic space', 'a,b\u3000\n', ['1:3 phrase-outer-space']],
    ['1025 bytes of 513 characters', `a,${'é'.repeat(512)}x\n`, ['1:3 phrase-too-long']],
    ['one column', 'a,b\nalone\n', ['2:1 row-one-column']],
    ['three columns', 'a,b,c\n', ['1:5 row-columns']],
    ['three columns below a header of two', 'source,target\na,b,c\n', ['2:5 row-columns']],
    ['more columns than the header has', 'source,target,note\na,b,c,d\n', ['1:1 header-skipped', '2:7 row-columns']],
    ['a language with a slip', 'English,Germn\nhouse,Haus\n', ['1:1 header-or-entry']],
    ['two languages that are an entry', 'English,Englisch\nhouse,Haus\n', []],
    [
      'a column of which nothing is known',
      'source,target,Staus\na,b,c\n',
      ['1:1 header-skipped', '1:15 table-columns-unknown'],
    ],
    [
      'a language that the header has besides',
      'en,de,fr\na,b,c\n',
      ['1:1 header-skipped', '1:7 dictionary-language-column'],
    ],
    ['a row of another pair', 'a,b,EN,FR\n', ['1:5 row-other-pair']],
    ['a quoted newline', 'x,y\n"a\nb",c\nd,e\n', ['2:1 phrase-line-end']],
    [
      'an unclosed quote: the line where it opens, and the rows after it are read',
      'a,b\nc,"d\ne,f\n',
      ['2:3 quote-not-closed'],
    ],
    ['text after a closing quote', 'a,b\n"c"d,e\nf,g\n', ['2:1 text-after-quote']],
    [
      'several faults at once, in file order',
      ',x\ny, z\n"q\n',
      ['1:1 phrase-empty', '2:3 phrase-outer-space', '3:1 quote-not-closed'],
    ],
  ])('%s', (_, content, expected) => {
    expect(said(content)).toEqual(expected);
  });

  test('what stands after a fault is read', () => {
    expect(read('a,b\nc,"d\ne,f\n').entries).toEqual([
      ['a', 'b'],
      ['e', 'f'],
    ]);
    expect(read('a,b\n"c"d,e\nf,g\n').entries).toEqual([
      ['a', 'b'],
      ['f', 'g'],
    ]);
  });

  test('a duplicate source with another target is an error that names both lines', () => {
    expect(read('a,b\nc,d\na,e\n').findings).toEqual([
      {
        code: 'duplicate-source',
        severity: 'error',
        at: { file: 'en-de.csv', line: 3, column: 1 },
        related: [{ file: 'en-de.csv', line: 1, column: 1 }],
        details: { source: 'a', target: 'e', firstTarget: 'b', firstLine: 1 },
      },
    ]);
  });

  test('a duplicate source with the same target is a warning, and is sent once', () => {
    const { entries, findings } = read('a,b\na,b\n');
    expect(entries).toEqual([['a', 'b']]);
    expect(findings).toMatchObject([{ code: 'duplicate-source-same-target', severity: 'warning' }]);
  });

  test('bytes count, not characters', () => {
    expect(read(`a,${'é'.repeat(512)}\n`).findings).toEqual([]);
    expect(read(`a,${'é'.repeat(513)}\n`).findings).toMatchObject([{ details: { bytes: 1026, maxBytes: 1024 } }]);
  });

  test('a dictionary of more than 10 MB', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => `${'s'.repeat(500)}${index},${'t'.repeat(500)}\n`).join(
      '',
    );
    expect(said(rows)).toEqual(['1:1 dictionary-too-large']);
  });

  const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
  test.each([
    ['UTF-16 (little-endian)', utf16('house\tHaus\n')],
    ['UTF-16 (little-endian)', utf16('house\tHaus\n').subarray(2)],
    ['Windows-1252', new Uint8Array([...Buffer.from('house,Geb'), 0xe4, ...Buffer.from('ude\n')])],
    ['Windows-1252', new Uint8Array([...Buffer.from('price,10 '), 0x80, 0x0a])],
    ['Shift_JIS', new Uint8Array([0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x2c, 0x83, 0x65, 0x83, 0x58, 0x0a])],
  ])('bytes that are %s are refused and named', (looksLike, bytes) => {
    const { entries, findings } = read(bytes);
    expect(entries).toEqual([]);
    expect(findings).toMatchObject([{ code: 'file-not-utf-8', severity: 'error', details: { looksLike } }]);
  });
});

describe('laws', () => {
  test('no bytes make it throw, and every finding has a place in the file', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 60 }),
          fc.string({ unit: 'binary', maxLength: 40 }).map((text) => new TextEncoder().encode(text)),
        ),
        (bytes) => {
          const lines = new TextDecoder().decode(bytes).split(/\r\n|\r|\n/).length;
          for (const { at } of read(bytes).findings) {
            expect(at.line).toBeGreaterThanOrEqual(1);
            expect(at.line).toBeLessThanOrEqual(lines);
            expect(at.column).toBeGreaterThanOrEqual(1);
          }
        },
      ),
      { numRuns: runs(3000) },
    );
  });

  test('what is written is read back the same, without a finding, whatever the phrases are', () => {
    const rows = fc.uniqueArray(fc.tuple(phrase, phrase), { maxLength: 6, selector: ([source]) => source });
    fc.assert(
      fc.property(rows, (pairs) => {
        const { entries, findings } = read(dictionaryCsv(entriesOf(pairs)));
        expect(entries).toEqual(pairs);
        expect(findings).toEqual([]);
      }),
      { numRuns: runs(3000) },
    );
  });

  test('what is written of many entries is read back the same', () => {
    for (const size of [499, 500, 501, 1500]) {
      const pairs = Array.from({ length: size }, (_, at): [string, string] => [`term, ${at}`, `"${at}"`]);
      expect(read(dictionaryCsv(entriesOf(pairs)))).toMatchObject({ entries: pairs, findings: [] });
    }
  });

  test('an entry is located where it stands', () => {
    const { value } = read('# c\n"a",b\n\nc,d\n', { comments: '#' });
    expect(value?.locate('c')).toEqual({ file: 'en-de.csv', line: 4, column: 1 });
    expect(value?.locate('none')).toBeUndefined();
  });
});

test('a dictionary has no more columns than a table', () => {
  const ofColumns = (count: number): string => `en,de${',x'.repeat(count - 2)}\nhouse,Haus\n`;
  expect(read(ofColumns(1000)).entries).toEqual([['house', 'Haus']]);
  const { value, findings } = read(ofColumns(1001));
  expect(value).toBeUndefined();
  expect(findings).toMatchObject([
    { code: 'table-too-wide', severity: 'error', details: { columns: 1001, max: 1000 } },
  ]);
});
