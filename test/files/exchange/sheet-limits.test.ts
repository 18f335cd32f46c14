import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allCells, type CellRow } from '../../../src/files/exchange/read/read-cells.ts';
import { readTable } from '../../../src/files/exchange/read/read-table.ts';
import { readXlsx, SHEET_LIMITS, type SheetLimits } from '../../../src/files/exchange/read/read-xlsx.ts';
import { least, runs } from '../../support/runs.ts';
import { anySeed, type Seeded, seeded } from '../../support/seeded.ts';
import { rawXlsx } from './xlsx.ts';

const LIMITS: SheetLimits = { sheets: 4, rows: 20, cells: 400, chars: 1500, sharedTexts: 12, elements: 600 };

const text = ({ below, pick }: Seeded): string => pick(['', ' ', 'a', '_x0041_', 'long ']).repeat(below(40));

/** A cell as no program would save it: with any reference, type and value, or with a part of another cell in it. */
function cell(random: Seeded): string {
  const { below, pick } = random;
  const reference = pick([
    '',
    ' r="A1"',
    ' r="ZZZ9"',
    ' r="AB0"',
    ' r="1"',
    ' r="ALK7"',
    ` r="${pick(['B', 'C', 'H'])}2"`,
  ]);
  const type = pick(['', ' t="s"', ' t="s"', ' t="inlineStr"', ' t="e"', ' t="b"', ' t="str"', ' t="?"']);
  const value = pick([
    () => `<v>${below(14) - 2}</v>`,
    () => `<v>${text(random)}</v>`,
    () => `<is><t>${text(random)}</t><rPh><t>${text(random)}</t></rPh></is>`,
    () => `<f>A1</f>${below(2) === 0 ? '' : '<v>1</v>'}`,
    () => (below(3) === 0 ? cell(random) : ''),
  ])();
  return `<c${reference}${type}${pick(['', ' s="1"', ' s="-1"'])}>${value}</c>`;
}

function anySpreadsheet(random: Seeded): Uint8Array {
  const { below, pick } = random;
  const many = (most: number, make: () => string): string => Array.from({ length: below(most) }, make).join('');
  const row = (): string =>
    `<row${pick(['', ' r="1"', ' r="-5"', ' r="1e9"', ' r="x"'])}>${many(12, () => cell(random))}</row>`;
  return rawXlsx({
    sheet: pick([() => many(30, row), () => many(40, () => cell(random)), () => many(6, row)])(),
    texts: many(14, () => `<si>${many(3, () => `<t>${text(random)}</t>`)}</si>`),
    sheets: many(6, () => `<sheet name="${pick(['a', 'b'])}" r:id="${pick(['rId1', 'rId1', 'rId2'])}"/>`),
  });
}

test('no spreadsheet makes more than its limits allow, and none makes the reader throw', () => {
  const counts = { refused: 0, read: 0 };
  fc.assert(
    fc.property(anySeed, (seed) => {
      const { rows, findings, others = [] } = readXlsx({ bytes: anySpreadsheet(seeded(seed)), file: 't.xlsx' }, LIMITS);
      for (const { firstRow } of others) firstRow();
      if (findings.length > 0) {
        counts.refused += 1;
        expect(rows).toEqual([]);
        return;
      }
      counts.read += 1;
      const cells = rows.flatMap((each) => each.texts);
      expect(cells.every((each) => typeof each === 'string')).toBe(true);
      expect(rows.length).toBeLessThanOrEqual(LIMITS.rows);
      expect(cells.length).toBeLessThanOrEqual(LIMITS.cells);
      expect(cells.join('').length).toBeLessThanOrEqual(LIMITS.chars);
      // A row ends with its last filled cell.
      for (const each of rows) expect(each.texts.at(-1)).not.toBe('');
    }),
    { numRuns: runs(1000) },
  );
  expect(counts.refused).toBeGreaterThan(least(100));
  expect(counts.read).toBeGreaterThan(least(100));
});

test('the characters of a cell count together, however many pieces its text has', () => {
  const sheet = (text: string): Uint8Array =>
    rawXlsx({ sheet: `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>` });
  const of = (text: string) => readXlsx({ bytes: sheet(text), file: 't.xlsx' }, { ...LIMITS, chars: 9 });
  expect(of('1234&amp;6789').rows.map(({ texts }) => texts)).toEqual([['1234&6789']]);
  expect(of('1234&amp;67890').findings.map(({ code }) => code)).toEqual(['import-spreadsheet']);
  expect(of('<![CDATA[12345]]><![CDATA[67890]]>').findings.map(({ code }) => code)).toEqual(['import-spreadsheet']);
});

test('other sheets of a part that is larger than all that is unpacked are not read, and nothing is thrown', () => {
  const sheets = '<sheet name="a" r:id="rId1"/>'.repeat(900);
  const blank = `<row><c t="inlineStr"><is><t>${' '.repeat(1024 * 1024)}</t></is></c></row>`;
  const bytes = rawXlsx({ sheet: `<row><c t="str"><v>en</v></c></row>${blank}`, sheets });
  const { findings, others = [] } = readXlsx({ bytes, file: 't.xlsx' });
  expect(findings).toEqual([]);
  const firsts = others.map(({ firstRow }) => firstRow()?.texts);
  // 256 MiB are unpacked, of which the chosen sheet is one.
  const [read, unread] = [firsts.slice(0, 254), firsts.slice(255)];
  expect(read).toEqual(read.map(() => ['en']));
  expect(unread).toEqual(Array.from({ length: 644 }, () => undefined));
});

test('very many empty cells are refused by the number of elements', () => {
  const limits = { ...SHEET_LIMITS, elements: 50_000 };
  const read = (count: number) =>
    readXlsx({ bytes: rawXlsx({ sheet: `<row>${'<c/>'.repeat(count)}</row>` }), file: 't.xlsx' }, limits);
  expect(read(49_000).findings).toEqual([]);
  expect(read(50_000).findings).toMatchObject([{ details: { what: 'it has more than 50000 elements of XML' } }]);
});

test.each<[keyof SheetLimits, string, Parameters<typeof rawXlsx>[0]]>([
  ['sheets', '1 sheets', { sheet: '', sheets: '<sheet name="a" r:id="rId1"/><sheet name="b"/>' }],
  ['rows', '1 rows in a sheet', { sheet: '<row><c t="str"><v>a</v></c></row>'.repeat(2) }],
  ['cells', '1 filled cells in a sheet', { sheet: `<row>${'<c t="str"><v>a</v></c>'.repeat(2)}</row>` }],
  ['cells', '1 filled cells in a sheet', { sheet: '<row><c t="str"><v>a</v></c></row>'.repeat(2) }],
  ['chars', '1 characters in its cells', { sheet: '<row><c t="str"><v>a</v></c></row>'.repeat(2) }],
  ['chars', '1 characters in its cells', { sheet: '', texts: '<si><t>a</t></si><si><t>b</t></si>' }],
  [
    'chars',
    '1 characters in its cells',
    { sheet: `<row>${'<c t="s"><v>0</v></c>'.repeat(2)}</row>`, texts: '<si><t>a</t></si>' },
  ],
  ['sharedTexts', '1 shared texts', { sheet: '', texts: '<si/><si/>' }],
])('a spreadsheet that exceeds the limit of %s by one is refused with %s', (name, words, parts) => {
  const read = (most: number) =>
    readXlsx({ bytes: rawXlsx(parts), file: 't.xlsx' }, { ...SHEET_LIMITS, [name]: most }).findings;
  expect(read(2)).toEqual([]);
  expect(read(1)).toMatchObject([{ details: { what: `it has more than ${words}` } }]);
});

test('a cell beyond the last column that is read is counted', () => {
  const sheet = '<row><c r="A1" t="str"><v>en</v></c><c r="XFD1" t="str"><v>far</v></c></row>';
  const { losses } = readXlsx({ bytes: rawXlsx({ sheet }), file: 't.xlsx' });
  expect(losses).toMatchObject([{ kind: 'cell-outside', name: 'far', at: { line: 1, column: 16_384 } }]);
});

/** Rows with text in columns A, B and CV, which is column 100. */
const wideSheet = (count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const cell = (column: string, text: string): string => `<c r="${column}${index + 1}" t="str"><v>${text}</v></c>`;
    const cells = index === 0 ? ['en', 'de', 'note'] : [`term ${index}`, `Wort ${index}`, `note ${index}`];
    return `<row r="${index + 1}">${['A', 'B', 'CV'].map((column, at) => cell(column, cells[at] ?? '')).join('')}</row>`;
  }).join('');

test('blank cells of a wide sheet take no memory and count against no limit of cells', () => {
  const { rows, findings } = readXlsx({ bytes: rawXlsx({ sheet: wideSheet(45_000) }), file: 't.xlsx' });
  expect(findings).toEqual([]);
  expect(rows).toHaveLength(45_000);
  expect(rows.every(({ texts }) => texts.length === 3)).toBe(true);
  const { value, findings: faults } = readTable({ rows, file: 't.xlsx' });
  expect(faults).toEqual([]);
  expect([...(value?.concepts ?? [])][44_998]?.terms).toMatchObject([
    { language: 'en', text: 'term 44999', note: 'note 44999' },
    { language: 'de', text: 'Wort 44999', note: 'note 44999' },
  ]);
});

test('a table reads the same whether its rows keep blank cells or not', () => {
  const headers = ['en', 'de', 'fr', 'status', 'note', 'note', 'concept', '', 'Category', 'pl'];
  const texts = ['', '', '', '', ' ', 'a', "'=b", 'approved', 'forbidden', ' c ', 'yes'];
  let sparse = 0;
  fc.assert(
    fc.property(anySeed, (seed) => {
      const { below, pick } = seeded(seed);
      const cell = (): string => pick(texts);
      const width = 1 + below(headers.length);
      const columnOf = (index: number): number => index + 1;
      const first = below(3) === 0 ? Array.from({ length: width }, cell) : headers.slice(0, width);
      const others = Array.from({ length: below(6) }, () => Array.from({ length: below(14) }, cell));
      const dense = [first, ...others].map((cells, at): CellRow => {
        const end = cells.findLastIndex((text) => text !== '') + 1;
        return { texts: cells.slice(0, end), line: at + 1, columnOf };
      });
      const rows = dense.map((row): CellRow => {
        const columns = row.texts.flatMap((text, column) => (text === '' ? [] : [column]));
        sparse += columns.length < row.texts.length ? 1 : 0;
        return { ...row, texts: row.texts.filter((text) => text !== ''), columns };
      });
      expect(rows.map(allCells)).toEqual(dense.map(({ texts }) => texts));
      const columns = pick([
        undefined,
        new Map([['2', 'fr']]),
        new Map([
          ['1', 'en'],
          ['4', 'de'],
        ]),
      ]);
      const options = { file: 't', ...(columns !== undefined && { columns }), headerRow: below(3) };
      expect(readTable({ ...options, rows })).toEqual(readTable({ ...options, rows: dense }));
    }),
    { numRuns: runs(2000) },
  );
  expect(sparse).toBeGreaterThan(least(1000));
});
