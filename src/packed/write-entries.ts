import { type PackedEntries, rowParts, sourceOf, targetOf } from './packed-entries.ts';
import type { PackedRows } from './packed-rows.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;

/** A byte of a phrase takes at most so many in JSON: a control character does, and a quote that is doubled four. */
const WIDEST = 6;

/** The tab and the line feed of a row, escaped, and the quotes around its phrases. */
const AROUND_ROW = 16;

/** Pieces have about so many bytes. The first one is small, and each is twice the one before. */
const PIECE_BYTES = { first: 1 << 12, most: 1 << 14 };

const encoder = new TextEncoder();

/** A row as a line of text. */
type LineOf = (source: string, target: string) => string;

/** A piece that is being written. */
interface Piece {
  readonly bytes: Uint8Array;
  end: number;
}

const newPiece = (size: number): Piece => ({ bytes: new Uint8Array(size), end: 0 });

/** Copies a phrase whose bytes mean themselves in JSON. Gives its end; -1 where one does not. */
function copyPlain(text: Uint8Array, from: number, to: number, bytes: Uint8Array, end: number): number {
  const away = end - from;
  for (let at = from; at < to; at += 1) {
    const byte = text[at] as number;
    if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) return -1;
    bytes[at + away] = byte;
  }
  return to + away;
}

/** The most bytes that a row takes, whose places begin there. */
const mostBytes = (places: Int32Array, at: number): number =>
  ((places[at + 1] as number) - (places[at] as number) + (places[at + 3] as number) - (places[at + 2] as number)) *
    WIDEST +
  AROUND_ROW;

/** Writes rows for which there is room. Gives the number of the next one. */
function writeRows(piece: Piece, rows: PackedRows, first: number, isFirst: boolean, line: LineOf): number {
  const { bytes } = piece;
  const { text, places, size } = rows;
  for (let row = first; row < size; row += 1) {
    const at = row * 4;
    if (mostBytes(places, at) > bytes.length - piece.end) return row;
    if (!isFirst || row > 0) {
      bytes[piece.end] = BACKSLASH;
      bytes[piece.end + 1] = LETTER_N;
      piece.end += 2;
    }
    const tab = copyPlain(text, places[at] as number, places[at + 1] as number, bytes, piece.end);
    const end = tab < 0 ? -1 : copyPlain(text, places[at + 2] as number, places[at + 3] as number, bytes, tab + 2);
    if (end < 0) {
      const text = JSON.stringify(line(sourceOf(rows, row), targetOf(rows, row))).slice(1, -1);
      piece.end += encoder.encodeInto(text, bytes.subarray(piece.end)).written;
    } else {
      bytes[tab] = BACKSLASH;
      bytes[tab + 1] = LETTER_T;
      piece.end = end;
    }
  }
  return size;
}

/**
 * Entries as the service takes them, one a line with a tab between source and target, as the bytes of a JSON string
 * without its quotes, in pieces. A piece holds until the next one is asked for. `line`: makes the line of a row in
 * which something has to be escaped. No string is made of other rows, which are most.
 */
export function* writtenEntries(entries: PackedEntries, line: LineOf): Generator<Uint8Array, void, undefined> {
  let piece = newPiece(PIECE_BYTES.first);
  let isFirst = true;
  for (const rows of rowParts(entries)) {
    for (let row = 0; row < rows.size; ) {
      row = writeRows(piece, rows, row, isFirst, line);
      if (row === rows.size) break;
      if (piece.end > 0) yield piece.bytes.subarray(0, piece.end);
      const size = Math.max(Math.min(piece.bytes.length * 2, PIECE_BYTES.most), mostBytes(rows.places, row * 4));
      if (size > piece.bytes.length) piece = newPiece(size);
      piece.end = 0;
    }
    isFirst = false;
  }
  yield piece.bytes.subarray(0, piece.end);
}
