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

const FLAGS = new Uint8Array(0x3001);
for (const [flag, first, last] of RULES)
  for (let code = first; code <= last; code += 1) FLAGS[code] = (FLAGS[code] as number) | flag;

/** The flags of a character, by its code point or code unit. */
export const flagsOf = (code: number): number => (code < FLAGS.length ? (FLAGS[code] as number) : 0);

/** The bytes with which the characters begin in UTF-8 that no phrase may have. */
export const REFUSED_LEADS: ReadonlySet<number> = new Set(
  [...FLAGS.keys()]
    .filter((code) => (flagsOf(code) & REFUSED) !== 0)
    .map((code) => (code < 0x80 ? code : code < 0x800 ? 0xc0 | (code >> 6) : 0xe0 | (code >> 12))),
);
