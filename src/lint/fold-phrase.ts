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

/** True for a phrase in UTF-8 of ASCII characters without capital letters, which is as it folds. */
export function isPlain(text: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = text[at] as number;
    if (byte >= 0x80 || (byte >= 0x41 && byte <= 0x5a)) return false;
  }
  return true;
}
