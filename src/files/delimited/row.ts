import type { Comments, Delimiter, FileForm } from '../../model/file-form.ts';
import { errorAt, type Finding, warningAt } from '../../model/finding.ts';

/** One row. It holds as little as possible, because a file can have hundreds of thousands of rows. */
export interface Row {
  /** The line on which the row begins, from 1. */
  readonly line: number;
  /** Offsets in the text of the file, in UTF-16 code units: of the row, and of its line end. */
  readonly start: number;
  readonly end: number;
  /** The fields, without the quotes around them. */
  readonly texts: readonly string[];
  /** Offset of each field in the text. Only for rows with quotes. */
  readonly starts?: readonly number[];
  /** The column in which each field begins. Only for rows that have several lines. */
  readonly columns?: readonly number[];
}

/** Offset of a field in the text: of its opening quote, if it has one. */
export function fieldStart({ start, texts, starts }: Row, index: number): number {
  if (starts !== undefined) return starts[index] ?? start;
  let at = start;
  for (let before = 0; before < index; before += 1) at += (texts[before]?.length ?? 0) + 1;
  return at;
}

/** Offset of the end of a field in the text: after its closing quote, if it has one. */
export const fieldEnd = (row: Row, index: number): number =>
  index + 1 < row.texts.length ? fieldStart(row, index + 1) - 1 : row.end;

/** The column in which a field begins, from 1 in UTF-16 code units. */
export const columnOf = (row: Row, index: number): number =>
  row.columns?.[index] ?? fieldStart(row, index) - row.start + 1;

/** True for a row that contains only white space, such as the `,,,` that spreadsheet programs write. */
export const isBlankRow = ({ texts }: Pick<Row, 'texts'>): boolean => texts.every((text) => text.trim() === '');

export type DelimiterCharacter = Delimiter;

/** A CSV or TSV file, and the settings in `glossary.yaml` for reading it. */
export interface DelimitedInput extends FileForm {
  readonly bytes: Uint8Array;
  /** For findings. The file name extension determines the delimiter if the content does not. */
  readonly file: string;
}

/** The rules for reading a file, found from its first bytes and its name. */
export interface Dialect {
  readonly delimiter: DelimiterCharacter;
  /** Bytes before the rows: a byte order mark, and a line `sep=;`. */
  readonly start: number;
  /** Offset of the rows in the decoded text, which has no byte order mark. */
  readonly textStart: number;
  /** The number of the line at this offset. */
  readonly firstLine: number;
  readonly comments: Comments | undefined;
}

/** Maximum number of lines, and of bytes, that are used to find the delimiter. */
const SAMPLE_LINES = 50;
const SAMPLE_BYTES = 64 * 1024;

/** A first line `sep=;`, which sets the delimiter for a spreadsheet program. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n|$)/i;

/** Lines that are ignored when the delimiter is searched. If a tab follows the `#`, it may be a phrase. */
const COMMENT_LINE = /^#(?:[^\S\t]|$)/;

/** A whole quoted field. Its content is ignored when the delimiter is searched, even if it has several lines. */
const QUOTED_FIELD = /(^|[,;\t|\r\n])"(?:[^"]|"")*"(?=[,;\t|\r\n]|$)/g;

/**
 * The delimiter that occurs in most of the first lines. If several are equal: the one that the file name extension
 * suggests, then comma, semicolon, tab, bar.
 */
function sniffDelimiter(sample: string, { file, comments }: DelimitedInput): DelimiterCharacter {
  const byEnding: DelimiterCharacter = /\.tsv$/i.test(file) ? '\t' : ',';
  const isQuoted = sample.includes('"');
  const lines = (isQuoted ? sample.replace(QUOTED_FIELD, '$1""') : sample)
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '' && (comments === 'none' || !COMMENT_LINE.test(line)))
    .slice(0, SAMPLE_LINES)
    .map((line) => (isQuoted ? line.replace(/"(?:[^"]|"")*"/g, '""') : line));
  if (lines.every((line) => line.includes(byEnding))) return byEnding;
  const having = (delimiter: DelimiterCharacter): number => lines.filter((line) => line.includes(delimiter)).length;
  const candidates: readonly DelimiterCharacter[] = [
    byEnding,
    ...([',', ';', '\t', '|'] as const).filter((each) => each !== byEnding),
  ];
  return candidates.reduce((best, each) => (having(each) > having(best) ? each : best));
}

export function dialectOf(input: DelimitedInput): Dialect {
  const { bytes, delimiter, comments } = input;
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const sample = new TextDecoder().decode(bytes.subarray(0, SAMPLE_BYTES));
  const separator = SEPARATOR_LINE.exec(sample);
  const length = separator?.[0].length ?? 0;
  const named = delimiter ?? (separator?.[1] as DelimiterCharacter | undefined);
  return {
    delimiter: named ?? sniffDelimiter(sample.slice(length), input),
    start: mark + length,
    textStart: length,
    firstLine: separator === null ? 1 : 2,
    comments,
  };
}

/** A row that begins with `#` and white space. */
export interface CommentRow {
  readonly line: number;
  readonly text: string;
}

/**
 * True for a first field that a spreadsheet writes without quotes and that then looks like the beginning of a comment.
 */
export const looksLikeComment = (field: string): boolean => /^#\s/.test(field);

/**
 * True for a line that begins with an unquoted `#` and white space, or contains only `#`: it may be a comment, or a
 * term such as `# of users`. In `#tag` and `#,Nummer` the `#` is part of a term.
 */
export const mayBeComment = (line: string, delimiter: DelimiterCharacter): boolean =>
  line[0] === '#' && line[1] !== delimiter && (line.length === 1 || looksLikeComment(line));

/** One error for all rows that may be comments, unless `comments` decides it. */
export function unclearComments(
  [first, ...others]: readonly CommentRow[],
  comments: Comments | undefined,
  file: string,
): readonly Finding[] {
  if (first === undefined || comments !== undefined) return [];
  const { line, text } = first;
  const row = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  const details = { row, rows: others.length + 1 };
  return [errorAt('comment-or-term', { file, line, column: 1 }, details)];
}

/** A warning for each term that would be a comment without its quotes. */
export const quotedComments = (
  rows: readonly Row[],
  comments: Comments | undefined,
  file: string,
): readonly Finding[] =>
  comments !== '#'
    ? []
    : rows.flatMap(({ texts: [term = ''], line }) =>
        looksLikeComment(term) ? [warningAt('quoted-comment', { file, line, column: 1 }, { term })] : [],
      );

/** How a cell is written. */
export interface CellStyle {
  readonly delimiter: DelimiterCharacter;
  /** True: always in quotes. */
  readonly quoted?: boolean;
  /**
   * True: also quoted if it contains a delimiter that other files use, so that no reader takes it for this file's
   * delimiter.
   */
  readonly cautious?: boolean;
  /** `none`: no row is a comment, so a term may begin like one. */
  readonly comments?: Comments | undefined;
}

/** A text as a cell. It is quoted if the style requires it, or if its meaning would change without quotes. */
export function cellText(text: string, column: number, { delimiter, quoted, cautious, comments }: CellStyle): string {
  const must =
    text.includes(delimiter) ||
    /["\r\n\ufeff]/.test(text) ||
    (column === 0 && comments !== 'none' && looksLikeComment(text));
  return quoted === true || must || (cautious === true && /[,;\t|]/.test(text))
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
