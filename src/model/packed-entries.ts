import type { Entries, Entry } from './entries.ts';
import {
  addEntry,
  digestOfSum,
  hashSource,
  hashSpan,
  newHash,
  newPhraseBuffer,
  newSum,
  SLACK,
  writePhrase,
} from './entry-hash.ts';

/**
 * Entries over bytes. A dictionary of 10 MB has 240,000 entries; making two strings of each, and a `Map` of those, takes ten times as long as reading the file, and
 * nearly all of them are the same on both sides. So a reader leaves the text as it is, in one form for all readers, and says where each row begins:
 *
 *     source TAB target LF source TAB target LF …
 *
 * One pass over the rows hashes each source phrase into a table with open addressing, and each entry into the digest. Strings are made for what somebody asks for:
 * the entries that differ.
 *
 * Two such texts are compared row by row (`compareRows`): after a row that both have, the next one is looked for at the next place of the other side, where it is
 * in nearly every case, and costs one comparison of bytes. Only a row that is not there is looked for in the table.
 */
export interface PackedEntries extends Entries {
  readonly index: RowIndex;
}

/** Rows as a reader leaves them: checked UTF-8, phrases without a line feed, sources without a tab. The text has `SLACK` bytes after its last row. */
export interface PackedRows {
  readonly text: Uint8Array;
  /** Where each row begins, and then where the last one ends. */
  readonly starts: Int32Array;
  /** Where the tab of each row stands. */
  readonly tabs: Int32Array;
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

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The entries of rows, which must not change any more; `undefined` when a source phrase comes twice. */
export function packedEntries({ text, starts, tabs }: PackedRows): PackedEntries | undefined {
  const size = tabs.length;
  const view = new DataView(text.buffer, text.byteOffset, text.byteLength);
  const hashes = new Int32Array(size);
  // At most half full.
  const table = new Int32Array(2 ** (33 - Math.clz32(size)));
  const mask = table.length - 1;
  const state = newHash();
  const sum = newSum();
  const index: RowIndex = { text, starts, tabs, view, hashes, table };
  for (let row = 0; row < size; row += 1) {
    const [start, tab] = [starts[row] as number, tabs[row] as number];
    const hash = hashSource(view, start, tab, state);
    hashes[row] = hash;
    let slot = hash & mask;
    for (let other = table[slot] as number; other !== 0; other = table[slot] as number) {
      if (hashes[other - 1] === hash && isSource(index, other - 1, view, start, tab)) return undefined;
      slot = (slot + 1) & mask;
    }
    table[slot] = row + 1;
    hashSpan(view, tab + 1, (starts[row + 1] as number) - 1, state);
    addEntry(sum, state);
  }
  const digest = digestOfSum(sum, size);
  return {
    size,
    index,
    digest,
    get(source) {
      const row = rowOf(index, source);
      return row < 0 ? undefined : targetOf(index, row);
    },
    [Symbol.iterator]: () => allEntries(index),
  };
}

export const isPacked = (entries: Entries): entries is PackedEntries => 'index' in entries;

export const sourceOf = ({ text, starts, tabs }: RowIndex, row: number): string =>
  decoder.decode(text.subarray(starts[row], tabs[row]));

export const targetOf = ({ text, starts, tabs }: RowIndex, row: number): string =>
  decoder.decode(text.subarray((tabs[row] as number) + 1, (starts[row + 1] as number) - 1));

/** The row of a source phrase; -1 when there is none. */
export function rowOf(index: RowIndex, source: string): number {
  const { bytes, view } = newPhraseBuffer(source.length);
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
function isSource({ view, starts, tabs }: RowIndex, row: number, other: DataView, from: number, to: number): boolean {
  const start = starts[row] as number;
  return (tabs[row] as number) - start === to - from && sameBytes(view, start, other, from, to);
}

function sameBytes(left: DataView, leftFrom: number, right: DataView, from: number, to: number): boolean {
  const away = leftFrom - from;
  let at = from;
  for (; at + 4 <= to; at += 4) if (left.getInt32(at + away) !== right.getInt32(at)) return false;
  for (; at < to; at += 1) if (left.getUint8(at + away) !== right.getUint8(at)) return false;
  return true;
}

/** All entries in order: blocks of rows are decoded at once, which costs a tenth of decoding phrase by phrase. */
function* allEntries({ text, starts, tabs }: RowIndex): IterableIterator<Entry> {
  const size = tabs.length;
  for (let row = 0; row < size; ) {
    const from = starts[row] as number;
    while (row < size && (starts[row] as number) - from < BLOCK_BYTES) row += 1;
    const block = decoder.decode(text.subarray(from, starts[row]));
    for (let at = 0; at < block.length; ) {
      const tab = block.indexOf('\t', at);
      const end = block.indexOf('\n', tab);
      yield [block.slice(at, tab), block.slice(tab + 1, end)];
      at = end + 1;
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

/** What must be done to the rows of the left side to make those of the right side of them. */
export function compareRows({ index: left }: PackedEntries, { index: right }: PackedEntries): RowsDiff {
  const [leftSize, rightSize] = [left.tabs.length, right.tabs.length];
  const seen = new Uint8Array(leftSize);
  const changed: (readonly [number, number])[] = [];
  const added: number[] = [];
  let guess = 0;
  for (let row = 0; row < rightSize; row += 1) {
    const [from, to] = [right.starts[row] as number, right.starts[row + 1] as number];
    if (guess < leftSize && isRow(left, guess, right.view, from, to)) {
      seen[guess] = 1;
      guess += 1;
      continue;
    }
    const there = find(left, right.hashes[row] as number, right.view, from, right.tabs[row] as number);
    if (there < 0) {
      added.push(row);
      continue;
    }
    seen[there] = 1;
    guess = there + 1;
    if (!isRow(left, there, right.view, from, to)) changed.push([there, row]);
  }
  const removed: number[] = [];
  if (leftSize + added.length > rightSize)
    for (let row = seen.indexOf(0); row >= 0; row = seen.indexOf(0, row + 1)) removed.push(row);
  return { removed, changed, added };
}

/** True when a row is these bytes: a source phrase has no tab, so rows of the same bytes have the same phrases. */
function isRow({ view, starts }: RowIndex, row: number, other: DataView, from: number, to: number): boolean {
  const start = starts[row] as number;
  return (starts[row + 1] as number) - start === to - from && sameBytes(view, start, other, from, to);
}

/** Takes rows one after another. What is written of one stands in `text` already. */
export interface RowWriter {
  readonly text: Uint8Array;
  /** A row whose tab and whose end (after its line feed) are these. It begins where the one before ends. */
  readonly end: (tab: number, end: number) => void;
  readonly rows: () => PackedRows;
}

/** Room for rows of at most so many bytes, of which each has four or more. */
export function writeRows(bytes: number): RowWriter {
  const text = new Uint8Array(bytes + SLACK);
  const most = (bytes >> 2) + 1;
  const starts = new Int32Array(most + 1);
  const tabs = new Int32Array(most);
  let size = 0;
  return {
    text,
    end(tab, end) {
      tabs[size] = tab;
      size += 1;
      starts[size] = end;
    },
    rows: () => ({ text, starts: starts.slice(0, size + 1), tabs: tabs.slice(0, size) }),
  };
}
