import { lazy } from '../model/lazy.ts';

const WIDE_FIRST = 0xff01;
const WIDE_LAST = 0xff5e;
const WIDE_OFFSET = 0xfee0;

/** A character in lower case and in its usual width, where that is one character. */
function foldedCharacter(character: string): string {
  const code = character.charCodeAt(0);
  const usual = code >= WIDE_FIRST && code <= WIDE_LAST ? String.fromCharCode(code - WIDE_OFFSET) : character;
  const lower = usual.toLowerCase();
  return lower.length === usual.length ? lower : usual;
}

/** A phrase without what tells upper from lower case, and wide from usual characters. */
export const foldedPhrase = (phrase: string): string =>
  /[^\0-\x7f]/.test(phrase) ? Array.from(phrase, foldedCharacter).join('') : phrase.toLowerCase();

/** The folded characters up to U+FFFF; 0: not asked for yet. */
const FOLDED = new Uint16Array(0x10000);
for (let code = 1; code < 0x80; code += 1) FOLDED[code] = foldedCharacter(String.fromCharCode(code)).charCodeAt(0);

function foldedCode(code: number): number {
  const known = FOLDED[code] as number;
  if (known !== 0) return known;
  const folded = foldedCharacter(String.fromCharCode(code)).charCodeAt(0);
  FOLDED[code] = folded;
  return folded;
}

/**
 * A hash of a phrase in UTF-8 that is the same for phrases that fold to one. Characters beyond U+FFFF are passed over.
 */
export function foldedHash(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at += 1) {
    let code = bytes[at] as number;
    if (code >= 0x80) {
      if (code >= 0xf0) {
        at += 3;
        continue;
      }
      const second = (bytes[at + 1] as number) & 0x3f;
      if (code >= 0xe0) {
        code = ((code & 0x0f) << 12) | (second << 6) | ((bytes[at + 2] as number) & 0x3f);
        at += 2;
      } else {
        code = ((code & 0x1f) << 6) | second;
        at += 1;
      }
      hash = Math.imul(hash ^ foldedCode(code), 0x01000193);
    } else hash = Math.imul(hash ^ (FOLDED[code] as number), 0x01000193);
  }
  return hash;
}

/** UTF-8, to be read by one byte and by two. */
interface Utf8 {
  readonly text: Uint8Array;
  readonly view: DataView;
}

/**
 * 1 for two bytes in ASCII of which neither is a capital letter. By pairs, a large dictionary takes a third less time.
 */
const plainPairs = lazy(() => {
  const table = new Uint8Array(0x10000);
  const [a, z] = [0x41, 0x5a];
  for (let first = 0; first < 0x80; first += 1)
    if (first < a || first > z)
      table.fill(1, first << 8, (first << 8) | 0x80).fill(0, (first << 8) | a, (first << 8) | (z + 1));
  return table;
});

/** True for a phrase in UTF-8 that is as it folds. A character beyond U+FFFF may fold to another one. */
export function isFolded({ text, view }: Utf8, from: number, to: number): boolean {
  const pairs = plainPairs();
  let at = from;
  while (at < to) {
    if (at + 2 <= to && pairs[view.getUint16(at)] === 1) {
      at += 2;
      continue;
    }
    const byte = text[at] as number;
    if (byte < 0x80) {
      if (FOLDED[byte] !== byte && byte !== 0) return false;
      at += 1;
      continue;
    }
    if (byte >= 0xf0) return false;
    const second = (text[at + 1] as number) & 0x3f;
    const isLong = byte >= 0xe0;
    const code = isLong
      ? ((byte & 0x0f) << 12) | (second << 6) | ((text[at + 2] as number) & 0x3f)
      : ((byte & 0x1f) << 6) | second;
    if (foldedCode(code) !== code) return false;
    at += isLong ? 3 : 2;
  }
  return true;
}
