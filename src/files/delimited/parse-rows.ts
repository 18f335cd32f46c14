import { CsvError, parse } from 'csv-parse/sync';
import type { Finding } from '../../model/finding.ts';
import { pushAll } from '../../model/push-all.ts';
import type { DelimiterCharacter, Row, Rows } from './row.ts';
import { scanRows } from './scan-rows.ts';

/** What csv-parse gives with `info` and `raw`. */
interface Parsed {
  readonly record: readonly string[];
  readonly raw: string;
}

/**
 * Most faults of quotes that are looked for in one file: the rows between any two of them are read on their own. Fewer
 * than `FINDINGS_MAX`, so that the finding which says that no more are looked for is told too.
 */
const QUOTE_FAULTS_MAX = 500;

const LINE_END = /\r\n|\r|\n/g;

const lineEnds = (text: string): number => text.match(LINE_END)?.length ?? 0;

/** The column in which each field of a row begins, from its raw text: csv-parse does not tell. */
function columnsOf(raw: string, delimiter: DelimiterCharacter): readonly number[] {
  const columns: number[] = [];
  let lineStart = 0;
  for (let at = 0; at <= raw.length; at += 1) {
    columns.push(at - lineStart + 1);
    if (raw[at] === '"') {
      for (at += 1; at < raw.length && !(raw[at] === '"' && raw[at + 1] !== '"'); at += 1) {
        if (raw[at] === '"') at += 1;
        else if (raw[at] === '\n' || (raw[at] === '\r' && raw[at + 1] !== '\n')) lineStart = at + 1;
      }
      at += 1;
    } else while (at < raw.length && raw[at] !== delimiter && raw[at] !== '\r' && raw[at] !== '\n') at += 1;
    if (raw[at] !== delimiter) break;
  }
  return columns;
}

/**
 * Where the quote opens that is closed in the wrong place, or never: the first fault of a text that csv-parse refuses.
 */
interface QuoteFault {
  readonly code: 'quote-not-closed' | 'text-after-quote';
  readonly line: number;
  readonly column: number;
  /** Where the row with the fault begins, and where the next line begins. */
  readonly rowStart: number;
  readonly resume: number;
  readonly rowLine: number;
  readonly resumeLine: number;
}

function findQuoteFault(text: string, delimiter: DelimiterCharacter, firstLine: number): QuoteFault | undefined {
  let [line, lineStart, rowStart, rowLine] = [firstLine, 0, 0, firstLine];
  const newLine = (at: number): number => {
    const next = text.startsWith('\r\n', at) ? at + 2 : at + 1;
    line += 1;
    lineStart = next;
    return next;
  };
  const fault = (
    code: QuoteFault['code'],
    from: { readonly line: number; readonly column: number },
    at: number,
  ): QuoteFault => {
    const rest = text.slice(at).search(/\r\n|\r|\n/);
    const resume = rest < 0 ? text.length : at + rest + (text.startsWith('\r\n', at + rest) ? 2 : 1);
    return { code, ...from, rowStart, rowLine, resume, resumeLine: line + 1 };
  };
  for (let at = 0; at < text.length; ) {
    if (text[at] === '"') {
      const opened = { line, column: at - lineStart + 1 };
      const [openedAt, openedLine] = [at, line];
      at += 1;
      for (;;) {
        if (at >= text.length) {
          // The rest of the file cannot be its phrase: what follows the line where it opens is read on as rows.
          line = openedLine;
          return fault('quote-not-closed', opened, openedAt);
        }
        if (text[at] === '"' && text[at + 1] === '"') at += 2;
        else if (text[at] === '"') break;
        else if (text[at] === '\n' || text[at] === '\r') at = newLine(at);
        else at += 1;
      }
      at += 1;
      if (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r')
        return fault('text-after-quote', opened, at);
    } else while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
    if (text[at] === delimiter) {
      at += 1;
      if (at < text.length) continue;
    }
    if (at < text.length) at = newLine(at);
    [rowStart, rowLine] = [at, line];
  }
  return undefined;
}

/** One stretch of text that csv-parse takes whole. */
function parseStretch(text: string, delimiter: DelimiterCharacter, firstLine: number): readonly Row[] {
  const parsed = parse(text, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quote inside a field that does not begin with one is a quote.
    relax_quotes: true,
    skip_empty_lines: false,
    info: true,
    raw: true,
  }) as unknown as readonly Parsed[];
  let line = firstLine;
  const rows: Row[] = [];
  for (const { record, raw } of parsed) {
    // A line with nothing on it; a quoted nothing is a field.
    const blank = record.length === 1 && record[0] === '' && !raw.startsWith('"');
    if (!blank) rows.push({ line, texts: record, columns: columnsOf(raw, delimiter) });
    line += lineEnds(raw);
  }
  return rows;
}

/**
 * Splits any text into rows, through csv-parse. csv-parse stops at the first fault, so the rows before a fault and
 * those after the line of it are parsed in stretches of their own, and every fault is reported.
 */
export function parseRows(text: string, delimiter: DelimiterCharacter, file: string, firstLine: number): Rows {
  const rows: Row[] = [];
  const findings: Finding[] = [];
  let [rest, line] = [text, firstLine];
  for (;;) {
    const fault = findQuoteFault(rest, delimiter, line);
    try {
      const stretch = fault === undefined ? rest : rest.slice(0, fault.rowStart);
      // csv-parse takes longer to begin than to read a few rows, and there may be many stretches.
      pushAll(rows, scanRows(stretch, delimiter, line) ?? parseStretch(stretch, delimiter, line));
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      findings.push({
        code: 'delimited-syntax',
        severity: 'error',
        at: { file, line, column: 1 },
        details: { problem: error.code },
      });
    }
    if (fault === undefined) return { rows, findings };
    findings.push({
      code: fault.code,
      severity: 'error',
      at: { file, line: fault.line, column: fault.column },
      details: {},
    });
    if (findings.length >= QUOTE_FAULTS_MAX) {
      findings.push({
        code: 'quote-faults',
        severity: 'error',
        at: { file, line: fault.resumeLine, column: 1 },
        details: { max: QUOTE_FAULTS_MAX },
      });
      return { rows, findings };
    }
    rest = rest.slice(fault.resume);
    line = fault.resumeLine;
    if (rest === '') return { rows, findings };
  }
}
