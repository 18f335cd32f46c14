import { byCodePoint, foldedTerm } from '../../../model/folded.ts';
import type { TermRow } from './term-rows.ts';

/** Where a new row goes: before which row, and among the new rows there by which source phrase. */
export interface RowPlace {
  readonly place: number;
  readonly key: string;
}

/**
 * Where a new row goes in a file that is sorted as `fmt --sort` sorts it: behind the rows of smaller and equal source
 * phrases. `undefined`: the file is not sorted.
 */
export function sortedPlaces(rows: readonly TermRow[], source: string): ((text: string) => RowPlace) | undefined {
  const keys = rows.map(({ terms }) => foldedTerm(terms.get(source)?.text ?? ''));
  const isSorted = keys.length > 1 && keys.every((key, at) => at === 0 || byCodePoint(keys[at - 1] ?? '', key) <= 0);
  if (!isSorted) return undefined;
  return (text) => {
    const key = foldedTerm(text);
    let [low, high] = [0, keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (byCodePoint(keys[middle] ?? '', key) <= 0) low = middle + 1;
      else high = middle;
    }
    return { place: low, key };
  };
}
