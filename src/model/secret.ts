/** A key that must never be shown. Prints as `[key]` wherever it is printed by accident. */
export interface Secret {
  /** The key itself. Only for the `Authorization` header. */
  reveal(): string;
  toString(): string;
  toJSON(): string;
}

/** Wraps a key, so that no print of an object that holds it shows it. */
export function secret(value: string): Secret {
  const shown = (): string => '[key]';
  return {
    reveal: () => value,
    toString: shown,
    toJSON: shown,
    // node:util's inspect looks here; the symbol is in the global registry, so no import is needed.
    [Symbol.for('nodejs.util.inspect.custom')]: shown,
  };
}

/**
 * From the `//` to the last `@` before the path: a password may contain an `@`. A user name without a password may be a
 * token.
 */
const CREDENTIALS = /:\/\/[^\s/'"]*@/g;

/** Text with `***` for the user and password of every address in it. */
export const redactUrl = (text: string): string => text.replace(CREDENTIALS, '://***@');

/** Removes the key from a text. */
export type Scrub = (text: string) => string;

const SHOWN = '[key]';

/** For shorter keys, encoded forms are not searched for, because any text may contain them. */
const ENCODED_MIN_CHARS = 8;

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Text that a program may write between two characters: a line end, an indent, an invisible character. */
const BREAK = '(?:[\\s\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u200b-\\u200f\\u2060]|\\\\{1,4}[nrt]){0,8}';

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');

/**
 * One character as itself, in a URL, in a string of JSON or JavaScript, or in HTML. No repetition is without a bound:
 * an answer may be made to take long.
 */
function anyForm(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const bytes = [...new TextEncoder().encode(character)];
  const hex = code.toString(16);
  return `(?:${[
    // JSON may write a slash with a backslash before it.
    `\\\\{0,4}${literally(character)}`,
    bytes.map((byte) => `%${hexOf(byte)}`).join(''),
    `\\\\{1,4}u\\{?0{0,6}${hex}\\}?`,
    `\\\\{1,4}x${hexOf(code)}`,
    `&#0{0,6}${code};?`,
    `&#x0{0,6}${hex};?`,
  ].join('|')})`;
}

/** Bytes in hexadecimal digits, with or without something between them. */
const inHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => hexOf(byte)).join(`${BREAK}[:,-]?${BREAK}(?:0x)?`);

/**
 * The digits of base64 that depend only on the bytes, if `before` other bytes precede them: `scheme key` and `user:key`
 * are encoded as well. The digits at both ends also contain bits of the neighbours, so they are left out.
 */
function inBase64(bytes: Uint8Array, before: number): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const first = (6 - ((before * 8) % 6)) % 6;
  const digits: string[] = [];
  for (let at = first; at + 6 <= bits.length; at += 6) {
    const digit = BASE64[Number.parseInt(bits.slice(at, at + 6), 2)] ?? '';
    digits.push(digit === '+' ? '(?:[+-]|%2[bB])' : digit === '/' ? '(?:\\\\?/|_|%2[fF])' : digit);
  }
  return digits.join(BREAK);
}

/** Every other form of the key; `undefined` when it is too short for them. */
function encodedForms(key: string): readonly RegExp[] {
  if (key.length < ENCODED_MIN_CHARS) return [];
  const bytes = new TextEncoder().encode(key);
  const base64 = [0, 1, 2].map((before) => inBase64(bytes, before)).join('|');
  return [
    new RegExp([...key].map(anyForm).join(BREAK), 'giu'),
    new RegExp(inHex(bytes), 'giu'),
    // Includes the neighbouring digits, which contain the ends of the key.
    new RegExp(`[A-Za-z0-9+/_-]{0,2}(?:${base64})[A-Za-z0-9+/_=-]{0,2}`, 'gu'),
  ];
}

/**
 * Removes a key from texts, such as an error that repeats it: as plain text in either case, and in the encodings of
 * URLs, JSON, HTML, hexadecimal digits and base64, with or without its scheme, on one line or on several.
 */
export function scrubber(key: string): Scrub {
  if (key === '') return (text) => text;
  const inUrl = encodeURIComponent(key);
  const plain = inUrl === key ? [key] : [key, inUrl];
  const forms = encodedForms(key);
  return (text) =>
    forms.reduce(
      (left, form) => left.replace(form, SHOWN),
      plain.reduce((left, form) => left.replaceAll(form, SHOWN), text),
    );
}
