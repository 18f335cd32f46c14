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
