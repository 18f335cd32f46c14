const BRACKETS: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['<', '>'],
  ['（', '）'],
  ['*', '*'],
  ['-', '-'],
]);

const MARKS = '.!。';

/** A note as people write it into a cell, without the brackets around it or the mark behind it. */
export function bareNote(text: string): string {
  const last = text.slice(-1);
  if (text.length > 2 && BRACKETS.get(text.charAt(0)) === last) return text.slice(1, -1);
  return text.length > 1 && MARKS.includes(last) ? text.slice(0, -1) : text;
}

/** By a byte that such a character begins or ends with: how many bytes to leave out. */
function skips(characters: Iterable<string>, byteOf: (bytes: Uint8Array) => number | undefined): Uint8Array {
  const table = new Uint8Array(0x100);
  for (const character of characters) {
    const bytes = new TextEncoder().encode(character);
    table[byteOf(bytes) ?? 0] = bytes.length;
  }
  return table;
}

const BEFORE = skips(BRACKETS.keys(), (bytes) => bytes[0]);
const BEHIND = skips([...BRACKETS.values(), ...MARKS], (bytes) => bytes.at(-1));

/**
 * Where a phrase in UTF-8 begins and ends without what `bareNote` leaves out. It leaves out too much where another
 * character has the same first or last byte, or where one bracket is missing.
 */
export const bareFrom = (bytes: Uint8Array, from: number): number => from + (BEFORE[bytes[from] as number] as number);
export const bareTo = (bytes: Uint8Array, to: number): number => to - (BEHIND[bytes[to - 1] as number] as number);
