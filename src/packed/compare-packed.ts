import { type DeltaEntries, isDelta } from './delta-entries.ts';
import type { PackedEntries } from './packed-entries.ts';
import { type PackedRows, ROWS_AT_ONCE } from './packed-rows.ts';
import type { RowIndex } from './row-index.ts';
import { JOINED_TWICE, joinedRows, joinRow, NO_ROW, newRowJoin, OTHER, UNJOINED, type Walk } from './row-join.ts';

/** What differs between two sides: rows of `left` and `right`, by their numbers in them. */
export interface RowsDiff {
  readonly left: PackedRows;
  readonly right: PackedRows;
  /** Rows of the left side that the right side lacks, in order. */
  readonly removed: readonly number[];
  /** Rows with one source phrase and two target phrases, in the order of the right side. */
  readonly changed: readonly (readonly [left: number, right: number])[];
  /** Rows of the right side that the left side lacks, in order. */
  readonly added: readonly number[];
}

/** What must be done to the left side to make the right one of it; `undefined` when neither has an index. */
export function comparePacked(left: PackedEntries, right: PackedEntries): RowsDiff | undefined {
  if (isDelta(left) && left.beside.guess === right) return whatWasMet(left);
  const [rows, others] = [left.rows, right.rows];
  if (right.index !== undefined) {
    const { strangers, changed, notMet } = walkAll(rows, right.index);
    return { left: rows, right: others, removed: strangers, changed: inOrder(changed), added: notMet };
  }
  if (left.index === undefined) return undefined;
  const { strangers, changed, notMet } = walkAll(others, left.index);
  const turned = changed.map(([to, from]) => [from, to] as const);
  return { left: rows, right: others, removed: notMet, changed: turned, added: strangers };
}

const inOrder = (changed: [left: number, right: number][]): RowsDiff['changed'] =>
  changed.sort(([, one], [, other]) => one - other);

/** The comparison was made when the left side was read beside the right one. */
function whatWasMet({ beside }: DeltaEntries): RowsDiff {
  const { guess, own, text, partners, walk } = beside;
  const removed: number[] = [];
  const changed: [number, number][] = [];
  for (let row = 0; row < partners.length; row += 1) {
    const partner = partners[row] as number;
    if (partner === NO_ROW) removed.push(row);
    else changed.push([row, partner]);
  }
  const left = { text, places: own.places, size: own.size };
  return { left, right: guess.rows, removed, changed: inOrder(changed), added: joinedRows(walk, UNJOINED) };
}

interface Walked {
  /** Rows that the other side lacks. */
  readonly strangers: number[];
  readonly changed: [row: number, along: number][];
}

function walkAll(rows: PackedRows, along: RowIndex): Walked & { readonly notMet: readonly number[] } {
  const view = new DataView(rows.text.buffer, rows.text.byteOffset, rows.text.byteLength);
  const walk = newRowJoin(along);
  const walked: Walked = { strangers: [], changed: [] };
  for (let row = 0; row < rows.size; row += ROWS_AT_ONCE)
    walkSome(rows, view, row, Math.min(row + ROWS_AT_ONCE, rows.size), walk, walked);
  return { ...walked, notMet: joinedRows(walk, UNJOINED) };
}

function walkSome(
  { places }: PackedRows,
  view: DataView,
  first: number,
  end: number,
  walk: Walk,
  { strangers, changed }: Walked,
): void {
  for (let row = first; row < end; row += 1) {
    const at = row * 4;
    const met = joinRow(
      walk,
      view,
      places[at] as number,
      places[at + 1] as number,
      places[at + 2] as number,
      places[at + 3] as number,
    );
    if (met === JOINED_TWICE) throw new Error('a source phrase comes twice');
    if (met === NO_ROW) strangers.push(row);
    else if (walk.met[met] === OTHER) changed.push([row, met]);
  }
}
