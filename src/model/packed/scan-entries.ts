import { writeCharacter } from '../entries/entry-hash.ts';
import { addNext, addWritten, type DeltaRows, makeRoom } from './delta-entries.ts';
import { ROWS_AT_ONCE } from './packed-rows.ts';
import type { RowIndex } from './row-index.ts';

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;
const LETTER_U = 0x75;
/** In place of what ends a phrase. */
const FAULT = -1;

/** `\t` and `\n` as two bytes of a JSON string. */
const ESCAPED_TAB = 0x5c74;
const ESCAPED_LF = 0x5c6e;

/** The character of each escape in JSON, apart from `\uXXXX`. */
const ESCAPES: ReadonlyMap<number, number> = new Map(
  [...'"\\/bfnrt'].map((letter, index) => [letter.charCodeAt(0), '"\\/\b\f\n\r\t'.charCodeAt(index)]),
);

/** The code unit of an escape, and its length; `undefined`: not a valid escape. */
function escapeAt(body: Uint8Array, at: number): { readonly code: number; readonly length: number } | undefined {
  const letter = body[at + 1] ?? 0;
  const code = ESCAPES.get(letter);
  if (code !== undefined) return { code, length: 2 };
  if (letter !== LETTER_U) return undefined;
  const digits = String.fromCharCode(...body.subarray(at + 2, at + 6));
  return /^[\da-f]{4}$/i.test(digits) ? { code: Number.parseInt(digits, 16), length: 6 } : undefined;
}

/**
 * The character of an escape; a surrogate pair has two escapes. `undefined` also for half of a pair, which UTF-8 cannot
 * represent.
 */
function characterAt(body: Uint8Array, at: number): { readonly code: number; readonly length: number } | undefined {
  const first = escapeAt(body, at);
  if (first === undefined || first.code < 0xd800 || first.code > 0xdfff) return first;
  const second = body[at + 6] === BACKSLASH ? escapeAt(body, at + 6) : undefined;
  if (first.code > 0xdbff || second === undefined || second.code < 0xdc00 || second.code > 0xdfff) return undefined;
  return { code: 0x10000 + ((first.code - 0xd800) << 10) + (second.code - 0xdc00), length: 12 };
}

/** A TSV text in a JSON string that is read row by row while its bytes arrive. */
export interface EntriesScan {
  readonly rows: DeltaRows;
  /**
   * `'rows'`: more may come. `'end'`: its last quote has been read. `'fault'`: it is not as it should be, or cannot be
   * held in bytes.
   */
  state: 'rows' | 'end' | 'fault';
  /** Where the next row begins in the body, or what follows the last quote. */
  at: number;
  /** Where the phrase ends in the text that has just been read. */
  to: number;
  /** The end of the last row: a line feed, the quote at the end, or a fault. */
  stop: number;
}

/** `start`: the position after the first quote of the string. */
export const newEntriesScan = (rows: DeltaRows, start: number): EntriesScan => ({
  rows,
  state: 'rows',
  at: start,
  to: 0,
  stop: LF,
});

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

/**
 * Writes bytes that mean themselves, up to a quote, a backslash, or a control character, which must not be there. Moves
 * `at` and `to` on.
 */
function writePlain(scan: EntriesScan, body: Uint8Array, text: Uint8Array): void {
  const end = body.length;
  let { at, to } = scan;
  for (; at < end; at += 1) {
    const byte = body[at] as number;
    if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) break;
    text[to] = byte;
    to += 1;
  }
  scan.at = at;
  scan.to = to;
}

/**
 * Writes the phrase that begins at `at` to a place of the text, and gives what ended it. A source phrase ends at a tab,
 * too. There must be room for all of the body.
 */
function writePhrase(scan: EntriesScan, body: Uint8Array, from: number, isSource: boolean): number {
  const { text } = scan.rows;
  scan.to = from;
  let stop = FAULT;
  while (stop === FAULT) {
    writePlain(scan, body, text);
    const { at } = scan;
    const byte = body[at];
    const letter = byte === BACKSLASH ? body[at + 1] : undefined;
    if (byte === QUOTE) {
      stop = QUOTE;
      scan.at = at + 1;
    } else if (letter === LETTER_N || (letter === LETTER_T && isSource)) {
      stop = letter === LETTER_N ? LF : TAB;
      scan.at = at + 2;
    } else {
      const character = letter === undefined ? undefined : characterAt(body, at);
      if (character === undefined) return FAULT;
      const { code, length } = character;
      scan.at = at + length;
      if (code === LF || (code === TAB && isSource)) stop = code;
      else scan.to = writeCharacter(code, text, scan.to);
    }
  }
  // A line end may be CRLF.
  if (stop !== TAB && scan.to > from && text[scan.to - 1] === CR) scan.to -= 1;
  if (stop === TAB || !isSource) scan.to = unquoted(text, from, scan.to);
  return stop;
}

/** Reads one row and adds it. */
function readRow(scan: EntriesScan, body: Uint8Array): void {
  const { rows } = scan;
  const from = rows.end;
  scan.stop = writePhrase(scan, body, from, true);
  const sourceTo = scan.to;
  if (scan.stop !== TAB) {
    // A line without a tab must be blank.
    if (sourceTo > from) scan.stop = FAULT;
    return;
  }
  scan.stop = writePhrase(scan, body, sourceTo, false);
  if (scan.stop !== FAULT && !addWritten(rows, from, sourceTo, sourceTo, scan.to)) scan.stop = FAULT;
}

/**
 * True for four bytes that all mean themselves in a JSON string: none is a quote, a backslash or a control character.
 * May be false for others.
 */
function isPlainWord(word: number): boolean {
  const quote = word ^ 0x22222222;
  const backslash = word ^ 0x5c5c5c5c;
  const odd = ((quote - 0x01010101) & ~quote) | ((backslash - 0x01010101) & ~backslash) | ((word - 0x20202020) & ~word);
  return (odd & 0x80808080) === 0;
}

/** True if the body contains a phrase of `known`, byte by byte, without escapes. */
function isRaw(body: DataView, at: number, { view, places }: RowIndex, place: number): boolean {
  const from = places[place] as number;
  const to = places[place + 1] as number;
  const away = at - from;
  const last = to - 4;
  // Shorter ones are seldom, and read as any other row.
  if (last < from) return false;
  for (let byte = from; byte < last; byte += 4) {
    const word = view.getInt32(byte);
    if (word !== body.getInt32(byte + away) || !isPlainWord(word)) return false;
  }
  const word = view.getInt32(last);
  return word === body.getInt32(last + away) && isPlainWord(word);
}

/** The end of the next row in the body, if it equals the next row of `known`; otherwise 0. */
function endOfRaw({ rows: { join } }: EntriesScan, body: DataView, at: number): number {
  const { index } = join;
  const { places } = index;
  const place = join.next * 4;
  const tab = at + (places[place + 1] as number) - (places[place] as number);
  const end = tab + 2 + (places[place + 3] as number) - (places[place + 2] as number);
  if (end + 2 > body.byteLength) return 0;
  const isSame =
    body.getUint16(end) === ESCAPED_LF &&
    body.getUint16(tab) === ESCAPED_TAB &&
    isRaw(body, at, index, place) &&
    isRaw(body, tab + 2, index, place + 2);
  return isSame ? end + 2 : 0;
}

/** Reads some rows, as long as they equal those of `known`. */
function scanSame(scan: EntriesScan, body: DataView): void {
  const { rows } = scan;
  const { join, known } = rows;
  let { at } = scan;
  for (let count = 0; count < ROWS_AT_ONCE && join.next < known.size; count += 1) {
    const end = endOfRaw(scan, body, at);
    if (end === 0) break;
    if (!addNext(rows)) {
      scan.stop = FAULT;
      break;
    }
    at = end;
  }
  scan.at = at;
}

/**
 * Reads the rows that begin before `limit`. The rules are those of `parseEntriesTsv`. Bytes that come later must not be
 * needed for them: a row that the body breaks off in is a fault.
 */
export function scanEntries(scan: EntriesScan, body: Uint8Array, limit: number): void {
  if (scan.state !== 'rows') return;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  while (scan.stop === LF && scan.at < limit) {
    scanSame(scan, view);
    if (scan.stop !== LF || scan.at >= limit) break;
    // Rows that equal known ones need none.
    makeRoom(scan.rows, body.length - scan.at);
    readRow(scan, body);
  }
  if (scan.stop === QUOTE) scan.state = 'end';
  else if (scan.stop === FAULT || limit >= body.length) scan.state = 'fault';
}
