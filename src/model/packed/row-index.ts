import { type HashState, hashSource, newHash } from '../entries/entry-hash.ts';
import { type PackedRows, ROWS_AT_ONCE } from './packed-rows.ts';

/**
 * Rows, and a table with open addressing in which each is found by its source phrase. Nothing is believed because
 * hashes are equal.
 */
export interface RowIndex extends PackedRows {
  readonly view: DataView;
  /**
   * The hash of each source phrase: the first lane, by which it is found, and the second one, with which the digest
   * goes on.
   */
  readonly hashes: Int32Array;
  readonly seconds: Int32Array;
  /**
   * Row numbers from 1, each at its hash or behind it; 0 is free. The length is a power of two and larger than any
   * number: the bits above are those of the hash, so that hardly a row is looked at for nothing. Each look beyond the
   * table is one into memory that is far.
   */
  readonly table: Int32Array;
}

/** At most two thirds full, or the ways to a free place get long. */
const tableLength = (size: number): number => 2 ** (32 - Math.clz32(size + (size >> 1) + 1));

/**
 * Looks at a taken place that are allowed for each row. Phrases need one or two, but for those that somebody made so
 * that they collide.
 */
const LOOKS_MAX = 16;

/**
 * The index of rows, which must not change any more; `undefined` when a source phrase comes twice, or too many share a
 * place in the table.
 */
export function indexRows({ text, places, size }: PackedRows): RowIndex | undefined {
  const view = new DataView(text.buffer, text.byteOffset, text.byteLength);
  const hashes = new Int32Array(size);
  const seconds = new Int32Array(size);
  const table = new Int32Array(tableLength(size));
  const index: RowIndex = { text, places, size, view, hashes, seconds, table };
  const state = newHash();
  let looks = LOOKS_MAX * (size + index.table.length);
  for (let row = 0; row < size; row += ROWS_AT_ONCE) {
    const next = Math.min(row + ROWS_AT_ONCE, size);
    hashSources(index, row, next, state);
    looks = fillTable(index, row, next, looks);
    if (looks < 0) return undefined;
  }
  return index;
}

function hashSources({ view, places, hashes, seconds }: RowIndex, first: number, end: number, state: HashState): void {
  for (let row = first; row < end; row += 1) {
    hashes[row] = hashSource(view, places[row * 4] as number, places[row * 4 + 1] as number, state);
    seconds[row] = state[1] as number;
  }
}

/**
 * Puts some rows into the table, and gives the looks that are left; -1 when a source phrase comes twice, or when the
 * rows were made to collide: a `Map` has a secret in its hash, and takes them.
 */
function fillTable(index: RowIndex, first: number, end: number, looks: number): number {
  twins.count = 0;
  const left = fillSome(index, first, end, looks);
  if (left < 0 || twins.count > twins.rows.length) return -1;
  for (let twin = 0; twin < twins.count; twin += 1) if (isSecond(index, twins.rows[twin] as number)) return -1;
  return left;
}

/** Rows that may have the hash of another one. For all indexes: to make it takes longer than to index a small file. */
const twins = { rows: new Int32Array(ROWS_AT_ONCE), count: 0 };

/**
 * In a loop of its own: the table is larger than the caches that are near, and a short loop lets the processor look up
 * several rows at once, which halves the time. Equal hashes are noted without a branch, and looked into later: they are
 * so seldom that V8 would have to compile the loop again for the first one.
 */
function fillSome({ hashes, table }: RowIndex, first: number, end: number, looks: number): number {
  const mask = table.length - 1;
  const { rows } = twins;
  let left = looks;
  let count = 0;
  for (let row = first; row < end; row += 1) {
    const hash = hashes[row] as number;
    let slot = hash & mask;
    for (let other = table[slot] as number; other !== 0; other = table[slot] as number) {
      rows[count] = row;
      count += ((other ^ hash) & ~mask) === 0 ? 1 : 0;
      slot = (slot + 1) & mask;
      left -= 1;
    }
    table[slot] = (hash & ~mask) | (row + 1);
  }
  twins.count = count;
  return left;
}

/** True when a row stands in the table behind another one with its source phrase. */
function isSecond(index: RowIndex, row: number): boolean {
  const { view, places, hashes } = index;
  const [from, to] = [places[row * 4] as number, places[row * 4 + 1] as number];
  return findRow(index, hashes[row] as number, view, from, to) !== row;
}

/** The row whose source phrase stands in a span of some bytes, and has this hash; -1 when there is none. */
export function findRow(index: RowIndex, hash: number, view: DataView, from: number, to: number): number {
  const { table } = index;
  const mask = table.length - 1;
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const entry = table[slot] as number;
    if (entry === 0) return -1;
    const row = (entry & mask) - 1;
    if (((entry ^ hash) & ~mask) === 0 && isSource(index, row, view, from, to)) return row;
  }
}

/** True when a row has this source phrase. */
export const isSource = (rows: RowIndex, row: number, other: DataView, from: number, to: number): boolean =>
  isAt(rows, row * 4, other, from, to);

/** True when a row has this target phrase. */
export const isTarget = (rows: RowIndex, row: number, other: DataView, from: number, to: number): boolean =>
  isAt(rows, row * 4 + 2, other, from, to);

function isAt({ view, places }: RowIndex, place: number, other: DataView, from: number, to: number): boolean {
  const start = places[place] as number;
  return (places[place + 1] as number) - start === to - from && sameBytes(view, start, other, from, to);
}

/** Word by word; the last four bytes are a word of their own, which may overlap the one before. */
function sameBytes(left: DataView, leftFrom: number, right: DataView, from: number, to: number): boolean {
  const away = leftFrom - from;
  const last = to - 4;
  for (let at = from; at < last; at += 4) if (left.getInt32(at + away) !== right.getInt32(at)) return false;
  if (last >= from) return left.getInt32(last + away) === right.getInt32(last);
  for (let at = from; at < to; at += 1) if (left.getUint8(at + away) !== right.getUint8(at)) return false;
  return true;
}
