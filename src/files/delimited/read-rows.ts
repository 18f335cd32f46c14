import { quotedComments, withoutComments } from './comments.ts';
import { decodeText } from './decode-text.ts';
import { type DelimitedInput, dialectOf, SEPARATOR_LINE } from './dialect.ts';
import { parseRows } from './parse-rows.ts';
import { type DelimiterCharacter, isBlankRow, type Rows } from './row.ts';
import { scanRows } from './scan-rows.ts';

/**
 * The rows of a CSV or TSV file: none that is blank, and no comments. Findings for bytes that are not UTF-8, for quotes
 * that do not close, and for rows of which nobody has said whether they are comments.
 */
export function readRows(input: DelimitedInput): Rows & { readonly delimiter: DelimiterCharacter } {
  const { bytes, file, comments } = input;
  const decoded = decodeText(bytes, file);
  if ('finding' in decoded) return { rows: [], findings: [decoded.finding], delimiter: ',' };
  const { delimiter, firstLine } = dialectOf(input);
  const whole = decoded.text.slice(SEPARATOR_LINE.exec(decoded.text)?.[0].length ?? 0);
  const { text, findings: ofComments } = withoutComments(whole, { delimiter, comments, file, firstLine });
  const scanned = scanRows(text, delimiter, firstLine);
  const read = scanned === undefined ? parseRows(text, delimiter, file, firstLine) : { rows: scanned, findings: [] };
  const rows = read.rows.filter((row) => !isBlankRow(row));
  return { rows, findings: [...ofComments, ...read.findings, ...quotedComments(rows, comments, file)], delimiter };
}
