import type { Delimiter } from '../../model/file-form.ts';

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
