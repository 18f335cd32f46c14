import { PHRASE_MAX_UTF8_BYTES } from '../../contract/limits.ts';

/** Most bytes of a phrase. */
export const PHRASE_MAX_BYTES = PHRASE_MAX_UTF8_BYTES;

/** What the rules of a phrase say of a character, as flags. */
export const LINE_END = 1;
export const CONTROL = 2;
/** White space, which no phrase may begin or end with. */
export const SPACE = 4;
/** Characters that no phrase may have. */
export const REFUSED = LINE_END | CONTROL;

/**
 * The rules as data, from which the reader of rows and the reader of bytes both take them. Source: description, "Entry
 * constraints" 2 to 5. Controls are C0 and C1; U+007F is of neither, and the service takes it. White space is Unicode's
 * `White_Space`; a byte order mark and a zero-width space are none, and stand in no constraint of the service.
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
 * The flags of characters beyond ASCII by the last six bits of each of their first three bytes. Those of a character of
 * two bytes stand there for every third byte.
 */
const FLAGS_OF_BYTES = new Uint8Array(0x40 << 12);

/** The bytes with which the characters begin in UTF-8 that no phrase may have. */
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

/** The flags of the character beyond ASCII that begins at a place of a text in UTF-8. */
export const flagsOfBytes = (bytes: Uint8Array, at: number): number =>
  FLAGS_OF_BYTES[
    (((bytes[at] as number) & 0x3f) << 12) |
      (((bytes[at + 1] as number) & 0x3f) << 6) |
      ((bytes[at + 2] as number) & 0x3f)
  ] as number;
