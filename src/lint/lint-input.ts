import type { DesiredDictionary } from '../kinds/glossary/glossary.ts';
import type { DesiredState } from '../kinds/states.ts';
import type { LanguagePair, PairKey } from '../model/entries/language-pair.ts';
import type { TermFields } from '../model/entries/term-fields.ts';
import type { WorkspaceLintSettings } from '../model/workspace/lint-settings.ts';

/** A row of a dictionary as a rule sees it. */
export interface LintTerm {
  readonly pair: LanguagePair;
  readonly source: string;
  readonly target: string;
  readonly fields?: TermFields;
  /** Whether a phrase is a source phrase of the dictionary. Absent: the row is by itself. */
  readonly isSource?: (phrase: string) => boolean;
}

/** A dictionary as rules over dictionaries see it. */
export interface LintDictionary extends DesiredDictionary {
  readonly address: string;
  readonly counts: DictionaryCounts;
  /** Groups of source phrases that are the same but for case and width, in the order of the file. */
  readonly alike: () => readonly (readonly string[])[];
}

/** Counts over the rows of a dictionary. */
export interface DictionaryCounts {
  readonly rows: number;
  /** Rows whose target is their source, to the byte. */
  readonly identical: number;
  /**
   * Rows whose source phrase has letters of the target language alone, and whose target phrase those of the source
   * language; 0 for languages that share a script.
   */
  readonly swapped: number;
}

export interface LintGlossary {
  readonly address: string;
  readonly dictionaries: ReadonlyMap<PairKey, LintDictionary>;
}

/** Source phrases of one dictionary, or labels of one style list: a set, or entries that stay bytes. */
export interface Phrases extends Iterable<string> {
  readonly size: number;
  has(phrase: string): boolean;
  /** Their target phrases, as far as they are at hand: to read one from bytes takes longer. */
  readonly targets?: ReadonlyMap<string, string>;
  /** Equal for the same phrases of the same dictionary. Absent: they are few. */
  readonly digest?: string;
}

/** What is to be linted, and by which settings. */
export interface LintInput {
  readonly settings: WorkspaceLintSettings;
  readonly desired: Pick<DesiredState, 'glossaries' | 'styleLists'>;
  /** Patterns of addresses that are looked at; absent or empty: everything. */
  readonly addresses?: readonly string[];
  /**
   * By address of a dictionary the source phrases that are looked at, and by address of a style list the labels;
   * absent: everything.
   */
  readonly only?: ReadonlyMap<string, Phrases>;
  /** Only rules whose findings are errors are applied. Absent: all that are on. */
  readonly errorsOnly?: true;
}
