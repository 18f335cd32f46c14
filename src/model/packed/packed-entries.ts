import { type Entries, type Entry, entriesOf } from '../entries/entries.ts';
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
} from '../entries/entry-hash.ts';
import { type PackedRows, ROWS_AT_ONCE } from './packed-rows.ts';
import { findRow, indexRows, type RowIndex } from './row-index.ts';

/**
 * Entries over bytes. A dictionary of 10 MB has 240,000 entries. Two strings for each and a `Map` of them take ten
 * times as long as reading the file, and nearly all entries are equal on both sides. So a reader keeps the bytes of a
 * file or an answer, and only notes where each phrase begins and ends. Strings are created on request: for entries that
 * differ.
 */
export interface PackedEntries extends Entries {
  readonly rows: PackedRows;
  /** `undefined` for entries that were read as a delta of known ones (`delta-entries.ts`), which have the index. */
  readonly index: RowIndex | undefined;
  /** The input of the digest. Computed on first use. */
  readonly sum: () => EntrySum;
}

export const isPacked = (entries: Entries): entries is PackedEntries => 'sum' in entries;

/**
 * Rows are decoded in blocks of about this number of bytes when all are read. Each block is twice as large as the
 * previous one: a string keeps the text of its whole block in memory, and most readers that keep strings only want the
 * first rows.
 */
const BLOCK_BYTES = { first: 1 << 10, most: 1 << 16 };

/** What is looked for is written here: a buffer of its own takes longer to make than a phrase to find. */
const SCRATCH_UNITS = 1024;
const scratch = newPhraseBuffer(SCRATCH_UNITS);

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The entries of rows, which must not change afterwards; `undefined` if a source phrase is repeated, or if too many
 * share a place in the table.
 */
export function packedEntries(rows: PackedRows): (PackedEntries & { readonly index: RowIndex }) | undefined {
  const index = indexRows(rows);
  if (index === undefined) return undefined;
  const sum = sumOnce(() => sumOfRows(index, newSum()));
  return {
    size: rows.size,
    rows,
    index,
    sum,
    get digest() {
      return digestOfSum(sum(), rows.size);
    },
    get(source) {
      const row = rowOf(index, source);
      return row < 0 ? undefined : targetOf(index, row);
    },
    [Symbol.iterator]: () => entriesOfRows(rows),
  };
}

/** Some rows of a text as entries of their own, over the same bytes. No source phrase is in two of them. */
export function entriesOfSome({ text, places }: PackedRows, numbers: readonly number[]): Entries {
  const some = new Int32Array(numbers.length * 4);
  for (const [index, row] of numbers.entries()) some.set(places.subarray(row * 4, row * 4 + 4), index * 4);
  const rows = { text, places: some, size: numbers.length };
  return packedEntries(rows) ?? entriesOf(entriesOfRows(rows));
}

/** A sum that is computed on first use. */
export function sumOnce(make: () => EntrySum): () => EntrySum {
  let sum: EntrySum | undefined;
  return () => {
    sum ??= make();
    return sum;
  };
}

/** Adds all rows to a sum. */
export function sumOfRows(index: RowIndex, sum: EntrySum): EntrySum {
  const state = newHash();
  for (let row = 0; row < index.size; row += ROWS_AT_ONCE)
    sumSome(index, row, Math.min(row + ROWS_AT_ONCE, index.size), state, sum);
  return sum;
}

function sumSome(index: RowIndex, first: number, end: number, state: HashState, sum: EntrySum): void {
  for (let row = first; row < end; row += 1) sumRow(index, row, state, sum);
}

/** Adds one row to a sum. Its source phrase was hashed for the index. */
export function sumRow(
  { view, places, hashes, seconds }: RowIndex,
  row: number,
  state: HashState,
  sum: EntrySum,
): void {
  state[0] = hashes[row] as number;
  state[1] = seconds[row] as number;
  hashPhrase(view, places[row * 4 + 2] as number, places[row * 4 + 3] as number, state);
  addEntry(sum, state);
}

const phraseAt = ({ text, places }: PackedRows, place: number): string =>
  decoder.decode(text.subarray(places[place], places[place + 1]));

export const sourceOf = (rows: PackedRows, row: number): string => phraseAt(rows, row * 4);

export const targetOf = (rows: PackedRows, row: number): string => phraseAt(rows, row * 4 + 2);

/** The row of a source phrase; -1: none. */
export function rowOf(index: RowIndex, source: string): number {
  const { bytes, view } = source.length <= SCRATCH_UNITS ? scratch : newPhraseBuffer(source.length);
  const end = writePhrase(source, bytes);
  return findRow(index, hashSource(view, 0, end, newHash()), view, 0, end);
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

/** The last row of a block that begins with `first`. The rows of a block are in order, and near each other. */
function lastOfBlock({ places, size }: PackedRows, first: number, bytes: number): number {
  const end = (places[first * 4] as number) + bytes;
  let row = first;
  for (let at = row * 4 + 4; row + 1 < size; at += 4) {
    if ((places[at] as number) < (places[at - 1] as number) || (places[at + 3] as number) > end) break;
    row += 1;
  }
  return row;
}

/** The entries of a block of rows: it is decoded as a whole and cut, which takes a fifth of decoding by phrases. */
function blockOf({ text, places }: PackedRows, first: number, last: number): Entry[] {
  let byte = places[first * 4] as number;
  const block = decoder.decode(text.subarray(byte, places[last * 4 + 3]));
  let unit = 0;
  const cut = (place: number): number => {
    unit += unitsIn(text, byte, places[place] as number);
    byte = places[place] as number;
    return unit;
  };
  const entries: Entry[] = [];
  for (let row = first; row <= last; row += 1) {
    const source = block.slice(cut(row * 4), cut(row * 4 + 1));
    entries.push([source, block.slice(cut(row * 4 + 2), cut(row * 4 + 3))]);
  }
  return entries;
}

/** All entries in order. */
export function* entriesOfRows(rows: PackedRows): IterableIterator<Entry> {
  let bytes = BLOCK_BYTES.first;
  for (let row = 0; row < rows.size; bytes = Math.min(bytes * 2, BLOCK_BYTES.most)) {
    const last = lastOfBlock(rows, row, bytes);
    yield* blockOf(rows, row, last);
    row = last + 1;
  }
}
