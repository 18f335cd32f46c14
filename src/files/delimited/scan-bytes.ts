import type { Comments } from '../../model/file-form.ts';
import { addRow, newRowList, type PackedRows, ROWS_AT_ONCE, type RowList } from '../../model/packed/packed-rows.ts';
import {
  flagsOf,
  flagsOfBytes,
  PHRASE_MAX_BYTES,
  REFUSED,
  REFUSED_LEADS,
  SPACE as SPACE_FLAG,
} from '../dictionary/phrase-rules.ts';
import { looksLikeComment } from './comments.ts';
import type { Dialect } from './dialect.ts';

const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
const SPACE = 0x20;
export const QUOTE_MARK = 0x22;
const HASH = 0x23;

/**
 * What a byte means to the scanner: bytes of characters beyond ASCII are plain, but for two lead bytes whose characters
 * may be refused.
 */
const PLAIN = 0;
const QUOTE = 1;
const LEAD = 2;
const DELIMITER = 3;
const LINE_END = 4;
const CONTROL = 5;

function kindsOf(delimiter: string): Uint8Array {
  const kinds = new Uint8Array(256);
  for (const byte of REFUSED_LEADS) kinds[byte] = byte < 0x80 ? CONTROL : LEAD;
  kinds[LF] = LINE_END;
  kinds[CR] = LINE_END;
  kinds[QUOTE_MARK] = QUOTE;
  kinds[delimiter.charCodeAt(0)] = DELIMITER;
  return kinds;
}

/** The flags of the character that begins at a place. */
function flagsAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  return lead < 0x80 ? flagsOf(lead) : flagsOfBytes(bytes, at);
}

/** True where a character beyond ASCII begins that no phrase may have. */
const isRefused = (bytes: Uint8Array, at: number): boolean => (flagsOfBytes(bytes, at) & REFUSED) !== 0;

/** True for a phrase that is not empty, not too long, and has no white space at its ends. */
function isPhrase(text: Uint8Array, from: number, to: number): boolean {
  if (to === from || to - from > PHRASE_MAX_BYTES) return false;
  let last = to - 1;
  // Most phrases begin and end with ASCII, of which white space but for a space is refused already.
  if ((text[from] as number) < 0x80 && (text[last] as number) < 0x80)
    return text[from] !== SPACE && text[last] !== SPACE;
  while (last > from && ((text[last] as number) & 0xc0) === 0x80) last -= 1;
  return ((flagsAt(text, from) | flagsAt(text, last)) & SPACE_FLAG) === 0;
}

/**
 * For four bytes of which the first one is the lowest: a bit for each that may end a plain field or begin a character
 * that no phrase may have, which is the delimiter, a control character, and two lead bytes, 0xc2 and 0xe2. The lowest
 * bit is of the first such byte; one above it may be of none.
 */
function oddBits(word: number, delimiters: number): number {
  const delimiter = word ^ delimiters;
  const lead = (word | 0x20202020) ^ 0xe2e2e2e2;
  const odd = ((word - 0x20202020) & ~word) | ((delimiter - 0x01010101) & ~delimiter) | ((lead - 0x01010101) & ~lead);
  return odd & 0x80808080;
}

/**
 * Where a plain field ends that begins here; -1 when it has a character that no phrase may have. A quote inside of it
 * is a quote. Word by word, which takes half the time of byte by byte.
 */
function endOfPlain({ bytes, view, kinds, delimiters }: Scan, from: number): number {
  const end = bytes.length;
  const last = end - 4;
  let at = from;
  while (at < end) {
    if (at <= last) {
      const odd = oddBits(view.getInt32(at, true), delimiters);
      if (odd === 0) {
        at += 4;
        continue;
      }
      at += (31 - Math.clz32(odd & -odd)) >> 3;
    }
    const kind = kinds[bytes[at] as number] as number;
    if (kind === DELIMITER || kind === LINE_END) return at;
    if (kind === CONTROL || (kind === LEAD && isRefused(bytes, at))) return -1;
    at += 1;
  }
  return end;
}

/** Writes one quote for each two, and spaces where the text was longer. Gives its new end. */
function undouble(text: Uint8Array, from: number, to: number): number {
  let written = from;
  for (let at = from; at < to; at += 1) {
    const byte = text[at] as number;
    text[written] = byte;
    written += 1;
    if (byte === QUOTE_MARK) at += 1;
  }
  text.fill(SPACE, written, to);
  return written;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** True where `#` and white space stand, or `#` alone at the end: the same as of a text, for the bytes of one. */
export function mayBeCommentBytes(bytes: Uint8Array, at: number, delimiter: number): boolean {
  if (bytes[at] !== HASH) return false;
  const next = bytes[at + 1];
  if (next === undefined) return true;
  if (next < 0x80) return next !== delimiter && (next === SPACE || (next >= TAB && next <= CR));
  return looksLikeComment(decoder.decode(bytes.subarray(at, at + 4)));
}

/**
 * From a row on, lines are so many ahead of rows: those of blank lines and comments hold none. Kept where it changes,
 * which is seldom.
 */
interface LineJump {
  readonly row: number;
  readonly ahead: number;
}

/** How the bytes of a file are to be read, from where on. */
export type BytesForm = Omit<Dialect, 'textStart'>;

/** A file that is being scanned. */
interface Scan {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly kinds: Uint8Array;
  readonly list: RowList;
  readonly jumps: LineJump[];
  readonly comments: Comments | undefined;
  /** The byte between the fields. */
  readonly delimiter: number;
  /** The same four times. */
  readonly delimiters: number;
  /** The bytes of the file, or a copy of them once a phrase has to be written without the doubling of its quotes. */
  text: Uint8Array;
  /** Where the phrase of the last field begins and ends in the text. */
  from: number;
  to: number;
  /** Whether the last field in quotes has quotes inside of it. */
  hasQuotes: boolean;
  /** The line that comes next, and by how much the last one with a row was ahead of it. */
  line: number;
  ahead: number;
}

/**
 * The place of the quote that closes a field, from behind the one that opens it; -1 when there is none on the line, or
 * on a fault as above. Says in the scan whether a quote inside of it is doubled.
 */
function closingQuote(scan: Scan, from: number): number {
  const { bytes, kinds } = scan;
  const end = bytes.length;
  scan.hasQuotes = false;
  for (let at = from; at < end; at += 1) {
    const kind = kinds[bytes[at] as number] as number;
    if (kind === PLAIN) continue;
    if (kind === QUOTE) {
      if (bytes[at + 1] !== QUOTE_MARK) return at;
      scan.hasQuotes = true;
    } else if (kind === DELIMITER ? bytes[at] === TAB : kind !== LEAD || isRefused(bytes, at)) return -1;
    // The second byte of a character is passed over, as is the second of two quotes.
    if (kind !== DELIMITER) at += 1;
  }
  return -1;
}

/** Passes over a field, and says where it ends; -1 when it has a fault. */
function passField(scan: Scan, at: number): number {
  const { bytes } = scan;
  if (bytes[at] !== QUOTE_MARK) {
    scan.from = at;
    scan.to = endOfPlain(scan, at);
    return isPhrase(scan.text, at, scan.to) ? scan.to : -1;
  }
  const close = closingQuote(scan, at + 1);
  if (close < 0) return -1;
  scan.from = at + 1;
  scan.to = close;
  if (scan.hasQuotes) {
    if (scan.text === bytes) scan.text = new Uint8Array(bytes);
    scan.to = undouble(scan.text, at + 1, close);
  }
  return isPhrase(scan.text, scan.from, scan.to) ? close + 1 : -1;
}

/** Passes over a row, and says where it ends; -1 when it is not two fields in which nothing is wrong. */
function passRow(scan: Scan, at: number): number {
  const { bytes, kinds } = scan;
  const middle = passField(scan, at);
  // Its quotes alone keep it from being a comment, which the reader of rows has a warning for.
  if (scan.comments === '#' && bytes[at] === QUOTE_MARK && mayBeCommentBytes(scan.text, scan.from, scan.delimiter))
    return -1;
  if (middle < 0 || middle === bytes.length || kinds[bytes[middle] as number] !== DELIMITER) return -1;
  const { from, to } = scan;
  const end = passField(scan, middle + 1);
  if (end < 0 || (end < bytes.length && kinds[bytes[end] as number] !== LINE_END)) return -1;
  addRow(scan.list, from, to, scan.from, scan.to);
  return end;
}

export function endOfLine(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at += 1;
  return at;
}

/** Passes over lines, and says where the next one begins; -1 when one of them is not for this scanner. */
function passSome(scan: Scan, start: number): number {
  const { bytes, list, jumps } = scan;
  let at = start;
  for (let count = 0; count < ROWS_AT_ONCE && at < bytes.length; count += 1) {
    const first = bytes[at];
    const isAsked = first === HASH && scan.comments !== 'none' && mayBeCommentBytes(bytes, at, scan.delimiter);
    if (isAsked && scan.comments === undefined) return -1;
    if (isAsked) at = endOfLine(bytes, at);
    else if (first !== LF && first !== CR) {
      if (scan.line - list.size !== scan.ahead) {
        scan.ahead = scan.line - list.size;
        jumps.push({ row: list.size, ahead: scan.ahead });
      }
      at = passRow(scan, at);
      if (at < 0) return -1;
    }
    at += bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1;
    scan.line += 1;
  }
  return at;
}

/** By halving: a file may have a blank line after every row. */
function aheadAt(jumps: readonly LineJump[], row: number, first: number): number {
  let low = 0;
  let high = jumps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((jumps[middle] as LineJump).row <= row) low = middle + 1;
    else high = middle;
  }
  return jumps[low - 1]?.ahead ?? first;
}

/** Where the phrases of a file are. */
interface ScannedRows extends Pick<PackedRows, 'places' | 'size'> {
  /** What the places are of, where quotes stood doubled in the bytes of the file. Absent: these bytes. */
  readonly text?: Uint8Array;
  /** The line of a row. */
  readonly lineOf: (row: number) => number;
}

/**
 * Finds the phrases of a file in which nothing is wrong and every row has two fields on one line. The bytes must be
 * UTF-8. `undefined` for any other file: the reader of rows takes it, and can say what is wrong with it. So this one
 * says nothing of faults; all it must know is that there is none, by the rules of `phrase-rules.ts`.
 */
export function scanBytes(
  bytes: Uint8Array,
  { delimiter, start, firstLine, comments }: BytesForm,
): ScannedRows | undefined {
  const scan: Scan = {
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    kinds: kindsOf(delimiter),
    list: newRowList(bytes.length - start),
    jumps: [],
    comments,
    delimiter: delimiter.charCodeAt(0),
    delimiters: delimiter.charCodeAt(0) * 0x01010101,
    text: bytes,
    from: 0,
    to: 0,
    hasQuotes: false,
    line: firstLine,
    ahead: firstLine,
  };
  for (let at = start; at < bytes.length; ) {
    at = passSome(scan, at);
    if (at < 0) return undefined;
  }
  const { text, jumps, list } = scan;
  const { places, size } = list;
  return { places, size, ...(text !== bytes && { text }), lineOf: (row) => row + aheadAt(jumps, row, firstLine) };
}
