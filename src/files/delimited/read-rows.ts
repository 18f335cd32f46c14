import { errorAt, type Finding } from '../../model/finding.ts';
import { quotedComments, unclearComments } from './comments.ts';
import { withoutConflicts } from './conflict-rows.ts';
import { decodeText } from './decode-text.ts';
import { type DelimitedInput, dialectOf } from './dialect.ts';
import { type DelimiterCharacter, isBlankRow, type Row } from './row.ts';
import { QUOTE_FAULTS_MAX, type ScannedRows, scanRows } from './scan-rows.ts';

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
