import type { Choice } from '../../model/entries/held-back.ts';
import type { PairKey } from '../../model/entries/language-pair.ts';
import { chosenOf, countedTarget, type RowTerms } from '../dictionary/term-columns.ts';
import type { WantedEntries } from './entry-edit.ts';

/** A dictionary of a wide table: the columns of its languages, and its edits. */
export interface GridPair {
  readonly key: PairKey;
  readonly from: number;
  readonly to: number;
  readonly edits: WantedEntries;
  /** The target of a source phrase after the edits; `undefined`: no entry. */
  readonly wanted: (source: string) => string | undefined;
}

interface GridEntry {
  readonly source: string;
  readonly target: string;
}

export interface GridInput {
  readonly rows: readonly (readonly string[])[];
  readonly pairs: readonly GridPair[];
  /** The information in each row: a row that is not sent because of its status is left as it is. Default: none. */
  readonly terms?: readonly RowTerms[];
  readonly choose?: Choice | undefined;
}

const isBlank = (text: string): boolean => text.trim() === '';

/**
 * The rows of a wide table below its header, with methods to read and edit them. Rows are counted from 0, and new ones
 * are appended. The function is longer than 60 lines because its methods share one grid and its indexes.
 */
export function tableGrid({ rows: sourceRows, pairs, terms = [], choose }: GridInput) {
  const rows = sourceRows.map((row): Map<number, string> | readonly string[] => row);
  const text = (row: number, column: number): string => {
    const cells = rows[row];
    return (cells instanceof Map ? cells.get(column) : cells?.[column]) ?? '';
  };
  /** Column → phrase → rows. Built on demand for each column. */
  const indexes = new Map<number, Map<string, Set<number>>>();
  const add = (index: Map<string, Set<number>>, phrase: string, row: number): void => {
    const known = index.get(phrase);
    if (known === undefined) index.set(phrase, new Set([row]));
    else known.add(row);
  };
  const rowsOf = (column: number, phrase: string): readonly number[] => {
    let index = indexes.get(column);
    if (index === undefined) {
      index = new Map();
      for (const row of rows.keys()) if (terms[row]?.isHeld !== true) add(index, text(row, column), row);
      indexes.set(column, index);
    }
    return [...(index.get(phrase) ?? [])].sort((left, right) => left - right);
  };
  const write = (row: number, column: number, phrase: string): void => {
    const index = indexes.get(column);
    index?.get(text(row, column))?.delete(row);
    const cells = rows[row];
    const changed = cells instanceof Map ? cells : new Map((cells ?? []).entries());
    changed.set(column, phrase);
    rows[row] = changed;
    if (index !== undefined) add(index, phrase, row);
  };
  /** The target that counts for a row: a blank cell may mean the source phrase. */
  const targetOf = ({ from, to }: GridPair, row: number): string =>
    countedTarget(text(row, from), text(row, to), terms[row] ?? { copies: false });
  /** Rows that could give the entry, whether chosen or not. */
  const candidates = (pair: GridPair, source: string): readonly number[] =>
    isBlank(source) ? [] : rowsOf(pair.from, source).filter((row) => !isBlank(targetOf(pair, row)));
  /** Rows that give the entry of a phrase. If several could, those that the choice selects. */
  const counted = (pair: GridPair, source: string): readonly number[] =>
    chosenOf(
      candidates(pair, source).map((row) => ({
        row,
        preferred: terms[row]?.preferred === true,
        fields: terms[row]?.fields,
      })),
      choose,
    ).map(({ row }) => row);
  const entryOf = (pair: GridPair, row: number): GridEntry | undefined => {
    const [source, target] = [text(row, pair.from), targetOf(pair, row)];
    return isBlank(source) || isBlank(target) ? undefined : { source, target };
  };
  /**
   * Whether an edit of one row violates the wanted entries of a pair. `before`: the entry of the row before the edit.
   */
  const objects = (pair: GridPair, row: number, before: GridEntry | undefined): boolean => {
    const after = entryOf(pair, row);
    if (before?.source === after?.source && before?.target === after?.target) return false;
    const gained =
      after !== undefined && pair.wanted(after.source) !== after.target && counted(pair, after.source).includes(row);
    const lost =
      before !== undefined &&
      pair.wanted(before.source) === before.target &&
      !counted(pair, before.source).some((other) => targetOf(pair, other) === before.target);
    return gained || lost;
  };
  return {
    counted,
    candidates,
    /** Rows that contain the phrase without a translation. */
    open: (pair: GridPair, source: string): readonly number[] =>
      rowsOf(pair.from, source).filter((row) => isBlank(targetOf(pair, row))),
    text,
    targetOf,
    copies: (row: number): boolean => terms[row]?.copies === true,
    /** True: a row that is not chosen keeps its content. */
    chooses: choose !== undefined,
    /**
     * Writes a cell, unless that removes or adds an entry against the wanted entries of a pair. Returns the pairs that
     * object; empty: the cell is written.
     */
    put(row: number, column: number, phrase: string): readonly PairKey[] {
      const concerned = pairs.filter(({ from, to }) => from === column || to === column);
      const before = concerned.map((pair) => entryOf(pair, row));
      const old = text(row, column);
      write(row, column, phrase);
      const against = concerned.filter((pair, index) => objects(pair, row, before[index]));
      if (against.length > 0) write(row, column, old);
      return against.map(({ key }) => key);
    },
    /** Adds a new empty row. */
    addRow: (): number => rows.push(new Map()) - 1,
    dropLastRow(): void {
      const last = rows.length - 1;
      for (const [column, index] of indexes) index.get(text(last, column))?.delete(last);
      rows.pop();
    },
    rowCount: (): number => rows.length,
  };
}

export type TableGrid = ReturnType<typeof tableGrid>;

/** An edit that cannot be made: other pairs use the same cells. */
export interface UnmetEdit {
  readonly pair: PairKey;
  readonly source: string;
  readonly others: readonly PairKey[];
}

/** One phrase of one pair, and its new target. */
interface Wish {
  readonly pair: GridPair;
  readonly source: string;
  readonly target: string | undefined;
  /** The pairs that have objected to it. */
  readonly against: Set<PairKey>;
}

/**
 * Changes the cells of a table until every pair has its wanted entries, without removing an entry that a pair keeps.
 * The methods run in this order, each for all pairs: change a cell, fill a blank cell, blank a cell, add a row. A cell
 * that two pairs share is therefore changed once, and the edit of the second pair is already made. Returns the edits
 * that have no solution.
 */
export function solveTable(grid: TableGrid, pairs: readonly GridPair[]): readonly UnmetEdit[] {
  const wishes = pairs.flatMap((pair) =>
    [...pair.edits].map(([source, target]): Wish => ({ pair, source, target, against: new Set() })),
  );
  const isMet = ({ pair, source, target }: Wish): boolean => {
    const rows = grid.counted(pair, source);
    return target === undefined
      ? rows.length === 0
      : rows.length > 0 && rows.every((row) => grid.targetOf(pair, row) === target);
  };
  const put = ({ pair, against }: Wish, row: number, column: number, text: string): boolean => {
    const objections = grid.put(row, column, text);
    // The first method is the plainest one. Objections to later methods would only confuse.
    if (against.size === 0) for (const key of objections) if (key !== pair.key) against.add(key);
    return objections.length === 0;
  };
  /** The rows whose target is not the wanted one. */
  const wrong = ({ pair, source, target }: Wish): readonly number[] =>
    target === undefined
      ? grid.candidates(pair, source)
      : grid.counted(pair, source).filter((row) => grid.targetOf(pair, row) !== target);
  const change = (wish: Wish): void => {
    const { pair, source, target } = wish;
    // A row that already has the target needs no change: it counts as soon as the preferred row is removed.
    const isPresent = !grid.chooses && grid.candidates(pair, source).some((row) => grid.targetOf(pair, row) === target);
    if (target !== undefined && !isPresent) for (const row of wrong(wish)) put(wish, row, pair.to, target);
  };
  const fill = (wish: Wish): void => {
    const { pair, source, target } = wish;
    if (target === undefined || grid.candidates(pair, source).length > 0) return;
    for (const row of grid.open(pair, source)) if (put(wish, row, pair.to, target)) return;
  };
  const blankTarget = (wish: Wish): void => {
    for (const row of wrong(wish)) put(wish, row, wish.pair.to, '');
  };
  const blankSource = (wish: Wish): void => {
    // A row whose blank target means its source phrase gives an entry unless both cells are blank.
    for (const row of wrong(wish))
      if (put(wish, row, wish.pair.from, '') && grid.copies(row)) put(wish, row, wish.pair.to, '');
  };
  const append = (wish: Wish): void => {
    const { pair, source, target } = wish;
    fill(wish);
    if (target === undefined || grid.candidates(pair, source).length > 0) return;
    const row = grid.addRow();
    if (!put(wish, row, pair.from, source) || !put(wish, row, pair.to, target)) grid.dropLastRow();
  };
  for (const way of [change, fill, blankTarget, blankSource, append])
    for (const wish of wishes) if (!isMet(wish)) way(wish);
  return wishes
    .filter((wish) => !isMet(wish))
    .map(({ pair, source, against }) => ({
      pair: pair.key,
      source,
      others: [...against].filter((key) => key !== pair.key),
    }));
}
