import { hashSource, newHash } from '../entries/entry-hash.ts';
import { findRow, isSource, isTarget, type RowIndex } from './row-index.ts';

/** How a row of the index was joined: not yet, with an equal entry, with an entry of another target phrase. */
export const UNJOINED = 0;
export const SAME = 1;
export const OTHER = 2;

/**
 * Joins entries with the rows of an index by their source phrases. Both sides mostly have the same order, so the row
 * after the last joined one is tried first, which costs one comparison of bytes. If the source
 * phrase of that row differs, the phrase is hashed and looked up in the table.
 */
export interface RowJoin {
  readonly index: RowIndex;
  /** `UNJOINED`, `SAME` or `OTHER` for each row. */
  readonly states: Uint8Array;
  /** The row after the last joined one. */
  next: number;
}

export const newRowJoin = (index: RowIndex): RowJoin => ({ index, states: new Uint8Array(index.size), next: 0 });

/** No row has the source phrase. */
export const NO_ROW = -1;
/** The row with the source phrase was joined before: the phrase is repeated. */
export const JOINED_TWICE = -2;

const state = newHash();

/** Joins one entry, whose phrases are at four positions of a view. Returns its row, `NO_ROW` or `JOINED_TWICE`. */
export function joinRow(
  join: RowJoin,
  view: DataView,
  sourceFrom: number,
  sourceTo: number,
  targetFrom: number,
  targetTo: number,
): number {
  const { index, states, next } = join;
  if (index.size === 0) return NO_ROW;
  const isNextRow = next < index.size && isSource(index, next, view, sourceFrom, sourceTo);
  const row = isNextRow
    ? next
    : findRow(index, hashSource(view, sourceFrom, sourceTo, state), view, sourceFrom, sourceTo);
  if (row < 0) return NO_ROW;
  if (states[row] !== UNJOINED) return JOINED_TWICE;
  states[row] = isTarget(index, row, view, targetFrom, targetTo) ? SAME : OTHER;
  join.next = row + 1;
  return row;
}

/** The rows that were joined in one way, in order. */
export function joinedRows({ states }: RowJoin, how: number): readonly number[] {
  const rows: number[] = [];
  for (let row = states.indexOf(how); row >= 0; row = states.indexOf(how, row + 1)) rows.push(row);
  return rows;
}
