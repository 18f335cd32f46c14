import type { Delimiter } from '../../model/file-form.ts';

/** One row: most files have hundreds of thousands, so it holds no more than it must. */
export interface Row {
  /** The line on which the row begins, from 1. */
  readonly line: number;
  /** Where the row begins in the text of its file, and where its line end does, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** The fields, without the quotes around them. */
  readonly texts: readonly string[];
  /** Where each field begins in the text: only of rows with quotes in them. */
  readonly starts?: readonly number[];
  /** The column in which each field begins: only of rows that go over several lines. */
  readonly columns?: readonly number[];
}

/** Where a field begins in the text: at its opening quote, if it has one. */
export function fieldStart({ start, texts, starts }: Row, index: number): number {
  if (starts !== undefined) return starts[index] ?? start;
  let at = start;
  for (let before = 0; before < index; before += 1) at += (texts[before]?.length ?? 0) + 1;
  return at;
}

/** Where a field ends in the text: behind its closing quote, if it has one. */
export const fieldEnd = (row: Row, index: number): number =>
  index + 1 < row.texts.length ? fieldStart(row, index + 1) - 1 : row.end;

/** The column in which a field begins, from 1 in UTF-16 code units. */
export const columnOf = (row: Row, index: number): number =>
  row.columns?.[index] ?? fieldStart(row, index) - row.start + 1;

/** True for a row without a word in it, such as the `,,,` that spreadsheets leave behind. */
export const isBlankRow = ({ texts }: Pick<Row, 'texts'>): boolean => texts.every((text) => text.trim() === '');

export type DelimiterCharacter = Delimiter;
