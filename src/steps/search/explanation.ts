import type { DictionaryAddress } from '../../kinds/glossary/glossary.ts';
import type { HeldBackRow } from '../../model/entries/held-back.ts';
import type { GlossaryId } from '../../model/ids.ts';
import type { SourceRef } from '../../model/source-ref.ts';

/** `alike`: the same but for case, Unicode form and characters that cannot be seen. */
export type TermLikeness = 'exact' | 'alike';

/** What the service has for a source phrase in the dictionary that the files name. */
export type ServiceTerm =
  | { readonly kind: 'same' }
  | { readonly kind: 'differs'; readonly target: string }
  | { readonly kind: 'no-term' | 'no-dictionary' | 'no-glossary' }
  /** Which live glossary it is cannot be told: the pinned one is not there, or several have the name. */
  | { readonly kind: 'unclear' };

/** A cell of a row that is not sent, such as a note or a status, and the header above it. */
export interface TermNote {
  /** The header of the column. */
  readonly name: string;
  readonly text: string;
}

interface TermEntry {
  readonly dictionary: DictionaryAddress;
  /** The display name of the glossary. */
  readonly glossary: string;
  readonly source: string;
  readonly target: string;
}

/** A term as a source phrase of the files. */
export interface TermInFiles extends TermEntry {
  readonly likeness: TermLikeness;
  readonly at: SourceRef;
  /** In the order of the columns; blank cells are left out. */
  readonly notes: readonly TermNote[];
  /** Why the row is not sent. Absent: it is sent. */
  readonly heldBack?: Pick<HeldBackRow, 'reason' | 'by' | 'status'>;
  /** Absent when no service was asked. */
  readonly service?: ServiceTerm;
}

/** A term as a source phrase that the service has and the files do not. */
export interface TermOnService extends TermEntry {
  readonly likeness: TermLikeness;
  readonly glossaryId: GlossaryId;
  /** True when the files name this dictionary, and lack the term. */
  readonly managed: boolean;
}

/** A term as a translation, or as a part of a longer source phrase. */
export interface TermMention extends TermEntry {
  readonly as: 'translation' | 'part';
  /** Absent: it is on the service and not in the files. */
  readonly at?: SourceRef;
}

/** How much was looked through. */
export interface LookedThrough {
  readonly dictionaries: number;
  readonly entries: number;
}

/** Everything that is known of one term. */
export interface Explanation {
  readonly term: string;
  /** The language that the term was taken to be of; absent: any. */
  readonly language?: string;
  /** Exact ones first, then by address. */
  readonly inFiles: readonly TermInFiles[];
  readonly onService: readonly TermOnService[];
  /** The first ones: translations, then phrases that have the term as words of their own, then the rest. */
  readonly mentions: readonly TermMention[];
  /** How many there are, those that are left out counted. */
  readonly mentionCount: number;
  /** Source phrases that may have been meant; empty when something was found. */
  readonly nearest: readonly string[];
  /**
   * Languages of the files of which it is a phrase, where it was looked for in another language alone and not found;
   * absent: none.
   */
  readonly otherLanguages?: readonly string[];
  readonly files: LookedThrough;
  /** Absent when no service was asked. */
  readonly service?: LookedThrough & {
    readonly target: string;
    /** Dictionaries that no file names and that were not read. */
    readonly unread: number;
  };
}

export const isFound = ({ inFiles, onService, mentionCount }: Explanation): boolean =>
  inFiles.length > 0 || onService.length > 0 || mentionCount > 0;
