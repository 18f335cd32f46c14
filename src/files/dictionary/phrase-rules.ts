import { PHRASE_MAX_UTF8_BYTES } from '../../contract/limits.ts';

/** Maximum number of bytes of a phrase. */
export const PHRASE_MAX_BYTES = PHRASE_MAX_UTF8_BYTES;

/** Flags for the rules that apply to a character. */
export const LINE_END = 1;
export const CONTROL = 2;
/** White space, which no phrase may begin or end with. */
export const SPACE = 4;
/** Characters that no phrase may have. */
export const REFUSED = LINE_END | CONTROL;

/**
 * The rules as data, shared by the reader of rows and the reader of bytes. Source: service description, "Entry
 * constraints" 2 to 5. Controls are C0 and C1. U+007F is in neither, and the service accepts it. White space is
 * Unicode's `White_Space`. It does not include the byte order mark and the zero-width space; the service does not
 * restrict these.
 */
const RULES: readonly (readonly [flag: number, first: number, last: number])[] = [
  [CONTROL, 0x00, 0x1f],
  [CONTROL, 0x80, 0x9f],
  ...[0x0a, 0x0d, 0x85, 0x2028, 0x2029].map((code) => [LINE_END, code, code] as const),
  [SPACE, 0x09, 0x0d],
  [SPACE, 0x2000, 0x200a],
  ...[0x20, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000].map((code) => [SPACE, code, code] as const),
];

/** The first byte of a character in UTF-8. No rule is about a character of four bytes. */
const leadOf = (code: number): number => (code < 0x80 ? code : code < 0x800 ? 0xc0 | (code >> 6) : 0xe0 | (code >> 12));

const FLAGS = new Uint8Array(0x3001);

/**
 * The flags of non-ASCII characters, by the last six bits of each of their first three bytes. For a character of two
 * bytes, the flags are repeated for every possible third byte.
 */
const FLAGS_OF_BYTES = new Uint8Array(0x40 << 12);

/** The first UTF-8 bytes of the characters that no phrase may have. */
export const REFUSED_LEADS = new Set<number>();

for (const [flag, first, last] of RULES)
  for (let code = first; code <= last; code += 1) {
    const flags = (FLAGS[code] as number) | flag;
    FLAGS[code] = flags;
    const lead = leadOf(code);
    if ((flag & REFUSED) !== 0) REFUSED_LEADS.add(lead);
    const place = (lead & 0x3f) << 12;
    if (code >= 0x800) FLAGS_OF_BYTES[place | (code & 0xfff)] = flags;
    else if (code >= 0x80) FLAGS_OF_BYTES.fill(flags, place | ((code & 0x3f) << 6), place | (((code & 0x3f) + 1) << 6));
  }

/** The flags of a character, by its code point or code unit. */
export const flagsOf = (code: number): number => (code < FLAGS.length ? (FLAGS[code] as number) : 0);

/** The flags of the non-ASCII character at an offset of a UTF-8 text. */
export const flagsOfBytes = (bytes: Uint8Array, at: number): number =>
  FLAGS_OF_BYTES[
    (((bytes[at] as number) & 0x3f) << 12) |
      (((bytes[at + 1] as number) & 0x3f) << 6) |
      ((bytes[at + 2] as number) & 0x3f)
  ] as number;
