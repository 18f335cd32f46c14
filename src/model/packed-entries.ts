import type { Entries, Entry } from './entries.ts';
import {
  addEntry,
  digestOfSum,
  type EntrySum,
  type HashState,
  hashPhrase,
  hashSource,
  newHash,
  newPhraseBuffer,
  newSum,
  writePhrase,
} from './entry-hash.ts';
import { type PackedRows, ROWS_AT_ONCE } from './packed-rows.ts';

/**
 * Entries over bytes. A dictionary of 10 MB has 240,000 entries; making two strings of each, and a `Map` of those, takes ten times as long as reading the file, and
 * nearly all of them are the same on both sides. So a reader leaves the bytes where they came in, a file or the body of an answer, and only says where each phrase
 * begins and ends.
 *
 * One pass over the phrases then hashes each source into a table with open addressing, and each entry into the digest. Strings are made for what somebody asks for:
 * the entries that differ.
 *
 * Two sides are compared row by row (`compareRows`): after a row that both have, the next one is looked for at the next place of the other side, where it is in
 * nearly every case, and costs one comparison of bytes. Only a row that is not there is looked for in the table. Nothing is believed because hashes are equal.
 */
export interface PackedEntries extends Entries {
  readonly index: RowIndex;
}

interface RowIndex extends PackedRows {
  readonly view: DataView;
  /** The hash of each source phrase. */
  readonly hashes: Int32Array;
  /** Row numbers from 1, each at its hash or behind it; 0 is free. The length is a power of two. */
  readonly table: Int32Array;
}

/** Rows are decoded in blocks of about this many bytes when all are asked for. */
const BLOCK_BYTES = 1 << 16;

/** What is looked for is written here: a buffer of its own takes longer to make than a phrase to find. */
const SCRATCH_UNITS = 1024;
const scratch = newPhraseBuffer(SCRATCH_UNITS);

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The entries of rows, which must not change any more; `undefined` when a source phrase comes twice, or too many share a place in the table. */
export function packedEntries({ text, places, size }: PackedRows): PackedEntries | undefined {
  const view = new DataView(text.buffer, text.byteOffset, text.byteLength);
  const hashes = new Int32Array(size);
  const state = newHash();
  const sum = newSum();
  const index: RowIndex = { text, places, size, view, hashes, table: emptyTable(size) };
  let looks = LOOKS_MAX * (size + index.table.length);
  for (let row = 0; row < size; row += ROWS_AT_ONCE) {
    const next = Math.min(row + ROWS_AT_ONCE, size);
    hashRows(index, row, next, state, sum);
    looks = fillTable(index, row, next, looks);
    if (looks < 0) return undefined;
  }
  return {
    size,
    index,
    digest: digestOfSum(sum, size),
    get(source) {
      const row = rowOf(index, source);
      return row < 0 ? undefined : targetOf(index, row);
    },
    [Symbol.iterator]: () => allEntries(index),
  };
}

/** Hashes the source phrases of some rows, and adds the rows to the sum. */
function hashRows(
  { view, places, hashes }: RowIndex,
  first: number,
  end: number,
  state: HashState,
  sum: EntrySum,
): void {
  for (let row = first; row < end; row += 1) {
    const at = row * 4;
    hashes[row] = hashSource(view, places[at] as number, places[at + 1] as number, state);
    hashPhrase(view, places[at + 2] as number, places[at + 3] as number, state);
    addEntry(sum, state);
  }
}

/** At most two thirds full, or the ways to a free place get long. */
const emptyTable = (size: number): Int32Array => new Int32Array(2 ** (32 - Math.clz32(size + (size >> 1) + 1)));

/** Looks at a taken place that are allowed for each row. Phrases need one or two, but for those that somebody made so that they collide. */
const LOOKS_MAX = 16;

/**
 * Puts some rows into the table, and gives the looks that are left; -1 when a source phrase comes twice, or when the rows were made to collide: a `Map` has a secret
 * in its hash, and takes them. In a loop of its own: the table is larger than the caches that are near, and a short loop lets the processor look up several rows at
 * once, which halves the time.
 */
function fillTable(index: RowIndex, first: number, end: number, looks: number): number {
  const { view, places, hashes, table } = index;
  const mask = table.length - 1;
  let left = looks;
  for (let row = first; row < end; row += 1) {
    const hash = hashes[row] as number;
    let slot = hash & mask;
    for (let other = table[slot] as number; other !== 0; other = table[slot] as number) {
      const [from, to] = [places[row * 4] as number, places[row * 4 + 1] as number];
      if (hashes[other - 1] === hash && isSource(index, other - 1, view, from, to)) return -1;
      slot = (slot + 1) & mask;
      left -= 1;
    }
    table[slot] = row + 1;
  }
  return left;
}

export const isPacked = (entries: Entries): entries is PackedEntries => 'index' in entries;

const phraseAt = ({ text, places }: PackedRows, place: number): string =>
  decoder.decode(text.subarray(places[place], places[place + 1]));

export const sourceOf = (index: RowIndex, row: number): string => phraseAt(index, row * 4);

export const targetOf = (index: RowIndex, row: number): string => phraseAt(index, row * 4 + 2);

/** The row of a source phrase; -1 when there is none. */
export function rowOf(index: RowIndex, source: string): number {
  const { bytes, view } = source.length <= SCRATCH_UNITS ? scratch : newPhraseBuffer(source.length);
  const end = writePhrase(source, bytes);
  return find(index, hashSource(view, 0, end, newHash()), view, 0, end);
}

function find(index: RowIndex, hash: number, view: DataView, from: number, to: number): number {
  const { hashes, table } = index;
  const mask = table.length - 1;
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const row = (table[slot] as number) - 1;
    if (row < 0 || (hashes[row] === hash && isSource(index, row, view, from, to))) return row;
  }
}

/** True when a row has this source phrase. */
function isSource({ view, places }: RowIndex, row: number, other: DataView, from: number, to: number): boolean {
  const start = places[row * 4] as number;
  return (places[row * 4 + 1] as number) - start === to - from && sameBytes(view, start, other, from, to);
}

/** True when two rows have the same target phrase. */
function sameTarget(left: RowIndex, leftRow: number, right: RowIndex, rightRow: number): boolean {
  const start = left.places[leftRow * 4 + 2] as number;
  const from = right.places[rightRow * 4 + 2] as number;
  const to = right.places[rightRow * 4 + 3] as number;
  const same = (left.places[leftRow * 4 + 3] as number) - start === to - from;
  return same && sameBytes(left.view, start, right.view, from, to);
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

/** UTF-16 code units of the characters that begin in a span. */
function unitsIn(text: Uint8Array, from: number, to: number): number {
  let units = 0;
  for (let at = from; at < to; at += 1) {
    const byte = text[at] as number;
    if ((byte & 0xc0) !== 0x80) units += byte < 0xf0 ? 1 : 2;
  }
  return units;
}

/** All entries in order. Blocks of rows are decoded as a whole and cut, which takes a fifth of decoding phrase by phrase. */
function* allEntries({ text, places, size }: RowIndex): IterableIterator<Entry> {
  for (let row = 0; row < size; ) {
    let byte = places[row * 4] as number;
    let last = row;
    while (last + 1 < size && (places[last * 4 + 7] as number) - byte < BLOCK_BYTES) last += 1;
    const block = decoder.decode(text.subarray(byte, places[last * 4 + 3]));
    let unit = 0;
    const cut = (place: number): number => {
      unit += unitsIn(text, byte, places[place] as number);
      byte = places[place] as number;
      return unit;
    };
    for (; row <= last; row += 1) {
      const source = block.slice(cut(row * 4), cut(row * 4 + 1));
      yield [source, block.slice(cut(row * 4 + 2), cut(row * 4 + 3))];
    }
  }
}

/** What differs between two sides, by row numbers. */
export interface RowsDiff {
  /** Rows of the left side that the right side lacks, in order. */
  readonly removed: readonly number[];
  /** Rows with one source phrase and two target phrases, in the order of the right side. */
  readonly changed: readonly (readonly [left: number, right: number])[];
  /** Rows of the right side that the left side lacks, in order. */
  readonly added: readonly number[];
}

/** A comparison that is under way. */
interface Comparison {
  readonly left: RowIndex;
  readonly right: RowIndex;
  /** 1 for each row of the left side that the right side has. */
  readonly seen: Uint8Array;
  readonly changed: (readonly [left: number, right: number])[];
  readonly added: number[];
  /** The row of the left side that comes after the last one that was found. */
  guess: number;
}

/** What must be done to the rows of the left side to make those of the right side of them. */
export function compareRows({ index: left }: PackedEntries, { index: right }: PackedEntries): RowsDiff {
  const seen = new Uint8Array(left.size);
  const comparison: Comparison = { left, right, seen, changed: [], added: [], guess: 0 };
  for (let row = 0; row < right.size; row += ROWS_AT_ONCE)
    compareSome(comparison, row, Math.min(row + ROWS_AT_ONCE, right.size));
  const { changed, added } = comparison;
  const removed: number[] = [];
  if (left.size + added.length > right.size)
    for (let row = seen.indexOf(0); row >= 0; row = seen.indexOf(0, row + 1)) removed.push(row);
  return { removed, changed, added };
}

function compareSome(comparison: Comparison, first: number, end: number): void {
  const { left, right, seen, changed, added } = comparison;
  let { guess } = comparison;
  for (let row = first; row < end; row += 1) {
    const from = right.places[row * 4] as number;
    const to = right.places[row * 4 + 1] as number;
    const isNext = guess < left.size && isSource(left, guess, right.view, from, to);
    const there = isNext ? guess : find(left, right.hashes[row] as number, right.view, from, to);
    if (there < 0) added.push(row);
    else {
      seen[there] = 1;
      guess = there + 1;
      if (!sameTarget(left, there, right, row)) changed.push([there, row]);
    }
  }
  comparison.guess = guess;
}
