import type { SourceRef } from '../finding.ts';
import type { Address } from '../resources/address.ts';
import type { TermStatus } from './term-status.ts';

/** The fields of a term besides its phrases, from columns that are kept and never sent. Blank cells are absent. */
export interface TermFields {
  readonly status?: TermStatus;
  readonly partOfSpeech?: string;
  readonly note?: string;
  readonly definition?: string;
  /** The sentence in the first column of examples. */
  readonly example?: string;
  /** The cell of the column `lint`: waivers of lint rules, each with its reason. */
  readonly lint?: string;
  /** The address of the layer that the term is inherited from. Absent: a row of its own. */
  readonly inheritedFrom?: string;
}

/** The fields that a review can show with a term, in the order of reports. */
export const REVIEW_FIELDS = [
  'partOfSpeech',
  'status',
  'definition',
  'example',
  'note',
] as const satisfies readonly (keyof TermFields)[];

/** A field that a review can show with a term. */
export type ReviewField = (typeof REVIEW_FIELDS)[number];

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
