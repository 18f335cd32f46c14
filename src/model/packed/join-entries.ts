import type { Entries } from '../entries/entries.ts';
import { writePhrase } from '../entries/entry-hash.ts';
import { isPacked, type PackedEntries, packedEntries, rowOf } from './packed-entries.ts';
import { findRow, type RowIndex } from './row-index.ts';

/** Packed entries whose rows can be found. */
export type IndexedEntries = PackedEntries & { readonly index: RowIndex };

const isIndexed = (entries: PackedEntries): entries is IndexedEntries => entries.index !== undefined;

/** Entries over bytes of their own. `undefined`: they cannot be indexed (`packedEntries`). */
export function packEntries(entries: Entries): IndexedEntries | undefined {
  if (isPacked(entries)) return isIndexed(entries) ? entries : undefined;
  let units = 0;
  for (const [source, target] of entries) units += source.length + target.length;
  const bytes = new Uint8Array(units * 3);
  const places = new Int32Array(entries.size * 4);
  let [end, place] = [0, 0];
  for (const entry of entries)
    for (const phrase of entry) {
      places[place] = end;
      end += writePhrase(phrase, bytes.subarray(end));
      places[place + 1] = end;
      place += 2;
    }
  return packedEntries({ text: bytes.slice(0, end), places, size: entries.size });
}

/**
 * The first entries, and the second ones whose source phrase is neither among the first nor in `without`. `undefined`:
 * they cannot be indexed (`packedEntries`).
 */
export function joinEntries(
  first: IndexedEntries,
  second: IndexedEntries,
  without: Iterable<string>,
): IndexedEntries | undefined {
  const [{ index: own }, { index: others }] = [first, second];
  const left = new Set([...without].map((source) => rowOf(others, source)));
  const text = new Uint8Array(own.text.length + others.text.length);
  text.set(own.text);
  text.set(others.text, own.text.length);
  const places = new Int32Array((own.size + others.size) * 4);
  places.set(own.places.subarray(0, own.size * 4));
  let place = own.size * 4;
  for (let row = 0; row < others.size; row += 1) {
    const from = others.places[row * 4] as number;
    const to = others.places[row * 4 + 1] as number;
    if (left.has(row) || findRow(own, others.hashes[row] as number, others.view, from, to) >= 0) continue;
    for (let each = row * 4; each < row * 4 + 4; each += 1) {
      places[place] = (others.places[each] as number) + own.text.length;
      place += 1;
    }
  }
  return packedEntries({ text, places: places.subarray(0, place), size: place / 4 });
}
