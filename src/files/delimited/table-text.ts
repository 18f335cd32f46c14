import { type Checked, errorAt } from '../../model/finding.ts';
import { isConfirmed } from './confirm-rows.ts';
import { decodeText } from './decode-text.ts';
import { type DelimitedInput, dialectOf } from './dialect.ts';
import { type DelimiterCharacter, fieldEnd, fieldStart, type Row } from './row.ts';
import { afterLineEnd, scanRows } from './scan-rows.ts';

/** One line of a table, or the lines of one row: also one that is blank, or a comment. */
export interface TextRow {
  /** As it stands in the file, without its line end. */
  readonly raw: string;
  /** `\n`, `\r\n` or `\r`; empty at the end of a file that has none. */
  readonly end: string;
  /** The fields, without the quotes around them; of a blank line one that is empty. */
  readonly texts: readonly string[];
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** The field as it stands in the file, with its quotes. */
  readonly cell: (column: number) => string;
}

/** A CSV or TSV file taken apart so that nothing of it is lost: `top`, then each row with its line end. */
export interface TableText {
  /** What stands before the rows: a byte order mark, and a line `sep=;`. */
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
 * Takes a file apart. The value is absent for bytes that are not UTF-8, and for quotes that do not close: then nobody
 * knows where its rows end.
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
  // The scanner passes over lines without a character.
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

/** True when csv-parse reads the same fields in the rows with quotes. Without quotes there is one way to read a row. */
export const isTableConfirmed = ({ rows, delimiter }: TableText): boolean =>
  isConfirmed(
    rows.filter(({ raw }) => raw.includes('"')),
    delimiter,
  );

/** The line end that most rows have; LF where none has one. */
export function usualLineEnd(rows: readonly Pick<TextRow, 'end'>[]): string {
  const counts = new Map<string, number>();
  for (const { end } of rows) if (end !== '') counts.set(end, (counts.get(end) ?? 0) + 1);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ['\n', 0] as const)[0];
}
