import type { DictionaryAddress } from '../../kinds/glossary/glossary.ts';
import type { LayerRow } from '../../model/entries/dictionary.ts';
import type { HeldBackRow } from '../../model/entries/held-back.ts';
import type { SourceRef } from '../../model/finding.ts';
import type { GlossaryId } from '../../model/ids.ts';

/** `alike`: equal except for case, Unicode form and invisible characters. */
export type TermLikeness = 'exact' | 'alike';

/** The service's content for a source phrase, in the dictionary that the files name. */
export type ServiceTerm =
  | { readonly kind: 'same' }
  | { readonly kind: 'differs'; readonly target: string }
  | { readonly kind: 'no-term' | 'no-dictionary' | 'no-glossary' }
  /** The live glossary is unknown: the pinned one does not exist, or several have the name. */
  | { readonly kind: 'unclear' };

/** A cell that is not sent, such as a note or a status, with its header. */
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
  /** The rows of the term in the glossary and its layers. Absent: only the glossary has the term. */
  readonly layers?: readonly LayerRow[];
  /** Absent if the service was not searched. */
  readonly service?: ServiceTerm;
}

/** A term as a source phrase that the service has and the files do not. */
export interface TermOnService extends TermEntry {
  readonly likeness: TermLikeness;
  readonly glossaryId: GlossaryId;
  /** True: the files name this dictionary, but lack the term. */
  readonly managed: boolean;
}

/** A term as a translation, or as a part of a longer source phrase. */
export interface TermMention extends TermEntry {
  readonly as: 'translation' | 'part';
  /** Absent: only the service has it. */
  readonly at?: SourceRef;
}

/** The amount of content searched. */
export interface LookedThrough {
  readonly dictionaries: number;
  readonly terms: number;
}

/** All information about one term. */
export interface Explanation {
  readonly term: string;
  /** The language to which the search was limited; absent: any. */
  readonly language?: string;
  /** Exact ones first, then by address. */
  readonly inFiles: readonly TermInFiles[];
  readonly onService: readonly TermOnService[];
  /** The first ones: translations, then phrases with the term as separate words, then the rest. */
  readonly mentions: readonly TermMention[];
  /** The total number, including those that are left out. */
  readonly mentionCount: number;
  /** Suggested source phrases; empty if the term was found. */
  readonly nearest: readonly string[];
  /**
   * Other languages of the files that have the term as a phrase, if it was not found in the requested one. Absent:
   * none.
   */
  readonly otherLanguages?: readonly string[];
  readonly files: LookedThrough;
  /** Absent if the service was not searched. */
  readonly service?: LookedThrough & {
    readonly target: string;
    /** Dictionaries that no file names and that were not read. */
    readonly unread: number;
  };
}

export const isFound = ({ inFiles, onService, mentionCount }: Explanation): boolean =>
  inFiles.length > 0 || onService.length > 0 || mentionCount > 0;
