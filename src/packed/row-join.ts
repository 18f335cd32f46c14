import { hashSource, newHash } from '../model/entries/entry-hash.ts';
import { findRow, isSource, isTarget, type RowIndex } from './row-index.ts';

/** How a row was met: not yet, by the same entry, by one with another target phrase. */
export const UNJOINED = 0;
export const SAME = 1;
export const OTHER = 2;

/**
 * A walk of entries along the rows of another side. After a row that both have, the next one is looked for at the next
 * place of the other side, where it is in nearly every case, and costs one comparison of bytes. Only a row that is not
 * there is looked for in the table.
 */
export interface Walk {
  readonly along: RowIndex;
  /** How each row was met. */
  readonly met: Uint8Array;
  /** The row behind the last one that was met. */
  next: number;
}

export const newRowJoin = (along: RowIndex): Walk => ({ along, met: new Uint8Array(along.size), next: 0 });

/** No row has the source phrase. */
export const NO_ROW = -1;
/** The row with the source phrase was met before. */
export const JOINED_TWICE = -2;

const state = newHash();

/**
 * Takes the walk on by one entry, whose phrases stand at four places of a view. Gives the row that it met, `NO_ROW` or
 * `JOINED_TWICE`.
 */
export function joinRow(
  walk: Walk,
  view: DataView,
  sourceFrom: number,
  sourceTo: number,
  targetFrom: number,
  targetTo: number,
): number {
  const { along, met, next } = walk;
  if (along.size === 0) return NO_ROW;
  const isNext = next < along.size && isSource(along, next, view, sourceFrom, sourceTo);
  const row = isNext ? next : findRow(along, hashSource(view, sourceFrom, sourceTo, state), view, sourceFrom, sourceTo);
  if (row < 0) return NO_ROW;
  if (met[row] !== UNJOINED) return JOINED_TWICE;
  met[row] = isTarget(along, row, view, targetFrom, targetTo) ? SAME : OTHER;
  walk.next = row + 1;
  return row;
}

/** The rows that were met in one way, in order. */
export function joinedRows({ met }: Walk, how: number): readonly number[] {
  const rows: number[] = [];
  for (let row = met.indexOf(how); row >= 0; row = met.indexOf(how, row + 1)) rows.push(row);
  return rows;
}
