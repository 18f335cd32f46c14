import type { Choice } from '../../model/entries/held-back.ts';
import type { PairKey } from '../../model/entries/language-pair.ts';
import { chosenOf } from '../dictionary/sent-rows.ts';
import { countedTarget, type RowTerms } from '../dictionary/term-columns.ts';
import type { WantedEntries } from './entry-edit.ts';

/** A dictionary of a wide table: the columns of its languages, what is in it, and what is to become of it. */
export interface GridPair {
  readonly key: PairKey;
  readonly from: number;
  readonly to: number;
  readonly edits: WantedEntries;
  /** The target that a source phrase is to have in the end; `undefined`: none. */
  readonly wanted: (source: string) => string | undefined;
}

interface GridEntry {
  readonly source: string;
  readonly target: string;
}

export interface GridInput {
  readonly rows: readonly (readonly string[])[];
  readonly pairs: readonly GridPair[];
  /** What each row says of itself: one that its status holds back is left as it is. Default: nothing. */
  readonly terms?: readonly RowTerms[];
  readonly choose?: Choice | undefined;
}

const isBlank = (text: string): boolean => text.trim() === '';

/**
 * The rows of a wide table below its header while they are edited. Rows are counted from 0, and new ones come behind.
 * This function is longer than 60 lines because its questions and changes share one grid and its indexes.
 */
export function tableGrid({ rows: sourceRows, pairs, terms = [], choose }: GridInput) {
  const rows = sourceRows.map((row): Map<number, string> | readonly string[] => row);
  const text = (row: number, column: number): string => {
    const cells = rows[row];
    return (cells instanceof Map ? cells.get(column) : cells?.[column]) ?? '';
  };
  /** Column → phrase → rows: for the columns that were asked for. */
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
  /** The target of a row as it counts: a blank cell may stand for the source phrase. */
  const targetOf = ({ from, to }: GridPair, row: number): string =>
    countedTarget(text(row, from), text(row, to), terms[row] ?? { copies: false });
  /** Rows that would give an entry, chosen or not. */
  const candidates = (pair: GridPair, source: string): readonly number[] =>
    isBlank(source) ? [] : rowsOf(pair.from, source).filter((row) => !isBlank(targetOf(pair, row)));
  /** Rows that give an entry for the phrase: of several, those that are chosen. */
  const counted = (pair: GridPair, source: string): readonly number[] =>
    chosenOf(
      candidates(pair, source).map((row) => {
        return { row, preferred: terms[row]?.preferred === true, fields: terms[row]?.fields };
      }),
      choose,
    ).map(({ row }) => row);
  const entryOf = (pair: GridPair, row: number): GridEntry | undefined => {
    const [source, target] = [text(row, pair.from), targetOf(pair, row)];
    return isBlank(source) || isBlank(target) ? undefined : { source, target };
  };
  /** Whether a pair can live with what one of its rows gave before and gives now. */
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
    /** Rows that have the phrase and no translation of it. */
    open: (pair: GridPair, source: string): readonly number[] =>
      rowsOf(pair.from, source).filter((row) => isBlank(targetOf(pair, row))),
    text,
    targetOf,
    copies: (row: number): boolean => terms[row]?.copies === true,
    /** True: a row that gives way to another one keeps what it says. */
    chooses: choose !== undefined,
    /**
     * Says a cell anew unless that takes away or adds an entry against what any pair wants. The pairs that object;
     * none: it is done.
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
    /** A new row without a word in it. */
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

/** One phrase of one pair, and what it is to have. */
interface Wish {
  readonly pair: GridPair;
  readonly source: string;
  readonly target: string | undefined;
  /** The pairs that have objected to it. */
  readonly against: Set<PairKey>;
}

/**
 * Changes the cells of a table until every pair has what its edits want, and takes nothing from any pair that it is to
 * keep. What says most about the table comes first, for all pairs: a cell that is said anew, then a blank cell that is
 * filled, then blanks, then new rows. So one cell that two pairs share is changed once, and the edits of the second
 * pair are found to be made. The edits for which no way is found.
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
    // The first way is the plainest one: what speaks against the others only confuses.
    if (against.size === 0) for (const key of objections) if (key !== pair.key) against.add(key);
    return objections.length === 0;
  };
  /** The rows that give another target than the one that is wanted. */
  const wrong = ({ pair, source, target }: Wish): readonly number[] =>
    target === undefined
      ? grid.candidates(pair, source)
      : grid.counted(pair, source).filter((row) => grid.targetOf(pair, row) !== target);
  const change = (wish: Wish): void => {
    const { pair, source, target } = wish;
    // A row that says it already only waits for the preferred one to go.
    const said = !grid.chooses && grid.candidates(pair, source).some((row) => grid.targetOf(pair, row) === target);
    if (target !== undefined && !said) for (const row of wrong(wish)) put(wish, row, pair.to, target);
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
    // A row whose blank target stands for its source is in the way with either.
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
