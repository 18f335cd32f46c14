import type { Comments } from '../../model/file-form.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import { withoutConflicts } from './conflict-rows.ts';
import { decodeText } from './decode-text.ts';
import {
  type CommentRow,
  type DelimitedInput,
  type DelimiterCharacter,
  dialectOf,
  isBlankRow,
  mayBeComment,
  quotedComments,
  type Row,
  unclearComments,
} from './row.ts';

/** A quote that is closed in the wrong place, or never. Its row is not in the result. */
export interface QuoteFault {
  readonly code: 'quote-not-closed' | 'text-after-quote';
  /** Place of the opening quote. */
  readonly line: number;
  readonly column: number;
}

export interface ScannedRows {
  /** Without blank lines. */
  readonly rows: readonly Row[];
  readonly comments: readonly CommentRow[];
  readonly faults: readonly QuoteFault[];
  /** The line after the last fault, if the scan stopped because there were too many. */
  readonly stoppedAt?: number;
}

export interface ScanOptions {
  readonly delimiter: DelimiterCharacter;
  readonly comments: Comments | undefined;
  /** Offset of the rows in the text, and the number of that line. */
  readonly from?: number;
  readonly firstLine?: number;
}

/** Less than `FINDINGS_MAX`, so that the finding about the stopped search is shown too. */
const QUOTE_FAULTS_MAX = 500;

const LINE_END = /\r\n?|\n/g;

const isLineEnd = (character: string | undefined): boolean => character === '\n' || character === '\r';

function lineEndFrom(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isLineEnd(text[at])) at += 1;
  return at;
}

/** Offset of the next line, after the line end at `at`. */
export const afterLineEnd = (text: string, at: number): number =>
  Math.min(text.startsWith('\r\n', at) ? at + 2 : at + 1, text.length);

/** Offset of the quote that closes the field which opens at `from`; -1 if the field is never closed. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** A row with quotes, or its first fault. `end` and `line`: the line end at which the scan continues. */
function quotedRow(
  text: string,
  { start, end: firstEnd, line: firstLine }: Pick<Row, 'start' | 'end' | 'line'>,
  delimiter: DelimiterCharacter,
): { readonly found: Row | QuoteFault; readonly end: number; readonly line: number } {
  const texts: string[] = [];
  const starts: number[] = [];
  let columns: number[] | undefined;
  let [line, lineStart, lineEnd] = [firstLine, start, firstEnd];
  for (let at = start; ; at += 1) {
    starts.push(at);
    columns?.push(at - lineStart + 1);
    if (text[at] === '"') {
      const opened = { line, column: at - lineStart + 1 };
      const close = closingQuote(text, at);
      // The rest of the file cannot belong to this field, so the line after the quote is read as a row.
      if (close < 0) return { found: { code: 'quote-not-closed', ...opened }, end: lineEndFrom(text, at), line };
      const inside = text.slice(at + 1, close);
      if (close > lineEnd) {
        columns ??= starts.map((each) => each - start + 1);
        for (const { index, 0: end } of inside.matchAll(LINE_END)) {
          line += 1;
          lineStart = at + 1 + index + end.length;
        }
        lineEnd = lineEndFrom(text, close);
      }
      texts.push(inside.includes('"') ? inside.replaceAll('""', '"') : inside);
      at = close + 1;
      if (at < lineEnd && text[at] !== delimiter)
        return { found: { code: 'text-after-quote', ...opened }, end: lineEnd, line };
    } else {
      // A quote inside a field that does not begin with a quote is a normal character.
      const from = at;
      while (at < lineEnd && text[at] !== delimiter) at += 1;
      texts.push(text.slice(from, at));
    }
    if (at < lineEnd) continue;
    const row = { line: firstLine, start, end: at, texts, starts };
    return { found: columns === undefined ? row : { ...row, columns }, end: at, line };
  }
}

/** Reads the rows of a text with their places, in one pass. After a wrong quote, it continues in the next line. */
export function scanRows(
  text: string,
  { delimiter, comments: form, from = 0, firstLine = 1 }: ScanOptions,
): ScannedRows {
  const rows: Row[] = [];
  const comments: CommentRow[] = [];
  const faults: QuoteFault[] = [];
  let [line, lineFeed] = [firstLine, -1];
  for (let at = from; at < text.length; line += 1) {
    // Searched once for each line feed: a text may have no line feeds but as many carriage returns as rows.
    if (lineFeed < at) {
      const found = text.indexOf('\n', at);
      lineFeed = found < 0 ? text.length : found;
    }
    const rest = text.slice(at, lineFeed);
    const carriageReturn = rest.indexOf('\r');
    const row = carriageReturn < 0 ? rest : rest.slice(0, carriageReturn);
    let end = at + row.length;
    if (form !== 'none' && mayBeComment(row, delimiter)) comments.push({ line, text: row });
    else if (row.includes('"')) {
      const quoted = quotedRow(text, { start: at, end, line }, delimiter);
      if ('texts' in quoted.found) rows.push(quoted.found);
      else faults.push(quoted.found);
      ({ end, line } = quoted);
      if (faults.length === QUOTE_FAULTS_MAX) return { rows, comments, faults, stoppedAt: line + 1 };
    } else if (row !== '') rows.push({ line, start: at, end, texts: row.split(delimiter) });
    at = afterLineEnd(text, end);
  }
  return { rows, comments, faults };
}

/** The rows of a file in order, without blank rows and comments. */
export interface ReadRows {
  readonly rows: readonly Row[];
  readonly findings: readonly Finding[];
  /** The text that contains the rows: the content of the file without its byte order mark. */
  readonly text: string;
  readonly delimiter: DelimiterCharacter;
}

function quoteFindings({ faults, stoppedAt }: ScannedRows, file: string): readonly Finding[] {
  const found = faults.map(({ code, line, column }) => errorAt(code, { file, line, column }));
  if (stoppedAt === undefined) return found;
  const at = { file, line: stoppedAt, column: 1 };
  return [...found, errorAt('too-many-quote-errors', at, { max: QUOTE_FAULTS_MAX })];
}

/**
 * Reads the rows of a CSV or TSV file. Findings: bytes that are not UTF-8, quotes that are not closed, rows that may be
 * comments if `comments` does not decide it, and unresolved merge conflicts.
 */
export function readRows(input: DelimitedInput): ReadRows {
  const { bytes, file, comments } = input;
  const decoded = decodeText(bytes, file);
  if ('finding' in decoded) return { rows: [], findings: [decoded.finding], text: '', delimiter: ',' };
  const { text } = decoded;
  const { delimiter, firstLine, textStart } = dialectOf(input);
  const scanned = scanRows(text, { delimiter, comments, from: textStart, firstLine });
  const filled = scanned.rows.filter((row) => !isBlankRow(row));
  const { rows, findings: conflicts } = withoutConflicts(filled, text, file);
  return {
    rows,
    findings: [
      ...conflicts,
      ...unclearComments(scanned.comments, comments, file),
      ...quoteFindings(scanned, file),
      ...quotedComments(rows, comments, file),
    ],
    text,
    delimiter,
  };
}
