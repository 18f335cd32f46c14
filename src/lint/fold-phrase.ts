const WIDE_FIRST = 0xff01;
const WIDE_LAST = 0xff5e;
const WIDE_OFFSET = 0xfee0;

/** A character in lower case and in its usual width, if that is one character. */
function foldedCharacter(character: string): string {
  const code = character.charCodeAt(0);
  const usual = code >= WIDE_FIRST && code <= WIDE_LAST ? String.fromCharCode(code - WIDE_OFFSET) : character;
  const lower = usual.toLowerCase();
  return lower.length === usual.length ? lower : usual;
}

/** A phrase without the difference between upper and lower case, and between wide and usual characters. */
export function foldedPhrase(phrase: string): string {
  const lower = phrase.toLowerCase();
  const isSimple = lower.length === phrase.length && !/[\uff01-\uff5e]/.test(phrase);
  return isSimple ? lower : Array.from(phrase, foldedCharacter).join('');
}

/** The folded characters up to U+FFFF. 0: not computed yet. */
const FOLDED = new Uint16Array(0x10000);

function foldedCode(code: number): number {
  const known = FOLDED[code] as number;
  if (known !== 0) return known;
  const folded = foldedCharacter(String.fromCharCode(code)).charCodeAt(0);
  FOLDED[code] = folded;
  return folded;
}

/** True for a phrase in UTF-8 that equals its folded form. A character beyond U+FFFF counts as different. */
export function isFolded(text: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = text[at] as number;
    if (byte < 0x80) {
      if (byte >= 0x41 && byte <= 0x5a) return false;
      continue;
    }
    if (byte >= 0xf0) return false;
    const isLong = byte >= 0xe0;
    const second = (text[at + 1] as number) & 0x3f;
    const code = isLong
      ? ((byte & 0x0f) << 12) | (second << 6) | ((text[at + 2] as number) & 0x3f)
      : ((byte & 0x1f) << 6) | second;
    if (foldedCode(code) !== code) return false;
    at += isLong ? 2 : 1;
  }
  return true;
}

/**
 * Characters that NFC decomposes or replaces, and that people write on purpose: letters of Indic scripts, Hebrew and
 * Tibetan, ideographs of names, the Greek ano teleia. Source: Unicode, `CompositionExclusions.txt`, and the canonical
 * singletons of CJK compatibility ideographs and U+0387.
 */
const KEPT =
  '\\u0387\\u0958-\\u095f\\u09dc\\u09dd\\u09df\\u0a33\\u0a36\\u0a59-\\u0a5b\\u0a5e\\u0b5c\\u0b5d\\u0f43\\u0f4d\\u0f52' +
  '\\u0f57\\u0f5c\\u0f69\\u0f73\\u0f75\\u0f76\\u0f78\\u0f81\\u0f93\\u0f9d\\u0fa2\\u0fa7\\u0fac\\u0fb9\\u2adc' +
  '\\uf900-\\ufaff\\ufb1d-\\ufb4e\\u{1d15e}-\\u{1d164}\\u{1d1bb}-\\u{1d1c0}\\u{2f800}-\\u{2fa1f}';

const OTHERS = new RegExp(`[^${KEPT}]+`, 'gu');

/** A phrase in NFC, except for characters that NFC would decompose. */
export function composed(phrase: string): string {
  const nfc = phrase.normalize('NFC');
  return nfc === phrase ? phrase : phrase.replace(OTHERS, (part) => part.normalize('NFC'));
}
