import { digestOfSum, type EntrySum, newHash, newSum } from '../model/entries/entry-hash.ts';
import { entriesOfRows, type PackedEntries, rowOf, sumOfRows, sumOnce, sumRow, targetOf } from './packed-entries.ts';
import { addRow, newRowList, type PackedRows, type RowList } from './packed-rows.ts';
import { indexRows, type RowIndex } from './row-index.ts';
import { JOINED_TWICE, joinedRows, joinRow, newRowJoin, OTHER, SAME, UNJOINED, type Walk } from './row-join.ts';

/** Entries that others may be read beside. */
export type Guess = PackedEntries & { readonly index: RowIndex };

export const isGuess = (entries: PackedEntries): entries is Guess => entries.index !== undefined;

/**
 * Entries that are read beside others which are probably the same: an answer of the service beside the file. A row that
 * the other side has too is kept as its number there, and nothing else is kept of it: no bytes, no places, no hash, no
 * room in a table, and none of that has to be made. So reading what has not changed costs one comparison of bytes, and
 * what differs is known when it is read.
 */
export interface DeltaRows {
  readonly guess: Guess;
  readonly walk: Walk;
  /** For each row that was read: its number in the guess, from 1, or -1 - its number in `own`. */
  standing: Int32Array;
  size: number;
  /** The rows that the guess has not, or has with another target phrase. */
  readonly own: RowList;
  /** For each own row: the row of the guess with its source phrase, or `NO_ROW`. */
  readonly partners: number[];
  /** The bytes of own rows, as far as `end`. */
  text: Uint8Array;
  view: DataView;
  end: number;
}

export function newDeltaRows(guess: Guess): DeltaRows {
  const text = new Uint8Array(1 << 12);
  return {
    guess,
    walk: newRowJoin(guess.index),
    // A row more is a row that was added, which is the usual way to have more.
    standing: new Int32Array(guess.size + (guess.size >> 6) + 8),
    size: 0,
    own: newRowList(0),
    partners: [],
    text,
    view: new DataView(text.buffer),
    end: 0,
  };
}

/** Makes room for so many bytes behind the end of the text. */
export function makeRoom(rows: DeltaRows, bytes: number): void {
  const needed = rows.end + bytes;
  if (needed <= rows.text.length) return;
  const text = new Uint8Array(Math.max(needed, rows.text.length * 2));
  text.set(rows.text.subarray(0, rows.end));
  rows.text = text;
  rows.view = new DataView(text.buffer);
}

function stand(rows: DeltaRows, at: number): void {
  if (rows.size === rows.standing.length) {
    const more = new Int32Array(rows.size * 2);
    more.set(rows.standing);
    rows.standing = more;
  }
  rows.standing[rows.size] = at;
  rows.size += 1;
}

/** Adds the next row of the guess. False when it was there before. */
export function addNext(rows: DeltaRows): boolean {
  const { walk } = rows;
  if (walk.met[walk.next] !== 0) return false;
  walk.met[walk.next] = SAME;
  walk.next += 1;
  stand(rows, walk.next);
  return true;
}

/**
 * Adds a row that stands behind the end of the text, at four places of it. False when its source phrase came before, as
 * far as the guess can tell.
 */
export function addWritten(
  rows: DeltaRows,
  sourceFrom: number,
  sourceTo: number,
  targetFrom: number,
  targetTo: number,
): boolean {
  const row = joinRow(rows.walk, rows.view, sourceFrom, sourceTo, targetFrom, targetTo);
  if (row === JOINED_TWICE) return false;
  if (row >= 0 && rows.walk.met[row] === SAME) {
    stand(rows, row + 1);
    return true;
  }
  stand(rows, -1 - rows.own.size);
  rows.partners.push(row);
  addRow(rows.own, sourceFrom, sourceTo, targetFrom, targetTo);
  rows.end = targetTo;
  return true;
}

/** All rows as those of one text: that of the guess, with the own one behind it. */
function flatRows({ guess, standing, size, own, text, end }: DeltaRows): PackedRows {
  if (own.size === 0 && standing.subarray(0, size).every((at, row) => at === row + 1)) return { ...guess.rows, size };
  const away = guess.rows.text.length;
  const all = new Uint8Array(away + end);
  all.set(guess.rows.text);
  all.set(text.subarray(0, end), away);
  const places = new Int32Array(size * 4);
  for (let row = 0; row < size; row += 1) {
    const at = standing[row] as number;
    const isOwn = at < 0;
    const from = isOwn ? (-1 - at) * 4 : (at - 1) * 4;
    const of = isOwn ? own.places : guess.rows.places;
    const by = isOwn ? away : 0;
    for (let place = 0; place < 4; place += 1) places[row * 4 + place] = (of[from + place] as number) + by;
  }
  return { text: all, places, size };
}

/**
 * The digest of entries does not depend on their order: so it is that of the guess without what was not met, and with
 * what is own.
 */
function sumBeside({ guess, walk }: DeltaRows, own: RowIndex): EntrySum {
  const sum = Int32Array.from(guess.sum());
  const [gone, state] = [newSum(), newHash()];
  for (const how of [UNJOINED, OTHER]) for (const row of joinedRows(walk, how)) sumRow(guess.index, row, state, gone);
  for (const [lane, value] of gone.entries()) sum[lane] = (sum[lane] as number) - value;
  return sumOfRows(own, sum);
}

/** Entries that were read beside others. What of them is own has an index of its own. */
export interface DeltaEntries extends PackedEntries {
  readonly index: undefined;
  readonly beside: DeltaRows;
}

export const isDelta = (entries: PackedEntries): entries is DeltaEntries => 'beside' in entries;

/**
 * The entries of rows, to which nothing may be added any more; `undefined` when a source phrase comes twice, or too
 * many share a place in a table.
 */
export function deltaEntries(rows: DeltaRows): DeltaEntries | undefined {
  const { guess, walk, size } = rows;
  const ownRows = { text: rows.text, places: rows.own.places, size: rows.own.size };
  const own = indexRows(ownRows);
  if (own === undefined) return undefined;
  const sum = sumOnce(() => sumBeside(rows, own));
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
    beside: rows,
    sum,
    get digest() {
      return digestOfSum(sum(), size);
    },
    get(source) {
      const changed = rowOf(own, source);
      if (changed >= 0) return targetOf(own, changed);
      const row = rowOf(guess.index, source);
      return row >= 0 && walk.met[row] === SAME ? targetOf(guess.index, row) : undefined;
    },
    [Symbol.iterator]: () => entriesOfRows(flatOnce()),
  };
}
