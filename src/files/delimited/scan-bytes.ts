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
import { type Dialect, looksLikeComment } from './row.ts';

const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
const SPACE = 0x20;
export const QUOTE_MARK = 0x22;
const HASH = 0x23;

/**
 * The classes of a byte for the scanner. Bytes of non-ASCII characters are plain, except for two lead bytes whose
 * characters may be refused.
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

/** The flags of the character at an offset. */
function flagsAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  return lead < 0x80 ? flagsOf(lead) : flagsOfBytes(bytes, at);
}

/** True if a phrase must not contain the non-ASCII character at this offset. */
const isRefused = (bytes: Uint8Array, at: number): boolean => (flagsOfBytes(bytes, at) & REFUSED) !== 0;

/** True for a phrase that is not empty, not too long, and neither begins nor ends with white space. */
function isPhrase(text: Uint8Array, from: number, to: number): boolean {
  if (to === from || to - from > PHRASE_MAX_BYTES) return false;
  let last = to - 1;
  // Usually a phrase begins and ends with ASCII. In ASCII, all white space except the space is already refused.
  if ((text[from] as number) < 0x80 && (text[last] as number) < 0x80)
    return text[from] !== SPACE && text[last] !== SPACE;
  while (last > from && ((text[last] as number) & 0xc0) === 0x80) last -= 1;
  return ((flagsAt(text, from) | flagsAt(text, last)) & SPACE_FLAG) === 0;
}

/**
 * Takes four bytes, the first one in the lowest bits. The result has a bit for each byte that may end a plain field or
 * begin a character that no phrase may have: the delimiter, a control character, and the lead bytes 0xc2 and 0xe2. Only
 * the lowest bit is reliable; a higher one can be a false hit.
 */
function oddBits(word: number, delimiters: number): number {
  const delimiter = word ^ delimiters;
  const lead = (word | 0x20202020) ^ 0xe2e2e2e2;
  const odd = ((word - 0x20202020) & ~word) | ((delimiter - 0x01010101) & ~delimiter) | ((lead - 0x01010101) & ~lead);
  return odd & 0x80808080;
}

/**
 * End of the plain field that begins at `from`; -1 if it contains a character that no phrase may have. A quote inside
 * it is a normal character. Reads four bytes at a time, which takes half the time of single bytes.
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

/** Replaces each doubled quote by one quote and fills the rest with spaces. Returns the new end. */
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

/** True for `#` followed by white space, or by the end of the file. Like `mayBeComment`, but for bytes. */
export function mayBeCommentBytes(bytes: Uint8Array, at: number, delimiter: number): boolean {
  if (bytes[at] !== HASH) return false;
  const next = bytes[at + 1];
  if (next === undefined) return true;
  if (next < 0x80) return next !== delimiter && (next === SPACE || (next >= TAB && next <= CR));
  return looksLikeComment(decoder.decode(bytes.subarray(at, at + 4)));
}

/**
 * From this row on, the line number is larger than the row number by `ahead`, because blank lines and comments are not
 * rows. Only the rare changes are stored.
 */
interface LineJump {
  readonly row: number;
  readonly ahead: number;
}

/** The rules for reading the bytes of a file, and the offset of its rows. */
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
  /** The delimiter, repeated in four bytes. */
  readonly delimiters: number;
  /** The bytes of the file. Replaced by a copy as soon as a phrase must be written without its doubled quotes. */
  text: Uint8Array;
  /** Begin and end of the last field's phrase in `text`. */
  from: number;
  to: number;
  /** Whether the last quoted field contains quotes. */
  hasQuotes: boolean;
  /** The number of the next line, and its lead over the row number at the last row. */
  line: number;
  ahead: number;
}

/**
 * Offset of the quote that closes a field; `from` is after the opening quote. -1 if the line has no closing quote, or
 * the field has a fault. Sets `hasQuotes` if the field contains a doubled quote.
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
    // Skip the second byte of a character, or the second of two quotes.
    if (kind !== DELIMITER) at += 1;
  }
  return -1;
}

/** Reads a field and returns its end; -1 if it has a fault. */
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

/** Reads a row and returns its end; -1 unless it has exactly two fields without faults. */
function passRow(scan: Scan, at: number): number {
  const { bytes, kinds } = scan;
  const middle = passField(scan, at);
  // Without its quotes it would be a comment. The reader of rows has a warning for that.
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

/** Reads a number of lines and returns the offset of the next one; -1 if this scanner cannot read one of them. */
function passSome(scan: Scan, start: number): number {
  const { bytes, list, jumps } = scan;
  let at = start;
  for (let count = 0; count < ROWS_AT_ONCE && at < bytes.length; count += 1) {
    const first = bytes[at];
    const isComment = first === HASH && scan.comments !== 'none' && mayBeCommentBytes(bytes, at, scan.delimiter);
    if (isComment && scan.comments === undefined) return -1;
    if (isComment) at = endOfLine(bytes, at);
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

/** Binary search: a file may have a blank line after every row. */
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

/** The offsets of the phrases of a file. */
interface ScannedRows extends Pick<PackedRows, 'places' | 'size'> {
  /** The text that the offsets belong to, if the file contains doubled quotes. Absent: the bytes of the file. */
  readonly text?: Uint8Array;
  /** Line number of a row. */
  readonly lineOf: (row: number) => number;
}

/**
 * Finds the phrases of a file without faults in which every row has two fields on one line. The bytes must be UTF-8.
 * `undefined` for any other file: the reader of rows reads it and describes its faults. The rules for a fault are those
 * of `phrase-rules.ts`.
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
