import { createHash } from 'node:crypto';
import type { Digest } from './ids.ts';
import { byCodeUnit } from './order.ts';

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

/** Entries from pairs in order. A source phrase that comes again replaces the earlier target. */
export function entriesOf(pairs: Iterable<Entry>): Entries {
  const map = new Map(pairs);
  let digest: Digest | undefined;
  return {
    size: map.size,
    get: (source) => map.get(source),
    [Symbol.iterator]: () => map.entries(),
    get digest() {
      digest ??= `entries:${createHash('sha256')
        .update(JSON.stringify([...map].sort(([left], [right]) => byCodeUnit(left, right))))
        .digest('hex')
        .slice(0, 32)}:${map.size}` as Digest;
      return digest;
    },
  };
}

export const NO_ENTRIES: Entries = entriesOf([]);
