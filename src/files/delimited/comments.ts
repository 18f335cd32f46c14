import type { Comments } from '../../model/file-form.ts';
import { errorAt, type Finding, warningAt } from '../../model/finding.ts';
import type { DelimiterCharacter, Row } from './row.ts';

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
