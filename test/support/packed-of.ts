import type { Entry } from '../../src/model/entries/entries.ts';
import { type PackedEntries, packedEntries } from '../../src/packed/packed-entries.ts';
import { addRow, newRowList } from '../../src/packed/packed-rows.ts';

/** Entries over bytes, with something between all phrases. */
export function packedOf(rows: readonly Entry[]): PackedEntries {
  const phrases = rows.flat().map((text) => new TextEncoder().encode(text));
  const text = Uint8Array.from(phrases.flatMap((bytes) => [0x22, ...bytes]));
  let end = 0;
  const ends = phrases.map((bytes) => {
    end += bytes.length + 1;
    return end;
  });
  const list = newRowList(0);
  for (const [row] of rows.entries()) {
    const [sourceTo = 0, targetTo = 0] = ends.slice(row * 2);
    addRow(list, (ends[row * 2 - 1] ?? 0) + 1, sourceTo, sourceTo + 1, targetTo);
  }
  const entries = packedEntries({ text, ...list });
  if (entries === undefined) throw new Error('a source phrase comes twice');
  return entries;
}
