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
