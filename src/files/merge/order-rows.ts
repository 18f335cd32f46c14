import { byCodePoint } from '../../model/folded.ts';
import { pushAll } from '../../model/push-all.ts';
import type { RowPlaces } from './pair-rows.ts';

/** A row of the merged table, and what it is sorted by where both sides are sorted. */
export interface OrderedRow {
  readonly places: RowPlaces;
  readonly sortKey: string;
}

const inOrderOf = (side: keyof RowPlaces, rows: readonly OrderedRow[]): readonly OrderedRow[] =>
  rows
    .filter(({ places }) => places[side] !== undefined)
    .sort((left, right) => (left.places[side] ?? 0) - (right.places[side] ?? 0));

/** True when a side has moved rows that were there. */
function hasMoved(rows: readonly OrderedRow[]): boolean {
  let last = -1;
  for (const { places } of rows) {
    if (places.base === undefined) continue;
    if (places.base < last) return true;
    last = places.base;
  }
  return false;
}

const bySortKey = (left: OrderedRow, right: OrderedRow): number => byCodePoint(left.sortKey, right.sortKey);

/**
 * The rows of the merged table in order: that of our side, or of theirs where they alone have moved rows. What the
 * other side alone has stands behind the row that it stood behind there; of rows that both added at one place, those of
 * the side that decides come first. `sorted`: both sides are sorted, so what they added at one place is sorted too.
 */
export function orderRows(
  rows: readonly OrderedRow[],
  { sorted }: { readonly sorted: boolean },
): readonly OrderedRow[] {
  const [ours, theirs] = [inOrderOf('ours', rows), inOrderOf('theirs', rows)];
  const theirsDecide = hasMoved(theirs) && !hasMoved(ours);
  const [first, second] = theirsDecide ? [theirs, ours] : [ours, theirs];
  const own = theirsDecide ? 'theirs' : 'ours';
  const other = theirsDecide ? 'ours' : 'theirs';
  /** What the other side alone has, behind the row of both that it stands behind; `undefined`: at the top. */
  const behind = new Map<OrderedRow | undefined, OrderedRow[]>();
  let anchor: OrderedRow | undefined;
  for (const row of second) {
    if (row.places[own] !== undefined) anchor = row;
    else if (behind.has(anchor)) behind.get(anchor)?.push(row);
    else behind.set(anchor, [row]);
  }
  const result: OrderedRow[] = [];
  let added: OrderedRow[] = [];
  let pending = behind.get(undefined) ?? [];
  const flush = (): void => {
    const both = [...added, ...pending];
    pushAll(result, sorted && pending.length > 0 ? both.sort(bySortKey) : both);
    [added, pending] = [[], []];
  };
  for (const row of first) {
    if (row.places[other] === undefined) {
      added.push(row);
      continue;
    }
    flush();
    result.push(row);
    pending = behind.get(row) ?? [];
  }
  flush();
  return result;
}
