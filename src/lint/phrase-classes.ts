/**
 * The classes of characters in a phrase, as bits. They select the rows that a rule must check, without making strings.
 * A bit may be set without need, but is never missing.
 */
export const CLASS = {
  slash: 1,
  semicolon: 1 << 1,
  bar: 1 << 2,
  comma: 1 << 3,
  /** Round, square and curly brackets. */
  bracket: 1 << 4,
  ampersand: 1 << 5,
  /** A digit in a phrase that may be a number or a date: it begins with a digit or a sign, or is short. */
  digit: 1 << 6,
  /** Two adjacent spaces. */
  doubleSpace: 1 << 7,
  /** `'` and `"`. */
  quote: 1 << 8,
  latin: 1 << 9,
  /** U+0080 to U+00BF: the soft hyphen, no-break spaces, `«`. */
  latinSign: 1 << 10,
  /** Combining marks of Latin, Greek and Cyrillic, letters that NFC writes as others, and the Hangul filler. */
  combining: 1 << 11,
  greek: 1 << 12,
  cyrillic: 1 << 13,
  hebrew: 1 << 14,
  arabic: 1 << 15,
  indic: 1 << 16,
  /** Thai, Lao, Khmer and Burmese. */
  southEastAsian: 1 << 17,
  hangul: 1 << 18,
  kana: 1 << 19,
  han: 1 << 20,
  /** Ideographic punctuation, and forms of half and full width. */
  cjkSign: 1 << 21,
  /** U+2000 to U+206F: quotation marks, dashes, zero-width characters, direction marks. */
  punctuation: 1 << 22,
  /** Beyond U+FFFF. */
  astral: 1 << 23,
  other: 1 << 24,
  /** `=`, `+`, `-` and `@`. */
  sign: 1 << 25,
  /** U+0140 to U+017F, which are Latin too: `œ`, `š`, `ž`. */
  latinExtended: 1 << 26,
  /** `=` and `#`, with which formulas and error values of spreadsheets begin. */
  cell: 1 << 27,
} as const;

/** The classes of ASCII characters. */
const ASCII = new Int32Array(0x80);
for (const [characters, bits] of [
  ['/\\', CLASS.slash],
  [';', CLASS.semicolon],
  ['|', CLASS.bar],
  [',', CLASS.comma],
  ['()[]{}', CLASS.bracket],
  ['&', CLASS.ampersand],
  ['0123456789', CLASS.digit],
  [`'"`, CLASS.quote],
  ['abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', CLASS.latin],
  ['+-@', CLASS.sign],
  ['=', CLASS.sign | CLASS.cell],
  ['#', CLASS.cell],
] as const)
  for (const character of characters) ASCII[character.charCodeAt(0)] = bits;

/** All classes that a phrase in ASCII can have. Only Latin letters among them are letters. */
export const ASCII_CLASSES = ASCII.reduce((all, bits) => all | bits, CLASS.doubleSpace);

/** The classes of blocks of 64 characters, up to U+FFFF. Blocks without a row are `other`. */
const BLOCKS = new Int32Array(0x400).fill(CLASS.other);
for (const [first, last, bits] of [
  [0x0080, 0x00bf, CLASS.latinSign],
  [0x00c0, 0x024f, CLASS.latin],
  [0x0140, 0x017f, CLASS.latin | CLASS.latinExtended],
  [0x0250, 0x02ff, CLASS.latin | CLASS.other],
  [0x0300, 0x036f, CLASS.combining],
  [0x0340, 0x03ff, CLASS.greek],
  [0x0400, 0x052f, CLASS.cyrillic],
  [0x0580, 0x05ff, CLASS.hebrew],
  [0x0600, 0x077f, CLASS.arabic],
  [0x08a0, 0x08ff, CLASS.arabic],
  [0x0900, 0x0dff, CLASS.indic],
  [0x0e00, 0x0eff, CLASS.southEastAsian],
  [0x1000, 0x109f, CLASS.southEastAsian],
  [0x1100, 0x11ff, CLASS.hangul | CLASS.combining],
  [0x1780, 0x17ff, CLASS.southEastAsian],
  [0x1ac0, 0x1aff, CLASS.combining],
  [0x1c80, 0x1cbf, CLASS.cyrillic],
  [0x1dc0, 0x1dff, CLASS.combining],
  [0x1e00, 0x1eff, CLASS.latin],
  [0x1f00, 0x1fff, CLASS.greek | CLASS.combining],
  [0x2000, 0x207f, CLASS.punctuation],
  [0x20c0, 0x20ff, CLASS.combining],
  [0x2d80, 0x2dff, CLASS.cyrillic],
  [0x2e80, 0x2fff, CLASS.han],
  [0x3000, 0x303f, CLASS.cjkSign | CLASS.han],
  [0x3040, 0x30ff, CLASS.kana],
  [0x3100, 0x318f, CLASS.hangul],
  [0x3140, 0x317f, CLASS.hangul | CLASS.combining],
  [0x31c0, 0x31ff, CLASS.kana],
  [0x3400, 0x9fff, CLASS.han],
  [0xa640, 0xa6bf, CLASS.cyrillic],
  [0xa700, 0xa7ff, CLASS.latin],
  [0xa8c0, 0xa8ff, CLASS.indic],
  [0xa940, 0xa97f, CLASS.hangul],
  [0xab00, 0xab3f, CLASS.latin],
  [0xab40, 0xab7f, CLASS.latin | CLASS.greek],
  [0xac00, 0xd7ff, CLASS.hangul],
  [0xd800, 0xdfff, CLASS.astral],
  [0xf900, 0xfaff, CLASS.han],
  [0xfb00, 0xfb3f, CLASS.latin | CLASS.hebrew],
  [0xfb40, 0xfdff, CLASS.arabic | CLASS.hebrew],
  [0xfe00, 0xfe3f, CLASS.combining | CLASS.cyrillic],
  [0xfe40, 0xfeff, CLASS.arabic | CLASS.cjkSign | CLASS.punctuation],
  [0xff00, 0xffff, CLASS.cjkSign | CLASS.latin | CLASS.kana | CLASS.hangul | CLASS.other],
] as const)
  for (let block = first >> 6; block <= last >> 6; block += 1)
    BLOCKS[block] = ((BLOCKS[block] as number) & ~CLASS.other) | bits;

const SPACE = 0x20;

/** Bytes of the longest date that begins with a letter: `сен.-26`. */
const SHORT_DATE = 10;

/** The classes of a phrase that begins with `first`, without `digit` if it cannot be a number or a date. */
const withoutDigit = (classes: number, first: number, length: number): number =>
  length > SHORT_DATE && ((ASCII[first] ?? 0) & (CLASS.digit | CLASS.sign)) === 0 ? classes & ~CLASS.digit : classes;

/** The classes of a phrase. */
export function classesOf(phrase: string): number {
  let classes = 0;
  let before = 0;
  let bytes = phrase.length;
  for (let at = 0; at < phrase.length; at += 1) {
    const code = phrase.charCodeAt(at);
    if (code < 0x80) {
      classes |= ASCII[code] as number;
      if (code === SPACE && before === SPACE) classes |= CLASS.doubleSpace;
    } else {
      classes |= BLOCKS[code >> 6] as number;
      // Two surrogates have four bytes.
      bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
    }
    before = code;
  }
  return withoutDigit(classes, phrase.charCodeAt(0), bytes);
}

/** Like `classesOf`, for a phrase in UTF-8. */
export function classesOfBytes(bytes: Uint8Array, from: number, to: number): number {
  let classes = 0;
  let before = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] as number;
    if (byte < 0x80) {
      classes |= ASCII[byte] as number;
      if (byte === SPACE && before === SPACE) classes |= CLASS.doubleSpace;
    } else if (byte >= 0xf0) classes |= CLASS.astral;
    else if (byte >= 0xe0) classes |= BLOCKS[((byte & 0x0f) << 6) | ((bytes[at + 1] as number) & 0x3f)] as number;
    else if (byte >= 0xc0) classes |= BLOCKS[byte & 0x1f] as number;
    before = byte;
  }
  return withoutDigit(classes, bytes[from] as number, to - from);
}

/** The scripts in which languages are written. Source: Unicode CLDR 48, `languageData`. */
const SCRIPTS_OF: readonly (readonly [languages: string, scripts: number])[] = [
  ['ab ba be bg ce chm cu cv kbd kk kv ky mhr mk mn mrj myv os ru rue sah tg tt tyv udm uk', CLASS.cyrillic],
  ['az bs cnr crh kaa sh sr tk uz', CLASS.cyrillic | CLASS.latin],
  ['el grc pnt', CLASS.greek],
  ['he lad yi', CLASS.hebrew],
  ['ar ary arz azb bal ckb fa glk lrc mzn pnb ps sd skr ug ur', CLASS.arabic],
  ['ku', CLASS.arabic | CLASS.latin],
  ['ks pa', CLASS.arabic | CLASS.indic],
  ['as awa bgc bho bn brx doi gom gu hi hne kn kok mag mai ml mr ne new or sa si ta te', CLASS.indic],
  ['mni', CLASS.indic | CLASS.other],
  ['km lo my nod shn th', CLASS.southEastAsian],
  ['ko', CLASS.hangul | CLASS.han],
  ['ja', CLASS.kana | CLASS.han],
  ['gan lzh wuu yue zh', CLASS.han],
  ['am arc bo chr dv dz hy ii ka nqo sat syc syr ti tig zgh', CLASS.other],
  ['cr iu', CLASS.other | CLASS.latin],
];

const BY_LANGUAGE: ReadonlyMap<string, number> = new Map(
  SCRIPTS_OF.flatMap(([languages, scripts]) => languages.split(' ').map((language) => [language, scripts] as const)),
);

/** The classes of the letters of a language, by its code. Default: Latin. */
export const scriptsOf = (language: string): number => BY_LANGUAGE.get(language.split('-')[0] ?? '') ?? CLASS.latin;
