import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnOf, type DelimiterCharacter, fieldEnd, fieldStart, type Row } from '../../../src/files/delimited/row.ts';
import { afterLineEnd, type ScannedRows, type ScanOptions, scanRows } from '../../../src/files/delimited/scan-rows.ts';
import type { Comments } from '../../../src/model/file-form.ts';
import { least, runs } from '../../support/runs.ts';

const scan = (
  text: string,
  comments: Comments | undefined = '#',
  more: Partial<ScanOptions> & { readonly delimiter?: DelimiterCharacter } = {},
): ScannedRows => scanRows(text, { delimiter: ',', comments, ...more });

/** A row with all that its places say. */
const placed = (text: string, row: Row) => ({
  start: row.start,
  end: row.end,
  next: afterLineEnd(text, row.end),
  line: row.line,
  fields: row.texts.map((field, index) => ({
    start: fieldStart(row, index),
    end: fieldEnd(row, index),
    column: columnOf(row, index),
    text: field,
  })),
});

describe('where the rows of a text stand', () => {
  test('with their fields, quotes and line ends', () => {
    const text = 'sep=;\r\na;"b""\r\n;c";d\r\n\n ; \n# no\n"";x';
    const { rows, comments, faults } = scan(text, '#', { delimiter: ';', from: 7, firstLine: 2 });
    expect(rows.map((row) => placed(text, row))).toEqual([
      {
        start: 7,
        end: 20,
        next: 22,
        line: 2,
        fields: [
          { start: 7, end: 8, column: 1, text: 'a' },
          { start: 9, end: 18, column: 3, text: 'b"\r\n;c' },
          { start: 19, end: 20, column: 5, text: 'd' },
        ],
      },
      {
        start: 23,
        end: 26,
        next: 27,
        line: 5,
        fields: [
          { start: 23, end: 24, column: 1, text: ' ' },
          { start: 25, end: 26, column: 3, text: ' ' },
        ],
      },
      {
        start: 32,
        end: 36,
        next: 36,
        line: 7,
        fields: [
          { start: 32, end: 34, column: 1, text: '' },
          { start: 35, end: 36, column: 4, text: 'x' },
        ],
      },
    ]);
    expect(comments).toEqual([{ line: 6, text: '# no' }]);
    expect(faults).toEqual([]);
  });

  const textsOf = ({ rows }: ScannedRows) => rows.map(({ texts }) => texts);

  test.each<readonly [string, readonly (readonly string[])[], readonly string[]]>([
    ['', [], []],
    ['\r\r\n\n', [], []],
    [
      'a,b\rc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      [],
    ],
    [
      'a,\n,b\n',
      [
        ['a', ''],
        ['', 'b'],
      ],
      [],
    ],
    ['# a\nb\n#c\n#', [['b'], ['#c']], []],
    ['# a\rb', [['b']], []],
    ['"# a",b\n', [['# a', 'b']], []],
    [
      'a,"b"\n,""""\n',
      [
        ['a', 'b'],
        ['', '"'],
      ],
      [],
    ],
    ['a"b,c\n', [['a"b', 'c']], []],
    ['"a"b,c\n', [], ['1:1 text-after-quote']],
    ['a,"b\nc', [['c']], ['1:3 quote-not-closed']],
    ['"a""', [], ['1:1 quote-not-closed']],
    ['x\n"a\rb","c"d\r\ne,"', [['x']], ['3:4 text-after-quote', '4:3 quote-not-closed']],
    ['a,"b"', [['a', 'b']], []],
  ])('%j has the rows %j and the faults %j', (text, rows, faults) => {
    const scanned = scan(text);
    expect(textsOf(scanned)).toEqual(rows);
    expect(scanned.faults.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual(faults);
  });

  test('a row that begins with # is one where a file has no comments, and none where nobody has said so', () => {
    expect(textsOf(scan('# a,b\n', 'none'))).toEqual([['# a', 'b']]);
    expect(textsOf(scanRows('# a,b\n', { delimiter: ',', comments: undefined }))).toEqual([]);
  });

  test('it stops at the 500th fault, and says on which line', () => {
    const { rows, faults, stoppedAt } = scan('"a\n"b,c\n'.repeat(600));
    expect([rows.length, faults.length, stoppedAt]).toEqual([0, 500, 1001]);
    expect(scan('"a\n"b,c\n'.repeat(499)).stoppedAt).toBeUndefined();
  });
});

interface Parsed {
  readonly record: readonly string[];
  readonly raw: string;
}

/** Rows and their lines as csv-parse finds them. */
function parsedRows(text: string): readonly (readonly [line: number, texts: readonly string[]])[] {
  const parsed = parse(text, {
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    info: true,
    raw: true,
  }) as unknown as readonly Parsed[];
  let line = 1;
  return parsed.flatMap(({ record, raw }) => {
    const first = line;
    line += raw.match(/\r\n|\r|\n/g)?.length ?? 0;
    // A line with nothing on it; a quoted nothing is a field.
    return record.length === 1 && record[0] === '' && !raw.startsWith('"') ? [] : [[first, record] as const];
  });
}

describe('laws', () => {
  const piece = fc.constantFrom(
    '"',
    '""',
    ',',
    ';',
    '\n',
    '\r\n',
    '\r',
    'a',
    'b c',
    ' ',
    'é',
    '😀',
    '#',
    '\t',
    '"x"',
    '"y, z"',
    '"\r\n"',
    '\u2028',
  );
  const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));

  test('a text without faults has the rows that csv-parse finds', () => {
    let taken = 0;
    fc.assert(
      fc.property(text, (content) => {
        const { rows, faults } = scan(content, 'none');
        // csv-parse takes text after a closing quote.
        if (faults.length > 0) return;
        taken += 1;
        expect(rows.map(({ line, texts }) => [line, texts])).toEqual(parsedRows(content));
      }),
      { numRuns: runs(6000) },
    );
    expect(taken).toBeGreaterThan(least(3000));
  });

  test('each field stands where its row says, quotes and all', () => {
    fc.assert(
      fc.property(text, (content) => {
        for (const row of scan(content, 'none').rows)
          row.texts.forEach((field, index) => {
            const start = fieldStart(row, index);
            const raw = content.slice(start, fieldEnd(row, index));
            expect(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw).toBe(field);
            const lines = content.slice(0, start).split(/\r\n|\r|\n/);
            expect(columnOf(row, index)).toBe((lines.at(-1)?.length ?? 0) + 1);
            if (index === 0) expect([row.start, row.line]).toEqual([start, lines.length]);
          });
      }),
      { numRuns: runs(3000) },
    );
  });
});
