import type { SourceRef } from '../source-ref.ts';
import type { OtherField } from './other-notes.ts';
import type { ReviewField, TermFields } from './term-fields.ts';
import type { TermStatus } from './term-status.ts';

/** What `send:` may name: a status, or `none` for a row whose cell is blank. */
export type SentStatus = TermStatus | 'none';

/** How one of several rows with one source phrase is chosen, as `choose:` says. */
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
  /** `status`: it is none that is sent. `choice`: another row of the source phrase is sent. */
  readonly reason: 'status' | 'choice';
  /** What the other row was chosen by. Absent for a status. */
  readonly by?: Choice['kind'] | 'preferred';
}

/** One row that is held back, and what it would be in each dictionary. A row of a wide table comes once. */
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

/** What the row of a term says, beside its change: no part of what is compared or sent. */
export interface TermMark extends Pick<TermFields, ReviewField> {
  /** Of a removed term: its row is held back. */
  readonly heldBack?: true;
  /** With `--since`: fields that the row had otherwise, in the order of a review. Absent: none, or nobody asked. */
  readonly changed?: readonly OtherField[];
}
