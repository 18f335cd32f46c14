import type { DesiredDictionary } from '../kinds/glossary/glossary.ts';
import type { DesiredState } from '../kinds/states.ts';
import type { LanguagePair, PairKey } from '../model/entries/language-pair.ts';
import type { TermFields } from '../model/entries/term-fields.ts';
import type { WorkspaceLintSettings } from '../model/workspace/lint-settings.ts';

/** A row of a dictionary as passed to a rule. */
export interface LintTerm {
  readonly pair: LanguagePair;
  readonly source: string;
  readonly target: string;
  readonly fields?: TermFields;
  /** Whether a phrase is a source phrase of the dictionary. Absent: the row is by itself. */
  readonly isSource?: (phrase: string) => boolean;
}

/** A dictionary as passed to the rules for dictionaries. */
export interface LintDictionary extends DesiredDictionary {
  readonly address: string;
  readonly counts: DictionaryCounts;
  /** Groups of source phrases that are equal except for case and width, in the order of the file. */
  readonly alike: () => readonly (readonly string[])[];
}

/** Counts over the rows of a dictionary. */
export interface DictionaryCounts {
  readonly rows: number;
  /** Rows whose target equals their source, byte for byte. */
  readonly identical: number;
  /**
   * Rows whose source phrase has only letters of the target language, and whose target phrase has letters of the source
   * language. 0 for languages that share a script.
   */
  readonly swapped: number;
}

export interface LintGlossary {
  readonly address: string;
  readonly dictionaries: ReadonlyMap<PairKey, LintDictionary>;
}

/** Source phrases of one dictionary, or labels of one style list: a set, or entries in bytes. */
export interface Phrases extends Iterable<string> {
  readonly size: number;
  has(phrase: string): boolean;
  /** Their target phrases, if these are already strings: reading one from bytes takes longer. */
  readonly targets?: ReadonlyMap<string, string>;
  /** Equal for the same phrases of the same dictionary. Absent: there are few phrases. */
  readonly digest?: string;
}

/** The content to lint, and the settings. */
export interface LintInput {
  readonly settings: WorkspaceLintSettings;
  readonly desired: Pick<DesiredState, 'glossaries' | 'styleLists'>;
  /** Patterns of addresses to lint; absent or empty: everything. */
  readonly addresses?: readonly string[];
  /**
   * By address of a dictionary, the source phrases to lint; by address of a style list, the labels. Absent: everything.
   */
  readonly only?: ReadonlyMap<string, Phrases>;
  /** Applies only rules whose findings are errors. Absent: all rules that are on. */
  readonly errorsOnly?: true;
}
