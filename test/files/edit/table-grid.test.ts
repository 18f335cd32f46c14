import { describe, expect, test } from 'vitest';
import { saysYes } from '../../../src/files/dictionary/preferred-rows.ts';
import type { RowTerms } from '../../../src/files/dictionary/term-columns.ts';
import { type GridPair, solveTable, tableGrid } from '../../../src/files/edit/table-grid.ts';
import type { PairKey } from '../../../src/model/entries/language-pair.ts';

const ROWS = [['house', 'Haus', ''], ['home', 'Haus', 'x'], ['cat', ' ', ''], ['', 'Kuh', ''], ['cat']];

/** A pair that has what the rows give it, but for its edits. */
function pairOf(
  key: PairKey,
  from: number,
  to: number,
  given: readonly (readonly [string, string])[],
  edits: readonly (readonly [string, string | undefined])[] = [],
): GridPair {
  const [entries, wanted] = [new Map(given), new Map(edits)];
  return {
    key,
    from,
    to,
    edits: wanted,
    wanted: (source) => (wanted.has(source) ? wanted.get(source) : entries.get(source)),
  };
}

const EN_DE = pairOf('en->de' as PairKey, 0, 1, [
  ['house', 'Haus'],
  ['home', 'Haus'],
]);
const DE_EN = pairOf('de->en' as PairKey, 1, 0, [['Haus', 'home']]);

/** What rows say of themselves whose third column marks the preferred ones. */
const marksOf = (rows: readonly (readonly string[])[]): readonly RowTerms[] =>
  rows.map(([, , mark]) => ({ isHeld: false, copies: false, preferred: saysYes(mark) }));

describe('the rows of a table', () => {
  test('that give an entry, that count, and that are open', () => {
    const grid = tableGrid({ rows: ROWS, pairs: [EN_DE, DE_EN], terms: marksOf(ROWS) });
    expect(grid.candidates(DE_EN, 'Haus')).toEqual([0, 1]);
    expect(grid.counted(DE_EN, 'Haus')).toEqual([1]);
    expect(grid.candidates(EN_DE, 'house')).toEqual([0]);
    expect(grid.candidates(EN_DE, 'cat')).toEqual([]);
    expect(grid.candidates(EN_DE, '')).toEqual([]);
    expect(grid.candidates(EN_DE, 'none')).toEqual([]);
    expect(grid.open(EN_DE, 'cat')).toEqual([2, 4]);
    expect(grid.open(EN_DE, 'house')).toEqual([]);
    expect([grid.text(0, 1), grid.text(4, 1), grid.text(9, 0), grid.rowCount()]).toEqual(['Haus', '', '', 5]);
  });

  test('all count where none or several are marked', () => {
    const rows = (...marks: readonly string[]) => marks.map((mark, index) => [`en-${index}`, 'Haus', mark]);
    const counted = (...marks: readonly string[]) => {
      const given = rows(...marks);
      return tableGrid({ rows: given, pairs: [], terms: marksOf(given) }).counted(DE_EN, 'Haus');
    };
    expect(counted('', '')).toEqual([0, 1]);
    expect(counted('x', 'x', '')).toEqual([0, 1, 2]);
    expect(counted('', 'x', '')).toEqual([1]);
    expect(tableGrid({ rows: rows('', 'x', ''), pairs: [] }).counted(DE_EN, 'Haus')).toEqual([0, 1, 2]);
  });

  test('are found by what they say now, in the order of the file', () => {
    const grid = tableGrid({ rows: ROWS, pairs: [] });
    expect(grid.candidates(EN_DE, 'home')).toEqual([1]);
    expect(grid.put(1, 0, 'house')).toEqual([]);
    expect(grid.candidates(EN_DE, 'home')).toEqual([]);
    expect(grid.candidates(EN_DE, 'house')).toEqual([0, 1]);
    expect(grid.put(0, 0, 'x')).toEqual([]);
    expect(grid.put(0, 0, 'house')).toEqual([]);
    expect(grid.candidates(EN_DE, 'house')).toEqual([0, 1]);
    expect([grid.addRow(), grid.rowCount()]).toEqual([5, 6]);
    expect(grid.put(5, 0, 'house')).toEqual([]);
    expect(grid.open(EN_DE, 'house')).toEqual([5]);
    grid.dropLastRow();
    expect(grid.open(EN_DE, 'house')).toEqual([]);
    expect([grid.text(5, 0), grid.rowCount()]).toEqual(['', 5]);
    // The row that was given stays as it was.
    expect(ROWS[0]).toEqual(['house', 'Haus', '']);
  });
});

describe('a cell is said anew', () => {
  const grid = () => tableGrid({ rows: ROWS, pairs: [EN_DE, DE_EN], terms: marksOf(ROWS) });

  test.each<readonly [string, number, number, string, readonly string[]]>([
    ['takes away an entry of both directions', 1, 1, '', ['en->de', 'de->en']],
    ['takes away an entry of one direction', 0, 1, '', ['en->de']],
    ['adds an entry that nobody wants', 2, 1, 'Katze', ['en->de', 'de->en']],
    ['adds an entry from the other side', 3, 0, 'cow', ['en->de', 'de->en']],
    ['changes nothing', 0, 1, 'Haus', []],
    ['changes what belongs to no pair', 0, 2, 'x', []],
    ['says what is wanted, in one more row', 4, 0, 'house', []],
  ])('%s: row %i, column %i, %j', (_, row, column, text, against) => {
    const tested = grid();
    const before = tested.text(row, column);
    expect(tested.put(row, column, text)).toEqual(against);
    expect(tested.text(row, column)).toBe(against.length === 0 ? text : before);
  });
});

describe('a table is fitted', () => {
  const fitted = (
    rows: readonly (readonly string[])[],
    pairs: readonly GridPair[],
    preferred?: number,
  ): { readonly unmet: unknown; readonly rows: readonly (readonly string[])[] } => {
    const grid = tableGrid({ rows, pairs, ...(preferred !== undefined && { preferred }) });
    const unmet = solveTable(grid, pairs);
    return {
      unmet,
      rows: Array.from({ length: grid.rowCount() }, (_, row) => [0, 1, 2].map((column) => grid.text(row, column))),
    };
  };
  const [EN_TO_DE, FR_TO_DE, DE_TO_EN] = ['en->de', 'fr->de', 'de->en'] as PairKey[] as [PairKey, PairKey, PairKey];

  test.each<readonly [string, readonly GridPair[], readonly (readonly string[])[]]>([
    ['changed', [pairOf(EN_TO_DE, 0, 1, [['a', 'x']], [['a', 'y']])], [['a', 'y', 'f']]],
    ['removed', [pairOf(EN_TO_DE, 0, 1, [['a', 'x']], [['a', undefined]])], [['a', '', 'f']]],
    ['not there', [pairOf(EN_TO_DE, 0, 1, [['a', 'x']], [['b', undefined]])], [['a', 'x', 'f']]],
    [
      'new',
      [pairOf(EN_TO_DE, 0, 1, [['a', 'x']], [['b', 'y']])],
      [
        ['a', 'x', 'f'],
        ['b', 'y', ''],
      ],
    ],
    [
      'removed where another pair needs the cell',
      [pairOf(FR_TO_DE, 2, 1, [['f', 'x']]), pairOf(EN_TO_DE, 0, 1, [['a', 'x']], [['a', undefined]])],
      [['', 'x', 'f']],
    ],
    [
      'changed where another pair needs the cell',
      [pairOf(FR_TO_DE, 2, 1, [['f', 'x']]), pairOf(EN_TO_DE, 0, 1, [['a', 'x']], [['a', 'y']])],
      [
        ['', 'x', 'f'],
        ['a', 'y', ''],
      ],
    ],
  ])('to an entry that is %s', (_, pairs, rows) => {
    expect(fitted([['a', 'x', 'f']], pairs)).toEqual({ unmet: [], rows });
  });

  test('to edits of both directions in one cell', () => {
    const pairs = [
      pairOf(EN_TO_DE, 0, 1, [['a', 'x']], [['a', 'y']]),
      pairOf(
        DE_TO_EN,
        1,
        0,
        [['x', 'a']],
        [
          ['x', undefined],
          ['y', 'a'],
        ],
      ),
    ];
    expect(fitted([['a', 'x']], pairs)).toEqual({ unmet: [], rows: [['a', 'y', '']] });
  });

  test('to a new entry by the first blank cell that takes it', () => {
    const pairs = [pairOf(EN_TO_DE, 0, 1, [], [['a', 'y']])];
    expect(fitted([['a'], ['a']], pairs)).toEqual({
      unmet: [],
      rows: [
        ['a', 'y', ''],
        ['a', '', ''],
      ],
    });
  });

  test('or the edits are named that nothing meets, with the pairs that object to the plainest way, and no row is left', () => {
    const pairs = [pairOf(EN_TO_DE, 0, 1, [['a', 'x']], [['b', 'y']]), pairOf(DE_TO_EN, 1, 0, [['x', 'a']])];
    expect(fitted([['a', 'x', 'f']], pairs)).toEqual({
      unmet: [{ pair: EN_TO_DE, source: 'b', others: [DE_TO_EN] }],
      rows: [['a', 'x', 'f']],
    });
  });
});
