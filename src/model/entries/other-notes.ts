import type { Address } from '../resources/address.ts';
import type { SourceRef } from '../source-ref.ts';
import type { ReviewField } from './term-fields.ts';

/** One field of a row that is not what it was. A side is absent where the cell is blank. */
export interface OtherField {
  readonly field: ReviewField;
  readonly from?: string;
  readonly to?: string;
}

/** A row whose entry is unchanged and whose other fields have changed. */
export interface OtherNotesRow {
  readonly at: SourceRef;
  /** The dictionary of its entry. For a row of a wide table: the first dictionary that contains it. */
  readonly address: Address;
  readonly source: string;
  readonly target: string;
  readonly fields: readonly OtherField[];
}

/** The rows of changed files where only fields besides the entries have changed. Nothing of them is sent. */
export interface OtherNotes {
  /** Each row counts once. */
  readonly rows: number;
  /** The first ones, by file and line. */
  readonly listed: readonly OtherNotesRow[];
  /** How many of them are not listed. Absent: none. */
  readonly unlisted?: number;
}
