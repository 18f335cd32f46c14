import type { SourceRef } from '../source-ref.ts';
import type { TermFields } from './term-fields.ts';
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
