import { errorAt, type Finding } from '../../model/finding.ts';
import { quotedComments, unclearComments } from './comments.ts';
import { withoutConflicts } from './conflict-rows.ts';
import { decodeText } from './decode-text.ts';
import { type DelimitedInput, dialectOf } from './dialect.ts';
import { type DelimiterCharacter, isBlankRow, type Row } from './row.ts';
import { QUOTE_FAULTS_MAX, type ScannedRows, scanRows } from './scan-rows.ts';

/** The rows of a file in order: none that is blank, and no comments. */
export interface ReadRows {
  readonly rows: readonly Row[];
  readonly findings: readonly Finding[];
  /** What the rows stand in: the content of the file without its byte order mark. */
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
 * The rows of a CSV or TSV file. Findings for bytes that are not UTF-8, for quotes that do not close, for rows of
 * which nobody has said whether they are comments, and for conflicts that a merge has left.
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
