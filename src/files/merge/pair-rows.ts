import { grouped } from '../../model/lists.ts';
import type { SideName, ThreeSides } from './merge-columns.ts';

/** A row with the facts needed for pairing. */
interface KeyedRow {
  readonly cells: () => readonly string[];
  /** Its index among the rows of its version. */
  readonly index: number;
}

/** One row of the merged table: its index in each version that has it. */
export type RowPlaces = ThreeSides<number | undefined>;

/**
 * Maximum number of pairs of rows that are compared cell by cell. With more, rows with the same term are paired in
 * order.
 */
const COMPARED_MAX = 10_000;

/** Weight of an equal cell in a column that distinguishes senses. Other columns: 1. */
const TELLING_WEIGHT = 1000;

const isSameList = (left: readonly string[], right: readonly string[]): boolean =>
  left.every((cell, column) => cell === right[column]);

const sameCells = (left: KeyedRow, right: KeyedRow): boolean => isSameList(left.cells(), right.cells());

function likeness(left: KeyedRow, right: KeyedRow, telling: ReadonlySet<number>): number {
  let score = 0;
  const others = right.cells();
  left.cells().forEach((cell, column) => {
    if (cell !== '' && cell === others[column]) score += telling.has(column) ? TELLING_WEIGHT : 1;
  });
  return score;
}

/** True for two senses of one term: a distinguishing column has different values. */
const areDistinguished = (left: KeyedRow, right: KeyedRow, telling: ReadonlySet<number>): boolean =>
  [...telling].some((column) => {
    const [one, other] = [left.cells()[column], right.cells()[column]];
    return one !== '' && other !== '' && one !== other;
  });

type RowPair = readonly [left: KeyedRow, right: KeyedRow];

/** Removes pairs of rows with equal cells from both lists, in order, and returns them. */
function equalPairs(left: KeyedRow[], right: KeyedRow[]): readonly RowPair[] {
  const open = grouped(right, ({ cells }) => JSON.stringify(cells()));
  const used = new Map<string, number>();
  const pairs = left.flatMap((row): readonly RowPair[] => {
    const key = JSON.stringify(row.cells());
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

/** Equal rows can only be paired by order: from the first one, or from the last one if that makes more pairs equal. */
function pairsByPlace(left: readonly KeyedRow[], right: readonly KeyedRow[]): readonly RowPair[] {
  const from = (first: number): readonly RowPair[] =>
    left.flatMap((row, index): readonly RowPair[] => {
      const other = right[first + index];
      return other === undefined ? [] : [[row, other]];
    });
  const equalIn = (pairs: readonly RowPair[]): number => pairs.filter((pair) => sameCells(...pair)).length;
  const [fromFirst, fromLast] = [from(0), from(right.length - left.length)];
  return equalIn(fromLast) > equalIn(fromFirst) ? fromLast : fromFirst;
}

/** Pairs the rows of two versions that have the same key. `mayPair`: false keeps two rows separate. */
function pairsOf(
  left: readonly KeyedRow[],
  right: readonly KeyedRow[],
  { telling, mayPair }: { readonly telling: ReadonlySet<number>; readonly mayPair: (pair: RowPair) => boolean },
): readonly RowPair[] {
  const [one, another] = [left[0], right[0]];
  if (one === undefined || another === undefined) return [];
  if (left.length === 1 && right.length === 1) return mayPair([one, another]) ? [[one, another]] : [];
  if (left.length > 1 && left.length <= right.length && left.every((row) => sameCells(row, one)))
    return pairsByPlace(left, right).filter(mayPair);
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

/** The rows of three versions: their keys and cells. */
export interface RowsToPair {
  readonly keys: ThreeSides<readonly string[]>;
  /** The cells of one row in the order of the merged columns; '' for a missing cell. */
  readonly cells: (side: SideName, index: number) => readonly string[];
}

/**
 * Finds the rows of three versions that belong together: those with the same term. If several rows have that term, the
 * most similar ones are paired; columns that distinguish senses have the most weight. A row that both sides added is
 * one row, unless those columns differ.
 */
export function pairRows({ keys, cells }: RowsToPair, telling: ReadonlySet<number>): readonly RowPlaces[] {
  const repeated = new Set<string>();
  // Stores numbers and not lists: most terms have one row, and a table has many rows.
  const first = eachVersion((side) => {
    const places = new Map<string, number>();
    for (const [index, key] of keys[side].entries())
      if (places.has(key)) repeated.add(key);
      else places.set(key, index);
    return places;
  });
  const groups = new Map<string, Group>();
  for (const key of repeated) groups.set(key, { base: [], ours: [], theirs: [] });
  const rowOf = (side: SideName, index: number): KeyedRow => ({ index, cells: () => cells(side, index) });
  if (repeated.size > 0)
    for (const side of VERSIONS)
      for (const [index, key] of keys[side].entries()) groups.get(key)?.[side].push(rowOf(side, index));
  const found: RowPlaces[] = [];
  for (const side of VERSIONS)
    for (const key of first[side].keys()) {
      const isSeen = side !== 'base' && (first.base.has(key) || (side === 'theirs' && first.ours.has(key)));
      if (isSeen || repeated.has(key)) continue;
      const [base, ours, theirs] = [first.base.get(key), first.ours.get(key), first.theirs.get(key)];
      if (telling.size === 0) found.push({ base, ours, theirs });
      else {
        const one = (version: SideName, index: number | undefined): KeyedRow[] =>
          index === undefined ? [] : [rowOf(version, index)];
        pairGroup({ base: one('base', base), ours: one('ours', ours), theirs: one('theirs', theirs) }, telling, found);
      }
    }
  for (const group of groups.values()) pairGroup(group, telling, found);
  return found;
}

const VERSIONS = ['base', 'ours', 'theirs'] as const;

const eachVersion = <Each>(make: (side: SideName) => Each): ThreeSides<Each> => ({
  base: make('base'),
  ours: make('ours'),
  theirs: make('theirs'),
});

/** The rows of one key in each version. */
type Group = Record<SideName, KeyedRow[]>;

function pairGroup({ base, ours, theirs }: Group, telling: ReadonlySet<number>, found: RowPlaces[]): void {
  const give = (...[inBase, inOurs, inTheirs]: readonly (KeyedRow | undefined)[]): void => {
    found.push({ base: inBase?.index, ours: inOurs?.index, theirs: inTheirs?.index });
  };
  // A row with another sense is a new row, unless its other cells are equal too. The term counts as one equal cell.
  const isKept = (pair: RowPair): boolean => !areDistinguished(...pair, telling) || likeness(...pair, telling) > 1;
  const [old, mine, yours] = [base[0], ours[0], theirs[0]];
  const isOneEach = base.length === 1 && ours.length === 1 && theirs.length === 1;
  if (isOneEach && old && mine && yours && isKept([old, mine]) && isKept([old, yours])) {
    // The usual case.
    give(old, mine, yours);
    return;
  }
  const inOurs = new Map(pairsOf(base, ours, { telling, mayPair: isKept }));
  const inTheirs = new Map(pairsOf(base, theirs, { telling, mayPair: isKept }));
  for (const row of base) give(row, inOurs.get(row), inTheirs.get(row));
  const known = new Set([...inOurs.values(), ...inTheirs.values()]);
  const isNew = (row: KeyedRow): boolean => !known.has(row);
  const [newOurs, newTheirs] = [ours.filter(isNew), theirs.filter(isNew)];
  const mayPair = (pair: RowPair): boolean => sameCells(...pair) || !areDistinguished(...pair, telling);
  const added = pairsOf(newOurs, newTheirs, { telling, mayPair });
  const paired = new Set(added.flat());
  for (const pair of added) give(undefined, ...pair);
  for (const row of newOurs) if (!paired.has(row)) give(undefined, row);
  for (const row of newTheirs) if (!paired.has(row)) give(undefined, undefined, row);
}
