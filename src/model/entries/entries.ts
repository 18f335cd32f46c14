import type { Digest } from '../ids.ts';
import {
  addEntry,
  digestOfSum,
  type EntrySum,
  hashPhrase,
  hashSource,
  newHash,
  newPhraseBuffer,
  newSum,
  writePhrase,
} from './entry-hash.ts';

/** Longer phrases make the buffer grow that they are written to. */
const PHRASE_UNITS = 128;

/** One entry of a dictionary: source phrase, target phrase. */
export type Entry = readonly [source: string, target: string];

/**
 * The entries of one dictionary, each source phrase once. All other code sees entries through this interface: never as
 * a plain object (`__proto__` and `10` are phrases too), and not as a `Map`, so that an index over bytes can implement
 * it (`packed-entries.ts`).
 */
export interface Entries {
  readonly size: number;
  /** The target phrase of a source phrase, compared code unit by code unit; `undefined`: no such entry. */
  get(source: string): string | undefined;
  /** In the order of the file or of the service's answer. The order carries no meaning. */
  [Symbol.iterator](): IterableIterator<Entry>;
  /** Equal for equal sets of entries in any order. Computed on first use. */
  readonly digest: Digest;
}

/**
 * The number of terms of some dictionaries, as every command counts them: a source phrase counts once for each language
 * pair. Rows that are not sent, such as drafts, do not count.
 */
export const termCount = (dictionaries: readonly Pick<Entries, 'size'>[]): number =>
  dictionaries.reduce((sum, { size }) => sum + size, 0);

/** The sum of entries that are strings: they are written as the bytes that `entry-hash.ts` takes. */
export function entriesSum(entries: Iterable<Entry>): EntrySum {
  const state = newHash();
  const sum = newSum();
  let { bytes, view } = newPhraseBuffer(PHRASE_UNITS);
  const room = (phrase: string): void => {
    if (phrase.length * 3 > bytes.length) ({ bytes, view } = newPhraseBuffer(phrase.length * 2));
  };
  for (const [source, target] of entries) {
    room(source);
    hashSource(view, 0, writePhrase(source, bytes), state);
    room(target);
    hashPhrase(view, 0, writePhrase(target, bytes), state);
    addEntry(sum, state);
  }
  return sum;
}

/** Adds a digest that is computed on first use. */
function withDigest(entries: Omit<Entries, 'digest'>): Entries {
  let digest: Digest | undefined;
  return {
    ...entries,
    get digest() {
      digest ??= digestOfSum(entriesSum(entries), entries.size);
      return digest;
    },
  };
}

/** The entries of a map, which must not change any more. */
export const entriesOfMap = (map: ReadonlyMap<string, string>): Entries =>
  withDigest({ size: map.size, get: (source) => map.get(source), [Symbol.iterator]: () => map.entries() });

/**
 * The entries of an index: source phrase → its position in `targets`. Neither may change afterwards. Other facts of an
 * entry have the same position.
 */
export const entriesOfIndex = (index: ReadonlyMap<string, number>, targets: readonly string[]): Entries =>
  withDigest({
    size: index.size,
    get(source) {
      const place = index.get(source);
      return place === undefined ? undefined : targets[place];
    },
    *[Symbol.iterator]() {
      for (const [source, place] of index) yield [source, targets[place] ?? ''];
    },
  });

/** Entries from pairs, in order. A repeated source phrase replaces the earlier target. */
export const entriesOf = (pairs: Iterable<Entry>): Entries => entriesOfMap(new Map(pairs));

export const NO_ENTRIES: Entries = entriesOf([]);
