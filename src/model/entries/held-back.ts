import type { SourceRef } from '../finding.ts';
import type { OtherField, ReviewField, TermFields } from './term-fields.ts';
import type { TermStatus } from './term-status.ts';

/** A value of `send:`: a status, or `none` for a row with a blank status. */
export type SentStatus = TermStatus | 'none';

/** How `choose:` selects one of several rows with one source phrase. */
export type Choice =
  /** By part of speech: the first of these, in lower case, that a row has. */
  | { readonly kind: 'pos'; readonly order: readonly string[] }
  /** The strongest status; a row without one counts as approved. */
  | { readonly kind: 'status' }
  /** The first row of the file. */
  | { readonly kind: 'first' };

/** A row that stays in the file and is not sent. */
export interface HeldBackRow extends Pick<TermFields, 'status' | 'partOfSpeech'> {
  readonly source: string;
  /** Empty: the row has no translation. */
  readonly target: string;
  readonly at: SourceRef;
  /** `status`: rows with this status are not sent. `choice`: another row of the source phrase is sent. */
  readonly reason: 'status' | 'choice';
  /** The reason for the choice of the other row. Absent for a status. */
  readonly by?: Choice['kind'] | 'preferred';
}

/** One row that is held back, with its translations in each dictionary. Contains a row of a wide table once. */
export interface HeldBackTerm extends Omit<HeldBackRow, 'source' | 'target'> {
  /** By address. */
  readonly entries: readonly { readonly address: string; readonly source: string; readonly target: string }[];
}

/** How many rows are held back for one reason. */
export type HeldBackCount =
  | { readonly reason: 'status'; readonly status: SentStatus; readonly rows: number }
  | { readonly reason: 'choice'; readonly by: NonNullable<HeldBackRow['by']>; readonly rows: number };

/** The rows of the files that are not sent. */
export interface HeldBack {
  /** Each row counts once. */
  readonly rows: number;
  readonly reasons: readonly HeldBackCount[];
  /** The first ones, by file and line. */
  readonly listed: readonly HeldBackTerm[];
  /** How many of them are not listed. Absent: none. */
  readonly unlisted?: number;
}

/** The fields of a term that are shown with its change. They are neither compared nor sent. */
export interface TermMark extends Pick<TermFields, ReviewField | 'inheritedFrom'> {
  /** For a removed term: its row is held back. */
  readonly heldBack?: true;
  /** With `--since`: fields that had other values, in the order of a review. Absent: none, or without `--since`. */
  readonly changed?: readonly OtherField[];
}
