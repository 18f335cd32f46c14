import { decodeText } from './decode-text.ts';
import { type DelimitedInput, dialectOf, SEPARATOR_LINE, withoutComments } from './dialect.ts';
import { parseRows } from './parse-rows.ts';
import type { DelimiterCharacter, Rows } from './row.ts';
import { scanRows } from './scan-rows.ts';

/** The rows of a CSV or TSV file: no blank lines, no comments. Findings for bytes that are not UTF-8 and for quotes that do not close. */
export function readRows(input: DelimitedInput): Rows & { readonly delimiter: DelimiterCharacter } {
  const { bytes, file } = input;
  const decoded = decodeText(bytes, file);
  if ('finding' in decoded) return { rows: [], findings: [decoded.finding], delimiter: ',' };
  const { delimiter, firstLine } = dialectOf(input);
  const text = withoutComments(decoded.text.slice(SEPARATOR_LINE.exec(decoded.text)?.[0].length ?? 0));
  const scanned = scanRows(text, delimiter, firstLine);
  const read = scanned === undefined ? parseRows(text, delimiter, file, firstLine) : { rows: scanned, findings: [] };
  return { ...read, delimiter };
}
