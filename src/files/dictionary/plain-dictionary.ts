import { isUtf8 } from 'node:buffer';
import { DICTIONARY_MAX_BYTES } from '../../contract/limits.ts';
import type { Checked } from '../../model/finding.ts';
import { packedEntries, rowOf } from '../../packed/packed-entries.ts';
import type { PackedRows } from '../../packed/packed-rows.ts';
import { looksLikeComment } from '../delimited/comments.ts';
import { type Dialect, dialectOf } from '../delimited/dialect.ts';
import { isBlankRow, type Row } from '../delimited/row.ts';
import { mayBeCommentBytes, scanBytes } from '../delimited/scan-bytes.ts';
import { scanRows } from '../delimited/scan-rows.ts';
import { type DictionaryInput, headOf, PLAIN_LAYOUT } from './dictionary-layout.ts';
import type { ParsedDictionary } from './entry-collector.ts';

const [LF, CR] = [0x0a, 0x0d];

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The first row, and the dialect with which it, or the rest of the file after it, is read. `undefined` when there is
 * none, or it takes more than a line.
 */
function firstRow(
  bytes: Uint8Array,
  { delimiter, start, firstLine, comments }: Dialect,
): { readonly row: Row; readonly from: Dialect; readonly after: Dialect } | undefined {
  const isLineEnd = (at: number): boolean => bytes[at] === LF || bytes[at] === CR;
  for (let at = start, line = firstLine; at < bytes.length; line += 1) {
    let end = at;
    while (end < bytes.length && !isLineEnd(end)) end += 1;
    const next = end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1);
    const isAsked = comments !== 'none' && mayBeCommentBytes(bytes, at, delimiter.charCodeAt(0));
    if (isAsked && comments === undefined) return undefined;
    if (end > at && !isAsked) {
      const row = scanRows(decoder.decode(bytes.subarray(at, end)), delimiter, line)?.[0];
      if (row === undefined || isBlankRow(row) || looksLikeComment(row.texts[0] ?? '')) return undefined;
      return {
        row,
        from: { delimiter, start: at, firstLine: line, comments },
        after: { delimiter, start: Math.min(next, bytes.length), firstLine: line + 1, comments },
      };
    }
    at = next;
  }
  return undefined;
}

/** Bytes of the entries as text: UTF-8, a tab and a line end for each. */
function textBytes({ places, size }: PackedRows): number {
  let bytes = size * 2;
  for (let place = 0; place < size * 4; place += 2) bytes += (places[place + 1] as number) - (places[place] as number);
  return bytes;
}

/**
 * A file that is plain enough for an index over its bytes: two columns, nothing wrong with it, no source phrase twice.
 * `undefined` for any other.
 */
export function parsePlainDictionary(input: DictionaryInput): Checked<ParsedDictionary> | undefined {
  const { bytes, file } = input;
  // UTF-16 has zeros.
  if (!isUtf8(bytes) || Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(0)) return undefined;
  const first = firstRow(bytes, dialectOf(input));
  if (first === undefined) return undefined;
  const { isHeader, layout, findings } = headOf(first.row, input);
  if (layout !== PLAIN_LAYOUT) return undefined;
  const scanned = scanBytes(bytes, isHeader ? first.after : first.from);
  if (scanned === undefined) return undefined;
  const { rows, lineOf } = scanned;
  if (bytes.byteLength > DICTIONARY_MAX_BYTES && textBytes(rows) > DICTIONARY_MAX_BYTES) return undefined;
  const entries = packedEntries(rows);
  if (entries === undefined) return undefined;
  return {
    value: {
      entries,
      rows: entries.size,
      locate(source, row = rowOf(entries.index, source)) {
        return row < 0 ? undefined : { file, line: lineOf(row), column: 1 };
      },
    },
    findings,
  };
}
