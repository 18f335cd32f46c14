import type { Finding } from '../../model/finding.ts';

/** One field of a row: its text, and the column of its first character (its opening quote, if it has one), counted from 1 in UTF-16 code units. */
export interface Field {
  readonly text: string;
  readonly column: number;
  readonly quoted: boolean;
}

export interface Row {
  /** The line on which the row begins, from 1. */
  readonly line: number;
  readonly fields: readonly Field[];
}

/** The rows of a file in order. Blank lines are none. */
export interface Rows {
  readonly rows: readonly Row[];
  readonly findings: readonly Finding[];
}

export type DelimiterCharacter = ',' | ';' | '\t' | '|';
