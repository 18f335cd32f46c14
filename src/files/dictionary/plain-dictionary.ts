import { isUtf8 } from 'node:buffer';
import { DICTIONARY_MAX_BYTES } from '../../contract/limits.ts';
import type { Checked } from '../../model/finding.ts';
import { packedEntries, rowOf } from '../../packed/packed-entries.ts';
import type { PackedRows } from '../../packed/packed-rows.ts';
import { looksLikeComment } from '../delimited/comments.ts';
import { dialectOf } from '../delimited/dialect.ts';
import { isBlankRow, type Row } from '../delimited/row.ts';
import { type BytesForm, CR, endOfLine, LF, mayBeCommentBytes, scanBytes } from '../delimited/scan-bytes.ts';
import { scanRows } from '../delimited/scan-rows.ts';
import { type DictionaryInput, headOf, PLAIN_LAYOUT } from './dictionary-layout.ts';
import type { ParsedDictionary } from './entry-collector.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The first row, and how the rest of the file after it is read. `undefined` when there is none, or it takes more than a
 * line.
 */
function firstRow(
  bytes: Uint8Array,
  { delimiter, start, firstLine, comments }: BytesForm,
): { readonly row: Row; readonly after: BytesForm } | undefined {
  for (let [at, line] = [start, firstLine]; at < bytes.length; line += 1) {
    const end = endOfLine(bytes, at);
    const next = Math.min(end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1), bytes.length);
    const isAsked = comments !== 'none' && mayBeCommentBytes(bytes, at, delimiter.charCodeAt(0));
    if (isAsked && comments === undefined) return undefined;
    if (end > at && !isAsked) {
      const text = decoder.decode(bytes.subarray(at, end));
      const [row] = scanRows(text, { delimiter, comments: 'none', firstLine: line }).rows;
      if (row === undefined || isBlankRow(row) || looksLikeComment(row.texts[0] ?? '')) return undefined;
      return { row, after: { delimiter, start: next, firstLine: line + 1, comments } };
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
  const form = dialectOf(input);
  const first = firstRow(bytes, form);
  if (first === undefined) return undefined;
  const { isHeader, layout, findings } = headOf(first.row, input);
  if (layout !== PLAIN_LAYOUT) return undefined;
  const scanned = scanBytes(bytes, isHeader ? first.after : form);
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
