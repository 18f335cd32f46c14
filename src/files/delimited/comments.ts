import type { Comments } from '../../model/file-form.ts';
import type { Finding } from '../../model/finding.ts';
import type { DelimiterCharacter, Row } from './row.ts';

/** True for a first field that a spreadsheet writes without quotes, and that then begins as a comment does. */
export const looksLikeComment = (field: string): boolean => /^#\s/.test(field);

/**
 * True where a row begins with an unquoted `#` and white space, or holds nothing but `#`: it may be a comment, or a
 * term such as `# of users`. In `#tag` and `#,Nummer` the `#` is part of a term.
 */
export function mayBeComment(text: string, at: number, delimiter: DelimiterCharacter): boolean {
  if (text[at] !== '#') return false;
  const next = text[at + 1];
  return next === undefined || (next !== delimiter && /\s/.test(next));
}

const isLineEnd = (character: string | undefined): boolean => character === '\n' || character === '\r';

function lineEndFrom(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isLineEnd(text[at])) at += 1;
  return at;
}

interface RowEnd {
  readonly end: number;
  /** False: a quote of the row never closes, and it ends with its line. */
  readonly closes: boolean;
}

function rowEnd(text: string, from: number, delimiter: DelimiterCharacter): RowEnd {
  for (let at = from; ; at += 1) {
    if (text[at] === '"') {
      do {
        at = text.indexOf('"', at + 1) + 1;
        if (at === 0) return { end: lineEndFrom(text, from), closes: false };
      } while (text[at] === '"');
    }
    while (at < text.length && text[at] !== delimiter && !isLineEnd(text[at])) at += 1;
    if (text[at] !== delimiter) return { end: at, closes: true };
  }
}

/** Where the rows begin that may be comments, in order. What stands between quotes is no row. */
function commentStarts(text: string, delimiter: DelimiterCharacter): readonly number[] {
  // Hardly any file has one.
  if (!/(?:^|[\r\n])#(?:\s|$)/.test(text)) return [];
  const starts: number[] = [];
  let isClosed = true;
  for (let at = 0; at < text.length; ) {
    if (isLineEnd(text[at])) {
      at += 1;
      continue;
    }
    if (mayBeComment(text, at, delimiter)) starts.push(at);
    // After a quote that never closes, each line is a row: to look for its end again and again would take too long.
    const isRow: boolean = isClosed && starts.at(-1) !== at;
    const { end, closes }: RowEnd = isRow
      ? rowEnd(text, at, delimiter)
      : { end: lineEndFrom(text, at), closes: isClosed };
    isClosed = closes;
    at = end;
  }
  return starts;
}

/**
 * The text with nothing on the lines that begin there. A CR before one becomes a LF: with the LF after it, it would be
 * one line end.
 */
function withoutLines(text: string, starts: readonly number[]): string {
  let [done, result] = [0, ''];
  for (const start of starts) {
    const isAfterCr = text[start - 1] === '\r';
    result += isAfterCr ? `${text.slice(done, start - 1)}\n` : text.slice(done, start);
    done = lineEndFrom(text, start);
  }
  return result + text.slice(done);
}

export interface CommentsInput {
  readonly delimiter: DelimiterCharacter;
  readonly comments: Comments | undefined;
  readonly file: string;
  readonly firstLine: number;
}

/**
 * The text without its comments. Where nobody has said what a row is that begins with `#` and white space, such rows
 * are one error, and are neither comments nor terms.
 */
export function withoutComments(
  text: string,
  { delimiter, comments, file, firstLine }: CommentsInput,
): { readonly text: string; readonly findings: readonly Finding[] } {
  const starts = comments === 'none' ? [] : commentStarts(text, delimiter);
  const [first] = starts;
  if (first === undefined) return { text, findings: [] };
  const line = firstLine + (text.slice(0, first).match(/\r\n|\r|\n/g)?.length ?? 0);
  const row = text.slice(first, lineEndFrom(text, first));
  const asked: Finding = {
    code: 'comment-or-term',
    severity: 'error',
    at: { file, line, column: 1 },
    details: { row: row.length > 80 ? `${row.slice(0, 79)}…` : row, rows: starts.length },
  };
  return { text: withoutLines(text, starts), findings: comments === undefined ? [asked] : [] };
}

/** A warning for each term that its quotes alone keep from being a comment. */
export const quotedComments = (
  rows: readonly Row[],
  comments: Comments | undefined,
  file: string,
): readonly Finding[] =>
  comments !== '#'
    ? []
    : rows.flatMap(({ texts: [term = ''], line }) =>
        looksLikeComment(term)
          ? [{ code: 'quoted-comment', severity: 'warning' as const, at: { file, line, column: 1 }, details: { term } }]
          : [],
      );
