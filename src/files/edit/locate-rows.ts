import type { Comments } from '../../model/file-form.ts';
import { mayBeComment } from '../delimited/comments.ts';
import { SEPARATOR_LINE } from '../delimited/dialect.ts';
import { type DelimiterCharacter, isBlankRow } from '../delimited/row.ts';

/** Where a field stands: quotes are part of it, delimiters are not. */
export interface LocatedField {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

/** Where a row stands in the text of its file, in UTF-16 code units. */
export interface LocatedRow {
  readonly start: number;
  /** Where its line end begins. */
  readonly end: number;
  /** Where the next line begins: after the line end, if it has one. */
  readonly next: number;
  readonly fields: readonly LocatedField[];
  readonly texts: readonly string[];
}

const isLineEnd = (character: string | undefined): boolean => character === '\n' || character === '\r';

const afterLineEnd = (text: string, at: number): number => (text.startsWith('\r\n', at) ? at + 2 : at + 1);

function lineEndFrom(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isLineEnd(text[at])) at += 1;
  return at;
}

/** Where the quote closes that opens at `from`. */
function closingQuote(text: string, from: number): number | undefined {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return undefined;
}

const unquoted = (raw: string): string => raw.slice(1, -1).replaceAll('""', '"');

function locateField(text: string, start: number, delimiter: DelimiterCharacter): LocatedField | undefined {
  if (text[start] === '"') {
    const close = closingQuote(text, start);
    return close === undefined ? undefined : { start, end: close + 1, quoted: true };
  }
  let end = start;
  while (end < text.length && text[end] !== delimiter && !isLineEnd(text[end])) end += 1;
  return { start, end, quoted: false };
}

function locateRow(text: string, start: number, delimiter: DelimiterCharacter): LocatedRow | undefined {
  const fields: LocatedField[] = [];
  for (let at = start; ; ) {
    const field = locateField(text, at, delimiter);
    if (field === undefined) return undefined;
    fields.push(field);
    at = field.end;
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    if (at < text.length && !isLineEnd(text[at])) return undefined;
    const texts = fields.map(({ start: from, end, quoted }) =>
      quoted ? unquoted(text.slice(from, end)) : text.slice(from, end),
    );
    return { start, end: at, next: at < text.length ? afterLineEnd(text, at) : at, fields, texts };
  }
}

/**
 * Where the rows of a text stand: the same rows as the reader finds, which the caller must compare. `undefined` when a
 * quote does not close where a field may end. Slower than the reader, and only for files that are edited.
 */
export function locateRows(
  text: string,
  delimiter: DelimiterCharacter,
  comments: Comments | undefined,
): readonly LocatedRow[] | undefined {
  const rows: LocatedRow[] = [];
  for (let at = SEPARATOR_LINE.exec(text)?.[0].length ?? 0; at < text.length; ) {
    if (isLineEnd(text[at])) at = afterLineEnd(text, at);
    else if (comments !== 'none' && mayBeComment(text, at, delimiter)) at = lineEndFrom(text, at);
    else {
      const row = locateRow(text, at, delimiter);
      if (row === undefined) return undefined;
      if (!isBlankRow(row)) rows.push(row);
      at = row.next;
    }
  }
  return rows;
}
