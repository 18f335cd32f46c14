import { writeCharacter } from '../model/entry-hash.ts';
import { addRow, newRowList, type PackedRows, ROWS_AT_ONCE, type RowList } from '../model/packed-rows.ts';

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** In place of what ends a phrase. */
const FAULT = -1;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;
const LETTER_U = 0x75;

/** What a backslash and this byte stand for in JSON, apart from `\uXXXX`. */
const ESCAPES: ReadonlyMap<number, number> = new Map(
  [...'"\\/bfnrt'].map((letter, index) => [letter.charCodeAt(0), '"\\/\b\f\n\r\t'.charCodeAt(index)]),
);

/** Where the next byte stands that means something in a JSON string: a quote, a backslash, or a control character, which must not be there. */
function nextSpecial(body: Uint8Array, from: number): number {
  const end = body.length;
  let at = from;
  for (; at < end; at += 1) {
    const byte = body[at] as number;
    if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) break;
  }
  return at;
}

/** The code unit of an escape, and how long that is; `undefined` when it is none. */
function escapeAt(body: Uint8Array, at: number): { readonly code: number; readonly length: number } | undefined {
  const letter = body[at + 1] ?? 0;
  const code = ESCAPES.get(letter);
  if (code !== undefined) return { code, length: 2 };
  if (letter !== LETTER_U) return undefined;
  const digits = String.fromCharCode(...body.subarray(at + 2, at + 6));
  return /^[\da-f]{4}$/i.test(digits) ? { code: Number.parseInt(digits, 16), length: 6 } : undefined;
}

/** The character of an escape, of which a surrogate pair takes two; `undefined` for half of a pair too, which no bytes of UTF-8 can hold. */
function characterAt(body: Uint8Array, at: number): { readonly code: number; readonly length: number } | undefined {
  if (body[at] !== BACKSLASH) return undefined;
  const first = escapeAt(body, at);
  if (first === undefined || first.code < 0xd800 || first.code > 0xdfff) return first;
  const second = body[at + 6] === BACKSLASH ? escapeAt(body, at + 6) : undefined;
  if (first.code > 0xdbff || second === undefined || second.code < 0xdc00 || second.code > 0xdfff) return undefined;
  return { code: 0x10000 + ((first.code - 0xd800) << 10) + (second.code - 0xdc00), length: 12 };
}

/** A phrase that has just been read. */
interface Phrase {
  /** The bytes of the body, or a copy of them once a phrase had to be written without its escapes. */
  text: Uint8Array;
  /** Where it ends in the text. */
  to: number;
  /** What ended it: a tab, a line feed, or the quote after the last one. Anything else is a fault. */
  stop: number;
  /** Where the next one begins in the body. */
  next: number;
}

/** A phrase that is quoted as a whole is written without its quotes. Gives its end. */
function unquoted(text: Uint8Array, from: number, to: number): number {
  if (to - from < 2 || text[from] !== QUOTE || text[to - 1] !== QUOTE) return to;
  for (let at = from + 1; at < to - 1; at += 1) {
    if (text[at] !== QUOTE) continue;
    at += 1;
    if (at === to - 1 || text[at] !== QUOTE) return to;
  }
  let written = from;
  for (let at = from + 1; at < to - 1; at += text[at] === QUOTE ? 2 : 1) {
    text[written] = text[at] as number;
    written += 1;
  }
  return written;
}

/** Reads a phrase that begins at `from`; a source phrase ends at a tab, too. */
function readPhrase(body: Uint8Array, from: number, isSource: boolean, phrase: Phrase): void {
  const at = nextSpecial(body, from);
  const letter = body[at] === BACKSLASH ? body[at + 1] : undefined;
  phrase.to = at;
  phrase.next = at + (body[at] === QUOTE ? 1 : 2);
  if (letter === LETTER_N) phrase.stop = LF;
  else if (letter === LETTER_T && isSource) phrase.stop = TAB;
  else if (body[at] === QUOTE) phrase.stop = QUOTE;
  else rewritePhrase(body, from, isSource, phrase);
}

/** The same for a phrase with an escape in it. */
function rewritePhrase(body: Uint8Array, from: number, isSource: boolean, phrase: Phrase): void {
  if (phrase.text === body) phrase.text = new Uint8Array(body);
  const { text } = phrase;
  phrase.stop = FAULT;
  let to = from;
  for (let at = from; ; ) {
    const next = nextSpecial(body, at);
    text.set(body.subarray(at, next), to);
    to += next - at;
    at = next;
    const character = body[at] === QUOTE ? { code: QUOTE, length: 1 } : characterAt(body, at);
    if (character === undefined) return;
    const { code } = character;
    if (body[at] === QUOTE || code === LF || (code === TAB && isSource)) {
      phrase.stop = code;
      phrase.next = at + character.length;
      // A line end may be CRLF.
      if (code !== TAB && to > from && text[to - 1] === CR) to -= 1;
      phrase.to = code === TAB || !isSource ? unquoted(text, from, to) : to;
      text.fill(SPACE, phrase.to, at);
      return;
    }
    at += character.length;
    to = writeCharacter(code, text, to);
  }
}

/** Reads rows from behind the last phrase, until it was not a line feed that ended one. */
function scanSome(body: Uint8Array, phrase: Phrase, list: RowList): void {
  for (let count = 0; count < ROWS_AT_ONCE; count += 1) {
    const from = phrase.next;
    readPhrase(body, from, true, phrase);
    if (phrase.stop === TAB) {
      const sourceTo = phrase.to;
      const targetFrom = phrase.next;
      readPhrase(body, targetFrom, false, phrase);
      addRow(list, from, sourceTo, targetFrom, phrase.to);
    } else if (phrase.to > from) phrase.stop = FAULT;
    if (phrase.stop !== LF) return;
  }
}

/**
 * The rows of a TSV text that stands in a JSON body as a string, from behind its first quote, as rows of `packed-entries.ts`, and where its last quote stands. The
 * body must be UTF-8. The rules are those of `parseEntriesTsv`. `undefined` when anything is not as it should be, or cannot be held in bytes: then the body is
 * parsed as any other, which says what is wrong. A property holds both to the same entries.
 */
export function scanEntries(
  body: Uint8Array,
  start: number,
): { readonly rows: PackedRows; readonly end: number } | undefined {
  const list = newRowList(body.length - start);
  const phrase: Phrase = { text: body, to: start, stop: LF, next: start };
  while (phrase.stop === LF) scanSome(body, phrase, list);
  const { places, size } = list;
  return phrase.stop === QUOTE ? { rows: { text: phrase.text, places, size }, end: phrase.next - 1 } : undefined;
}
