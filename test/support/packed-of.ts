import type { Entry } from '../../src/model/entries/entries.ts';
import { type PackedEntries, packedEntries } from '../../src/model/packed/packed-entries.ts';
import { addRow, newRowList } from '../../src/model/packed/packed-rows.ts';

/** Entries over bytes, with something between all phrases. */
export function packedOf(rows: readonly Entry[]): PackedEntries {
  const quote = new Uint8Array([0x22]);
  const list = newRowList(0);
  const parts: Uint8Array[] = [];
  let end = 0;
  // Where the phrase starts, and where it ends.
  const add = (phrase: string): readonly [number, number] => {
    const bytes = new TextEncoder().encode(phrase);
    parts.push(quote, bytes);
    const start = end + 1;
    end = start + bytes.length;
    return [start, end];
  };
  for (const [source, target] of rows) addRow(list, ...add(source), ...add(target));
  const text = new Uint8Array(Buffer.concat(parts));
  const entries = packedEntries({ text, ...list });
  if (entries === undefined) throw new Error('a source phrase comes twice');
  return entries;
}
