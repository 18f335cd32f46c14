import type { Delimiter } from '../../model/file-form.ts';
import type { Finding } from '../../model/finding.ts';

/** One row: most files have hundreds of thousands, so it holds no more than it must. */
export interface Row {
  /** The line on which the row begins, from 1. */
  readonly line: number;
  /** The fields, without the quotes around them. */
  readonly texts: readonly string[];
  /** Where each field begins, where the texts do not tell: rows with quotes in them. */
  readonly columns?: readonly number[];
}

/** The column of a field's first character (of its opening quote, if it has one), from 1 in UTF-16 code units. */
export function columnOf(row: Row, index: number): number {
  if (row.columns !== undefined) return row.columns[index] ?? 1;
  let column = 1;
  for (let before = 0; before < index; before += 1) column += (row.texts[before]?.length ?? 0) + 1;
  return column;
}

/** True for a row without a word in it, such as the `,,,` that spreadsheets leave behind. */
export const isBlankRow = ({ texts }: Pick<Row, 'texts'>): boolean => texts.every((text) => text.trim() === '');

/** The rows of a file in order. Blank lines are none. */
export interface Rows {
  readonly rows: readonly Row[];
  readonly findings: readonly Finding[];
}

export type DelimiterCharacter = Delimiter;
