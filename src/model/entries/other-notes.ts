import type { Address } from '../resources/address.ts';
import type { SourceRef } from '../source-ref.ts';
import type { ReviewField } from './term-fields.ts';

/** One field of a row that is not what it was. A side is absent where the cell is blank. */
export interface OtherField {
  readonly field: ReviewField;
  readonly from?: string;
  readonly to?: string;
}

/** A row whose entry is as it was, and whose fields beside it are not. */
export interface OtherNotesRow {
  readonly at: SourceRef;
  /** The dictionary of its entry. Of a row of a wide table: the first one in which it counts. */
  readonly address: Address;
  readonly source: string;
  readonly target: string;
  readonly fields: readonly OtherField[];
}

/** The rows of changed files that say something else beside their entries, of which nothing is sent. */
export interface OtherNotes {
  /** Each row counts once. */
  readonly rows: number;
  /** The first ones, by file and line. */
  readonly listed: readonly OtherNotesRow[];
  /** How many of them are not listed. Absent: none. */
  readonly unlisted?: number;
}
