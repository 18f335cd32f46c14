import { type Checked, errorAt } from '../../model/finding.ts';
import { isConfirmed } from './confirm-rows.ts';
import { decodeText } from './decode-text.ts';
import { type DelimitedInput, type DelimiterCharacter, dialectOf, fieldEnd, fieldStart, type Row } from './row.ts';
import { afterLineEnd, scanRows } from './scan-rows.ts';

/** One line of a table, or the lines of one row. Blank lines and comments are included. */
export interface TextRow {
  /** As written in the file, without its line end. */
  readonly raw: string;
  /**
   * `
   * `, `\r
   * ` or `\r`; empty if the file ends without a line end.
   */
  readonly end: string;
  /** The fields, without the quotes around them. A blank line has one empty field. */
  readonly texts: readonly string[];
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** The field as written in the file, with its quotes. */
  readonly cell: (column: number) => string;
}

/** A CSV or TSV file split without loss: `top`, then each row with its line end. */
export interface TableText {
  /** The text before the rows: a byte order mark, and a line `sep=;`. */
  readonly top: string;
  readonly delimiter: DelimiterCharacter;
  readonly rows: readonly TextRow[];
}

const LINE_END = /\r\n?|\n/g;

const textRow = (row: Row, text: string): TextRow => ({
  raw: text.slice(row.start, row.end),
  end: text.slice(row.end, afterLineEnd(text, row.end)),
  texts: row.texts,
  line: row.line,
  cell: (column) => text.slice(fieldStart(row, column), fieldEnd(row, column)),
});

/**
 * Splits a file. The value is absent if the bytes are not UTF-8 or a quote is not closed: the ends of the rows are then
 * unknown.
 */
export function parseTableText(input: DelimitedInput): Checked<TableText> {
  const { bytes, file } = input;
  const decoded = decodeText(bytes, file);
  if ('finding' in decoded) return { findings: [decoded.finding] };
  const { text } = decoded;
  const { delimiter, textStart, firstLine, start } = dialectOf(input);
  const scanned = scanRows(text, { delimiter, comments: 'none', from: textStart, firstLine });
  if (scanned.faults.length > 0)
    return { findings: scanned.faults.map(({ code, line, column }) => errorAt(code, { file, line, column })) };
  const rows: TextRow[] = [];
  let at = textStart;
  let line = firstLine;
  // The scanner skips empty lines.
  const blankUpTo = (end: number): void => {
    while (at < end) {
      const next = afterLineEnd(text, at);
      rows.push({ raw: '', end: text.slice(at, next), texts: [''], line, cell: () => '' });
      at = next;
      line += 1;
    }
  };
  for (const row of scanned.rows) {
    blankUpTo(row.start);
    rows.push(textRow(row, text));
    at = afterLineEnd(text, row.end);
    line =
      row.line + 1 + (row.columns === undefined ? 0 : (text.slice(row.start, row.end).match(LINE_END) ?? []).length);
  }
  blankUpTo(text.length);
  return {
    value: { top: (start > textStart ? '\ufeff' : '') + text.slice(0, textStart), delimiter, rows },
    findings: [],
  };
}

/**
 * True if csv-parse reads the same fields in the rows with quotes. A row without quotes can only be read in one way.
 */
export const isTableConfirmed = ({ rows, delimiter }: TableText): boolean =>
  isConfirmed(
    rows.filter(({ raw }) => raw.includes('"')),
    delimiter,
  );

/** The line end that most rows have. Default: LF. */
export function usualLineEnd(rows: readonly Pick<TextRow, 'end'>[]): string {
  const counts = new Map<string, number>();
  for (const { end } of rows) if (end !== '') counts.set(end, (counts.get(end) ?? 0) + 1);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ['\n', 0] as const)[0];
}
