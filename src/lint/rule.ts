import type { DesiredStyleList } from '../kinds/style-list/style-list.ts';
import type { LanguagePair } from '../model/entries/language-pair.ts';
import type { Finding, Fix } from '../model/finding.ts';
import type { LintLevel } from '../model/workspace/lint-settings.ts';
import type { LintDictionary, LintGlossary, LintTerm } from './lint-input.ts';

/** A row of the documentation of a rule. A test checks that the bad ones are hits and the good ones are not. */
export interface Example {
  /** `en->de`. */
  readonly pair: string;
  readonly source: string;
  readonly target: string;
  /** The reason why it is a hit or not. */
  readonly note?: string;
  /** The corrected phrase after the fix, if there is one. */
  readonly fixed?: string;
}

/** The number of correct hits of a rule in real lists, judged by a person in samples. */
export interface Precision {
  readonly right: number;
  readonly hits: number;
  /** The lists of the samples: `Mozilla and WordPress, UI terms`. */
  readonly lists: string;
}

interface RuleBase {
  /** `group/name`, stable. It is the code of the rule's findings. */
  readonly id: string;
  /** Earlier ids, which settings, waivers and baselines may still use. */
  readonly aliases?: readonly string[];
  /** The level in the preset `recommended`. */
  readonly level: LintLevel;
  /** The level in the preset `strict`. Absent: as in `recommended`. */
  readonly strict?: LintLevel;
  /** One sentence for people that describes a hit. No markdown. */
  readonly summary: string;
  /** The reason for the rule: the effect on the service or on the reader. */
  readonly why: string;
  /**
   * The message of a finding. Braces contain details, as in `Wordings` of `review/messages/finding-details.ts`:
   * `{quoted text}`.
   */
  readonly message: string;
  /** The effect of the fix, for the documentation. Absent: the rule has no fix. */
  readonly fixes?: { readonly safety: Fix['safety']; readonly how: string };
  /** Languages for which the rule does not apply, or applies differently, with the reason and the source. */
  readonly exceptions?: readonly string[];
  readonly precision: readonly Precision[];
  readonly bad: readonly Example[];
  readonly good: readonly Example[];
}

/** A hit of a rule in a phrase. */
export interface Hit {
  readonly side: 'source' | 'target';
  /** Details for the message, in addition to `term`, `text`, `side` and `pair`, which every finding has. */
  readonly details?: Finding['details'];
  readonly fix?: Fix;
}

/** A hit of a rule for dictionaries: in the row of a source phrase, or without one, in the whole dictionary. */
export interface TermHit extends Partial<Hit> {
  readonly dictionary: LintDictionary;
  readonly source?: string;
  /** Other rows that belong to the hit, each by its dictionary and its source phrase. */
  readonly related?: readonly (readonly [LintDictionary, source: string])[];
}

/**
 * Conditions for a phrase in which a rule can find something: bits of `phrase-classes.ts`. A row is only checked, and
 * made into strings, if one of them is met.
 */
export interface Needs {
  /** The source phrase has one of these classes. */
  readonly source?: number;
  readonly target?: number;
  /** The target phrase has none of these classes. */
  readonly targetLacks?: number;
  /** The target phrase is one of these texts: bare, in brackets, or followed by a mark. */
  readonly targetNotes?: TargetNotes;
}

/** Texts that are not translations, in lower case. A rule creates them once, and not for each dictionary. */
export interface TargetNotes {
  readonly texts: ReadonlySet<string>;
  /** Length of the longest text in UTF-8. */
  readonly maxBytes: number;
}

/** A rule that checks one row at a time. */
export interface TermRule extends RuleBase {
  readonly scope: 'term';
  /** `undefined`: the rule does not apply to dictionaries of the pair. */
  readonly needs: (pair: LanguagePair) => Needs | undefined;
  readonly check: (term: LintTerm) => readonly Hit[];
}

/** A rule that checks the rows of one dictionary together. */
export interface DictionaryRule extends RuleBase {
  readonly scope: 'dictionary';
  readonly check: (dictionary: LintDictionary) => readonly TermHit[];
}

/** A rule that checks the dictionaries of one glossary together. */
export interface GlossaryRule extends RuleBase {
  readonly scope: 'glossary';
  readonly check: (glossary: LintGlossary) => readonly TermHit[];
}

/** A rule that checks glossaries that are used together, as set in `together:`. */
export interface TogetherRule extends RuleBase {
  readonly scope: 'together';
  readonly check: (glossaries: readonly LintGlossary[]) => readonly TermHit[];
}

/** A hit of a rule in a style list. */
export interface InstructionHit {
  /** Its index in `content.instructions`. */
  readonly instruction: number;
  readonly related?: number;
  readonly details?: Finding['details'];
}

/** An instruction of the documentation of a rule, and the language of its list. */
export interface InstructionExample {
  readonly language: string;
  readonly prompt: string;
  /** The reason why it is a hit or not. */
  readonly note?: string;
  /** Other instructions of the list. */
  readonly others?: readonly string[];
  /** Configured rules of the list, as `category.rule: option`. */
  readonly rules?: readonly (readonly [category: string, rule: string, option: string])[];
}

/** A rule that checks the custom instructions of a style list. */
export interface StyleListRule extends Omit<RuleBase, 'bad' | 'good' | 'fixes'> {
  readonly scope: 'style-list';
  readonly bad: readonly InstructionExample[];
  readonly good: readonly InstructionExample[];
  readonly check: (list: DesiredStyleList['content']) => readonly InstructionHit[];
}

/**
 * A constraint of the service, which the readers of files check. It has no level, because the service refuses a
 * violation.
 */
export interface ServiceRule extends RuleBase {
  readonly scope: 'file';
}

export type Rule = TermRule | DictionaryRule | GlossaryRule | TogetherRule | StyleListRule | ServiceRule;

const SIDES = ['source', 'target'] as const;

/** The hits of a check in the source phrase and in the target phrase. The check also gets the language. */
export const bothSides = (
  term: LintTerm,
  check: (phrase: string, language: string) => Omit<Hit, 'side'> | undefined,
): readonly Hit[] =>
  SIDES.flatMap((side) => {
    const found = check(term[side], term.pair[side]);
    return found === undefined ? [] : [{ side, ...found }];
  });
