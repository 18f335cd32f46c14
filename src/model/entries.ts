import type { Digest } from './ids.ts';

/** One entry of a dictionary: source phrase, target phrase. */
export type Entry = readonly [source: string, target: string];

/**
 * The entries of one dictionary, each source phrase once. The only way in which the rest of the tool sees entries: never a bare object
 * (`__proto__` and `10` are phrases too), and not a `Map` either, so that a packed representation can stand behind it.
 */
export interface Entries {
  readonly size: number;
  /** The target phrase of a source phrase, compared code unit by code unit; `undefined` when there is none. */
  get(source: string): string | undefined;
  /** In the order of the file or of the service's answer. The order carries no meaning. */
  [Symbol.iterator](): IterableIterator<Entry>;
  /** Equal for equal sets of entries in any order. Computed on first use. */
  readonly digest: Digest;
}

/** Spreads the bits of a 32-bit state, so that sums of many states do not cancel out. */
function scatter(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const hex = (lane: number): string => (lane >>> 0).toString(16).padStart(8, '0');

/**
 * The digest of a set of entries: each entry is hashed to 64 bits over its UTF-16 code units, spread to four lanes of 32, and the lanes are summed over all
 * entries. A sum does not depend on the order, so nothing needs to be sorted: the service promises no order, and sorting 240,000 entries takes a second.
 * It guards against accidents and foreign edits. Somebody who can write to the service could construct two sets of one digest, and needs no such trick.
 */
function entriesDigest(entries: Iterable<Entry>, size: number): Digest {
  let [one, two, three, four] = [0, 0, 0, 0];
  for (const [source, target] of entries) {
    let low = 0x811c9dc5;
    let high = 0x9e3779b9;
    for (let index = 0; index < source.length; index += 1) {
      const unit = source.charCodeAt(index);
      low = Math.imul(low ^ unit, 0x01000193);
      high = Math.imul(high ^ unit, 0x5bd1e995) ^ (high >>> 15);
    }
    // A tab cannot be part of a phrase, so it marks where the target begins.
    low = Math.imul(low ^ 9, 0x01000193);
    high = Math.imul(high ^ 9, 0x5bd1e995) ^ (high >>> 15);
    for (let index = 0; index < target.length; index += 1) {
      const unit = target.charCodeAt(index);
      low = Math.imul(low ^ unit, 0x01000193);
      high = Math.imul(high ^ unit, 0x5bd1e995) ^ (high >>> 15);
    }
    one = (one + scatter(low)) | 0;
    two = (two + scatter(high)) | 0;
    three = (three + scatter(low ^ 0x2545f491 ^ Math.imul(high, 3))) | 0;
    four = (four + scatter(high ^ 0x7f4a7c15 ^ Math.imul(low, 5))) | 0;
  }
  return `entries:${hex(one)}${hex(two)}${hex(three)}${hex(four)}:${size}` as Digest;
}

/** The entries of a map, which must not change any more. */
export function entriesOfMap(map: ReadonlyMap<string, string>): Entries {
  let digest: Digest | undefined;
  return {
    size: map.size,
    get: (source) => map.get(source),
    [Symbol.iterator]: () => map.entries(),
    get digest() {
      digest ??= entriesDigest(map, map.size);
      return digest;
    },
  };
}

/** The entries of an index: source phrase → its place in `targets`. Neither must change any more. What else is known of an entry stands at the same place. */
export function entriesOfIndex(index: ReadonlyMap<string, number>, targets: readonly string[]): Entries {
  let digest: Digest | undefined;
  function* pairs(): IterableIterator<Entry> {
    for (const [source, place] of index) yield [source, targets[place] ?? ''];
  }
  return {
    size: index.size,
    get(source) {
      const place = index.get(source);
      return place === undefined ? undefined : targets[place];
    },
    [Symbol.iterator]: pairs,
    get digest() {
      digest ??= entriesDigest(pairs(), index.size);
      return digest;
    },
  };
}

/** Entries from pairs in order. A source phrase that comes again replaces the earlier target. */
export const entriesOf = (pairs: Iterable<Entry>): Entries => entriesOfMap(new Map(pairs));

export const NO_ENTRIES: Entries = entriesOf([]);
