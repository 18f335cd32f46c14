import { type HashState, hashSource, newHash } from '../entries/entry-hash.ts';
import { type PackedRows, ROWS_AT_ONCE } from './packed-rows.ts';

/**
 * Rows, and a table with open addressing in which each is found by its source phrase. Nothing is believed because
 * hashes are equal.
 */
export interface RowIndex extends PackedRows {
  readonly view: DataView;
  /**
   * The hash of each source phrase: the first lane, which finds it, and the second lane, which continues into the
   * digest.
   */
  readonly hashes: Int32Array;
  readonly seconds: Int32Array;
  /**
   * Row numbers from 1, each at the place of its hash or after it; 0 is free. The length is a power of two and larger
   * than any number: the higher bits are those of the hash, so that few rows are checked in vain. Each check outside of
   * the table reads distant memory.
   */
  readonly table: Int32Array;
}

/** At most two thirds full, or the ways to a free place get long. */
const tableLength = (size: number): number => 2 ** (32 - Math.clz32(size + (size >> 1) + 1));

/** Maximum checks of occupied places per row. Phrases need one or two, unless they were constructed to collide. */
const LOOKS_MAX = 16;

/**
 * The index of rows, which must not change afterwards; `undefined` if a source phrase is repeated, or if too many share
 * a place in the table.
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
 * Adds some rows to the table, and returns the remaining checks; -1 if a source phrase is repeated, or if the rows were
 * constructed to collide. A `Map` has a secret in its hash, and accepts these.
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

/** True if the table has an earlier row with the source phrase of this row. */
function isSecond(index: RowIndex, row: number): boolean {
  const { view, places, hashes } = index;
  const [from, to] = [places[row * 4] as number, places[row * 4 + 1] as number];
  return findRow(index, hashes[row] as number, view, from, to) !== row;
}

/** The row whose source phrase is in a span of bytes, and has this hash; -1: none. */
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
