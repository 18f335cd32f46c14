import { grouped } from '../../model/grouped.ts';
import type { ThreeSides } from './merge-columns.ts';

/** A row as the pairing sees it. */
export interface KeyedRow {
  /** What it is about: the term; for a comment its text. */
  readonly key: string;
  /** The cells in the order of the merged columns; '' where there is none. */
  readonly cells: readonly string[];
  /** Its place among the rows of its version. */
  readonly index: number;
}

/** One row of the merged table: its place in each version that has it. */
export type RowPlaces = Partial<ThreeSides<number>>;

/** Pairs of rows that are compared cell by cell, at most; beyond that, rows of one term are paired in order. */
const COMPARED_MAX = 10_000;

/** How much a telling cell counts, against others. */
const TELLING_WEIGHT = 1000;

const sameCells = (left: KeyedRow, right: KeyedRow): boolean =>
  left.cells.every((cell, column) => cell === right.cells[column]);

function likeness(left: KeyedRow, right: KeyedRow, telling: ReadonlySet<number>): number {
  let score = 0;
  left.cells.forEach((cell, column) => {
    if (cell !== '' && cell === right.cells[column]) score += telling.has(column) ? TELLING_WEIGHT : 1;
  });
  return score;
}

/** True for two senses of one term: a cell that tells them apart says two things. */
const areTold = (left: KeyedRow, right: KeyedRow, telling: ReadonlySet<number>): boolean =>
  [...telling].some((column) => {
    const [one = '', other = ''] = [left.cells[column], right.cells[column]];
    return one !== '' && other !== '' && one !== other;
  });

type RowPair = readonly [left: KeyedRow, right: KeyedRow];

/** Takes the pairs out of both lists, in order, as long as rows are equal in all cells. */
function equalPairs(left: KeyedRow[], right: KeyedRow[]): readonly RowPair[] {
  const open = grouped(right, ({ cells }) => JSON.stringify(cells));
  const used = new Map<string, number>();
  const pairs = left.flatMap((row): readonly RowPair[] => {
    const key = JSON.stringify(row.cells);
    const count = used.get(key) ?? 0;
    const found = open.get(key)?.[count];
    if (found === undefined) return [];
    used.set(key, count + 1);
    return [[row, found]];
  });
  const taken = new Set(pairs.flat());
  for (const list of [left, right]) list.splice(0, list.length, ...list.filter((row) => !taken.has(row)));
  return pairs;
}

/** Which rows of two versions are one row, of those with one key. `mayPair`: false keeps two rows apart. */
function pairsOf(
  left: readonly KeyedRow[],
  right: readonly KeyedRow[],
  { telling, mayPair }: { readonly telling: ReadonlySet<number>; readonly mayPair: (pair: RowPair) => boolean },
): readonly RowPair[] {
  const [one, another] = [left[0], right[0]];
  if (one === undefined || another === undefined) return [];
  if (left.length === 1 && right.length === 1) return mayPair([one, another]) ? [[one, another]] : [];
  const [openLeft, openRight] = [[...left], [...right]];
  const pairs = [...equalPairs(openLeft, openRight)];
  const candidates =
    openLeft.length * openRight.length > COMPARED_MAX
      ? openLeft.flatMap((row, index): readonly RowPair[] => (openRight[index] ? [[row, openRight[index]]] : []))
      : openLeft.flatMap((row) => openRight.map((other): RowPair => [row, other]));
  const ranked = candidates
    .filter(mayPair)
    .map((pair) => ({ pair, score: likeness(...pair, telling) }))
    .sort((first, second) => second.score - first.score);
  const taken = new Set<KeyedRow>();
  for (const { pair } of ranked) {
    if (pair.some((row) => taken.has(row))) continue;
    for (const row of pair) taken.add(row);
    pairs.push(pair);
  }
  return pairs;
}

/**
 * Which rows of three versions are one row: those of one term; of several rows of one term those that are most alike,
 * first in the columns that tell senses apart. A row that both sides added is one row, unless those columns differ.
 */
export function pairRows(rows: ThreeSides<readonly KeyedRow[]>, telling: ReadonlySet<number>): readonly RowPlaces[] {
  const groups = {
    base: grouped(rows.base, ({ key }) => key),
    ours: grouped(rows.ours, ({ key }) => key),
    theirs: grouped(rows.theirs, ({ key }) => key),
  };
  const found: RowPlaces[] = [];
  const placed = new Set<KeyedRow>();
  const give = (base?: KeyedRow, ours?: KeyedRow, theirs?: KeyedRow): void => {
    found.push({
      ...(base && { base: base.index }),
      ...(ours && { ours: ours.index }),
      ...(theirs && { theirs: theirs.index }),
    });
    for (const row of [base, ours, theirs]) if (row !== undefined) placed.add(row);
  };
  for (const key of new Set([...groups.base.keys(), ...groups.ours.keys(), ...groups.theirs.keys()])) {
    const [base = [], ours = [], theirs = []] = [groups.base.get(key), groups.ours.get(key), groups.theirs.get(key)];
    // Another sense in place of one is a new row, unless it says the same; the terms alone are one cell that is equal.
    const isKept = (pair: RowPair): boolean => !areTold(...pair, telling) || likeness(...pair, telling) > 1;
    const inOurs = new Map(pairsOf(base, ours, { telling, mayPair: isKept }));
    const inTheirs = new Map(pairsOf(base, theirs, { telling, mayPair: isKept }));
    for (const row of base) give(row, inOurs.get(row), inTheirs.get(row));
    const isNew = (row: KeyedRow): boolean => !placed.has(row);
    const mayPair = (pair: RowPair): boolean => sameCells(...pair) || !areTold(...pair, telling);
    for (const pair of pairsOf(ours.filter(isNew), theirs.filter(isNew), { telling, mayPair }))
      give(undefined, ...pair);
    for (const row of ours.filter(isNew)) give(undefined, row);
    for (const row of theirs.filter(isNew)) give(undefined, undefined, row);
  }
  return found;
}
