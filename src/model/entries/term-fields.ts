import type { TermStatus } from './term-status.ts';

/** What a row says of a term beside its phrases, in columns that are kept and never sent. Blank cells are absent. */
export interface TermFields {
  readonly status?: TermStatus;
  readonly partOfSpeech?: string;
  readonly note?: string;
  readonly definition?: string;
  /** The cell of the column `lint`: waivers of lint rules, each with its reason. */
  readonly lint?: string;
}

/** What a reviewer may see beside a term, in the order in which reports show it. */
export const REVIEW_FIELDS = [
  'partOfSpeech',
  'status',
  'definition',
  'note',
] as const satisfies readonly (keyof TermFields)[];

/** A field of a term that a review shows beside it. */
export type ReviewField = (typeof REVIEW_FIELDS)[number];
