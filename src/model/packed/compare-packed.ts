import { type DeltaEntries, isDelta } from './delta-entries.ts';
import type { PackedEntries } from './packed-entries.ts';
import { type PackedRows, ROWS_AT_ONCE } from './packed-rows.ts';
import type { RowIndex } from './row-index.ts';
import { JOINED_TWICE, joinedRows, joinRow, NO_ROW, newRowJoin, OTHER, type RowJoin, UNJOINED } from './row-join.ts';

/** The differences between two sides: row numbers of `left`, and of the rows of the right side. */
export interface RowsDiff {
  readonly left: PackedRows;
  /** Rows of the left side that the right side lacks, in order. */
  readonly removed: readonly number[];
  /** Rows with one source phrase and two target phrases, in the order of the right side. */
  readonly changed: readonly (readonly [left: number, right: number])[];
  /** Rows of the right side that the left side lacks, in order. */
  readonly added: readonly number[];
}

/** The changes that turn the left side into the right one; `undefined` when neither has an index. */
export function comparePacked(left: PackedEntries, right: PackedEntries): RowsDiff | undefined {
  if (isDelta(left) && left.delta.known === right) return deltaDiff(left);
  const { rows } = left;
  if (right.index !== undefined) {
    const { unmatched, changed, unjoined } = joinAll(rows, right.index);
    return { left: rows, removed: unmatched, changed: inOrder(changed), added: unjoined };
  }
  if (left.index === undefined) return undefined;
  const { unmatched, changed, unjoined } = joinAll(right.rows, left.index);
  const turned = changed.map(([to, from]) => [from, to] as const);
  return { left: rows, removed: unjoined, changed: turned, added: unmatched };
}

const inOrder = (changed: [left: number, right: number][]): RowsDiff['changed'] =>
  changed.sort(([, one], [, other]) => one - other);

/** The comparison was made while the left side was read as a delta of the right one. */
function deltaDiff({ delta }: DeltaEntries): RowsDiff {
  const { ownRows, text, partners, join } = delta;
  const removed: number[] = [];
  const changed: [number, number][] = [];
  for (let row = 0; row < partners.length; row += 1) {
    const partner = partners[row] as number;
    if (partner === NO_ROW) removed.push(row);
    else changed.push([row, partner]);
  }
  const left = { text, places: ownRows.places, size: ownRows.size };
  return { left, removed, changed: inOrder(changed), added: joinedRows(join, UNJOINED) };
}

interface Joined {
  /** Rows that the other side lacks. */
  readonly unmatched: number[];
  readonly changed: [row: number, index: number][];
}

function joinAll(rows: PackedRows, index: RowIndex): Joined & { readonly unjoined: readonly number[] } {
  const view = new DataView(rows.text.buffer, rows.text.byteOffset, rows.text.byteLength);
  const join = newRowJoin(index);
  const joined: Joined = { unmatched: [], changed: [] };
  for (let row = 0; row < rows.size; row += ROWS_AT_ONCE)
    joinSome(rows, view, row, Math.min(row + ROWS_AT_ONCE, rows.size), join, joined);
  return { ...joined, unjoined: joinedRows(join, UNJOINED) };
}

function joinSome(
  { places }: PackedRows,
  view: DataView,
  first: number,
  end: number,
  join: RowJoin,
  { unmatched, changed }: Joined,
): void {
  for (let row = first; row < end; row += 1) {
    const at = row * 4;
    const met = joinRow(
      join,
      view,
      places[at] as number,
      places[at + 1] as number,
      places[at + 2] as number,
      places[at + 3] as number,
    );
    if (met === JOINED_TWICE) throw new Error('a source phrase comes twice');
    if (met === NO_ROW) unmatched.push(row);
    else if (join.states[met] === OTHER) changed.push([row, met]);
  }
}
