import { digestOfSum, type EntrySum, newHash, newSum } from '../entries/entry-hash.ts';
import { entriesOfRows, type PackedEntries, rowOf, sumOfRows, sumOnce, sumRow, targetOf } from './packed-entries.ts';
import { addRow, newRowList, type PackedRows, type RowList } from './packed-rows.ts';
import { indexRows, type RowIndex } from './row-index.ts';
import { JOINED_TWICE, joinedRows, joinRow, newRowJoin, OTHER, type RowJoin, SAME, UNJOINED } from './row-join.ts';

/** Entries with an index, such as those of a file, which an answer of the service is compared with while it arrives. */
export type KnownEntries = PackedEntries & { readonly index: RowIndex };

export const isKnown = (entries: PackedEntries): entries is KnownEntries => entries.index !== undefined;

/**
 * Entries that are read as the difference from known ones: an answer of the service from the entries of the file. A row
 * that both sides have is kept as its row number in the known entries, without bytes, places or a hash of its own. So
 * an unchanged row costs one comparison of bytes, and the difference is complete when the last row is read.
 */
export interface DeltaRows {
  readonly known: KnownEntries;
  readonly join: RowJoin;
  /** For each row that was read: its row number in `known`, from 1, or -1 - its row number in `ownRows`. */
  rowRefs: Int32Array;
  size: number;
  /** The rows that `known` lacks, or has with another target phrase. */
  readonly ownRows: RowList;
  /** For each own row: the row of `known` with its source phrase, or `NO_ROW`. */
  readonly partners: number[];
  /** The bytes of own rows, up to `end`. */
  text: Uint8Array;
  view: DataView;
  end: number;
}

export function newDeltaRows(known: KnownEntries): DeltaRows {
  const text = new Uint8Array(1 << 12);
  return {
    known,
    join: newRowJoin(known.index),
    // A row more is a row that was added, which is the usual way to have more.
    rowRefs: new Int32Array(known.size + (known.size >> 6) + 8),
    size: 0,
    ownRows: newRowList(0),
    partners: [],
    text,
    view: new DataView(text.buffer),
    end: 0,
  };
}

/** Makes room for a number of bytes after the end of the text. */
export function makeRoom(rows: DeltaRows, bytes: number): void {
  const needed = rows.end + bytes;
  if (needed <= rows.text.length) return;
  const text = new Uint8Array(Math.max(needed, rows.text.length * 2));
  text.set(rows.text.subarray(0, rows.end));
  rows.text = text;
  rows.view = new DataView(text.buffer);
}

function pushRowRef(rows: DeltaRows, at: number): void {
  if (rows.size === rows.rowRefs.length) {
    const more = new Int32Array(rows.size * 2);
    more.set(rows.rowRefs);
    rows.rowRefs = more;
  }
  rows.rowRefs[rows.size] = at;
  rows.size += 1;
}

/** Adds the next row of `known`. False when that row was added before. */
export function addNext(rows: DeltaRows): boolean {
  const { join } = rows;
  if (join.states[join.next] !== 0) return false;
  join.states[join.next] = SAME;
  join.next += 1;
  pushRowRef(rows, join.next);
  return true;
}

/**
 * Adds a row after the end of the text, at four positions in it. False if a row of `known` with its source phrase was
 * added before.
 */
export function addWritten(
  rows: DeltaRows,
  sourceFrom: number,
  sourceTo: number,
  targetFrom: number,
  targetTo: number,
): boolean {
  const row = joinRow(rows.join, rows.view, sourceFrom, sourceTo, targetFrom, targetTo);
  if (row === JOINED_TWICE) return false;
  if (row >= 0 && rows.join.states[row] === SAME) {
    pushRowRef(rows, row + 1);
    return true;
  }
  pushRowRef(rows, -1 - rows.ownRows.size);
  rows.partners.push(row);
  addRow(rows.ownRows, sourceFrom, sourceTo, targetFrom, targetTo);
  rows.end = targetTo;
  return true;
}

/** All rows as those of one text: the text of `known`, followed by the own one. */
function flatRows({ known, rowRefs, size, ownRows, text, end }: DeltaRows): PackedRows {
  if (ownRows.size === 0 && rowRefs.subarray(0, size).every((at, row) => at === row + 1))
    return { ...known.rows, size };
  const away = known.rows.text.length;
  const all = new Uint8Array(away + end);
  all.set(known.rows.text);
  all.set(text.subarray(0, end), away);
  const places = new Int32Array(size * 4);
  for (let row = 0; row < size; row += 1) {
    const at = rowRefs[row] as number;
    const isOwn = at < 0;
    const from = isOwn ? (-1 - at) * 4 : (at - 1) * 4;
    const of = isOwn ? ownRows.places : known.rows.places;
    const by = isOwn ? away : 0;
    for (let place = 0; place < 4; place += 1) places[row * 4 + place] = (of[from + place] as number) + by;
  }
  return { text: all, places, size };
}

/**
 * The digest does not depend on the order of entries, so its sum is that of `known` minus the rows that were not joined
 * as equal, plus the own rows.
 */
function deltaSum({ known, join }: DeltaRows, ownIndex: RowIndex): EntrySum {
  const sum = Int32Array.from(known.sum());
  const differing = [UNJOINED, OTHER].flatMap((how) => joinedRows(join, how));
  if (differing.length > 0) {
    const [{ index }, gone, state] = [known, newSum(), newHash()];
    for (const row of differing) sumRow(index, row, state, gone);
    for (const [lane, value] of gone.entries()) sum[lane] = (sum[lane] as number) - value;
  }
  return sumOfRows(ownIndex, sum);
}

/** Entries that were read as the difference from known ones. Only the own rows get an index. */
export interface DeltaEntries extends PackedEntries {
  readonly index: undefined;
  readonly delta: DeltaRows;
}

export const isDelta = (entries: PackedEntries): entries is DeltaEntries => 'delta' in entries;

/**
 * The entries of rows, which must not change afterwards; `undefined` if a source phrase is repeated, or if too many
 * share a place in a table.
 */
export function deltaEntries(read: DeltaRows): DeltaEntries | undefined {
  const { known, size } = read;
  const text = read.text.slice(0, read.end);
  const ownIndex = indexRows({ text, places: read.ownRows.places, size: read.ownRows.size });
  if (ownIndex === undefined) return undefined;
  const { states } = read.join;
  const rows: DeltaRows = { ...read, text, view: ownIndex.view };
  const sum = sumOnce(() => deltaSum(rows, ownIndex));
  let flat: PackedRows | undefined;
  const flatOnce = (): PackedRows => {
    flat ??= flatRows(rows);
    return flat;
  };
  return {
    size,
    get rows() {
      return flatOnce();
    },
    index: undefined,
    delta: rows,
    sum,
    get digest() {
      return digestOfSum(sum(), size);
    },
    get(source) {
      const changed = rowOf(ownIndex, source);
      if (changed >= 0) return targetOf(ownIndex, changed);
      const { index } = known;
      const row = rowOf(index, source);
      return row >= 0 && states[row] === SAME ? targetOf(index, row) : undefined;
    },
    [Symbol.iterator]: () => entriesOfRows(flatOnce()),
  };
}
