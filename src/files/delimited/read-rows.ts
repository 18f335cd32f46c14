import { decodeText } from './decode-text.ts';
import { parseRows } from './parse-rows.ts';
import type { DelimiterCharacter, Rows } from './row.ts';
import { scanRows } from './scan-rows.ts';

export interface DelimitedInput {
  readonly bytes: Uint8Array;
  /** For the findings; its ending says what the delimiter is when the content does not. */
  readonly file: string;
  readonly delimiter?: DelimiterCharacter;
}

/** How many lines say what the delimiter is. */
const SAMPLE_LINES = 50;

/** The delimiter that most of the first lines have; of equals the one that the ending of the file names, then comma, semicolon, tab, bar. */
function sniffDelimiter(text: string, file: string): DelimiterCharacter {
  const byEnding: DelimiterCharacter = /\.tsv$/i.test(file) ? '\t' : ',';
  const lines = text
    .slice(0, 64 * 1024)
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '')
    .slice(0, SAMPLE_LINES)
    .map((line) => line.replace(/"(?:[^"]|"")*"/g, '""'));
  const having = (delimiter: DelimiterCharacter): number => lines.filter((line) => line.includes(delimiter)).length;
  const candidates: readonly DelimiterCharacter[] = [
    byEnding,
    ...([',', ';', '\t', '|'] as const).filter((each) => each !== byEnding),
  ];
  return candidates.reduce((best, each) => (having(each) > having(best) ? each : best));
}

/** A first line `sep=;`, which tells a spreadsheet what the delimiter is. */
export const SEPARATOR_LINE = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n|$)/i;

/** Lines that begin with `#`, with nothing before it. */
const COMMENT = /(?<![^\r\n])#[^\r\n]*/g;

/** The rows of a CSV or TSV file: no blank lines, no comments. Findings for bytes that are not UTF-8 and for quotes that do not close. */
export function readRows({
  bytes,
  file,
  delimiter,
}: DelimitedInput): Rows & { readonly delimiter: DelimiterCharacter } {
  const decoded = decodeText(bytes, file);
  if ('finding' in decoded) return { rows: [], findings: [decoded.finding], delimiter: ',' };
  const separator = SEPARATOR_LINE.exec(decoded.text);
  const rest = separator === null ? decoded.text : decoded.text.slice(separator[0].length);
  const text = rest.includes('#') ? rest.replace(COMMENT, '') : rest;
  const firstLine = separator === null ? 1 : 2;
  const named = delimiter ?? (separator?.[1] as DelimiterCharacter | undefined);
  const chosen = named ?? sniffDelimiter(text, file);
  const scanned = scanRows(text, chosen, firstLine);
  const read = scanned === undefined ? parseRows(text, chosen, file, firstLine) : { rows: scanned, findings: [] };
  return { ...read, delimiter: chosen };
}
