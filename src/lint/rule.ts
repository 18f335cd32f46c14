import type { DesiredStyleList } from '../kinds/style-list/style-list.ts';
import type { LanguagePair } from '../model/entries/language-pair.ts';
import type { Finding, Fix } from '../model/finding.ts';
import type { LintLevel } from '../model/workspace/lint-settings.ts';
import type { LintDictionary, LintGlossary, LintTerm } from './lint-input.ts';

/** A row of the documentation of a rule. A test holds that the bad ones are hits and the good ones are not. */
export interface Example {
  /** `en->de`. */
  readonly pair: string;
  readonly source: string;
  readonly target: string;
  /** Why it is a hit, or why it is none. */
  readonly note?: string;
  /** The row after the fix, where there is one: the phrase of the side that is mended. */
  readonly fixed?: string;
}

/** How many hits of a rule on real lists were right, by somebody's reading of samples. */
export interface Precision {
  readonly right: number;
  readonly hits: number;
  /** What was read: `Mozilla and WordPress, UI terms`. */
  readonly lists: string;
}

interface RuleBase {
  /** `group/name`, stable; the code of its findings. */
  readonly id: string;
  /** Earlier ids, which settings, waivers and baselines may still name. */
  readonly aliases?: readonly string[];
  /** In the preset `recommended`. */
  readonly level: LintLevel;
  /** In the preset `strict`; absent: as in `recommended`. */
  readonly strict?: LintLevel;
  /** One sentence for people: what it finds. No markdown. */
  readonly summary: string;
  /** Why it matters: what the service or the reader would make of it. */
  readonly why: string;
  /**
   * What a finding says. Braces hold details, as in `Wordings` of `review/messages/finding-details.ts`: `{quoted
   * text}`.
   */
  readonly message: string;
  /** What the fix does, for the documentation; absent: there is none. */
  readonly fixes?: { readonly safety: Fix['safety']; readonly how: string };
  /** Languages for which it does not hold or holds otherwise, and why; with the source. */
  readonly exceptions?: readonly string[];
  readonly precision: readonly Precision[];
  readonly bad: readonly Example[];
  readonly good: readonly Example[];
}

/** What a rule found in a phrase. */
export interface Hit {
  readonly side: 'source' | 'target';
  /** What the message needs, beside `term`, `text`, `side` and `pair`, which every finding has. */
  readonly details?: Finding['details'];
  readonly fix?: Fix;
}

/** What a rule over dictionaries found: a hit in the row of a source phrase; without one, in the whole dictionary. */
export interface TermHit extends Partial<Hit> {
  readonly dictionary: LintDictionary;
  readonly source?: string;
  /** Other rows that belong to it, each by its dictionary and its source phrase. */
  readonly related?: readonly (readonly [LintDictionary, source: string])[];
}

/**
 * What phrases must have for a rule to find something: bits of `phrase-classes.ts`. A row is looked at when one of
 * these holds, so that no string is made of any other.
 */
export interface Needs {
  /** The source phrase has one of these. */
  readonly source?: number;
  readonly target?: number;
  /** The target phrase has none of these. */
  readonly targetLacks?: number;
  /** The target phrase is one of these: bare, in brackets, or with a mark behind it. */
  readonly targetNotes?: TargetNotes;
}

/** Texts that are no translations, in lower case. A rule makes them once, and not for each dictionary. */
export interface TargetNotes {
  readonly texts: ReadonlySet<string>;
  /** Length of the longest text in UTF-8. */
  readonly maxBytes: number;
}

/** Looks at one row at a time. */
export interface TermRule extends RuleBase {
  readonly scope: 'term';
  /** `undefined`: nothing to find in dictionaries of the pair. */
  readonly needs: (pair: LanguagePair) => Needs | undefined;
  readonly check: (term: LintTerm) => readonly Hit[];
}

/** Looks at the rows of one dictionary together. */
export interface DictionaryRule extends RuleBase {
  readonly scope: 'dictionary';
  readonly check: (dictionary: LintDictionary) => readonly TermHit[];
}

/** Looks at the dictionaries of one glossary together. */
export interface GlossaryRule extends RuleBase {
  readonly scope: 'glossary';
  readonly check: (glossary: LintGlossary) => readonly TermHit[];
}

/** Looks at glossaries that `together:` says are used together. */
export interface TogetherRule extends RuleBase {
  readonly scope: 'together';
  readonly check: (glossaries: readonly LintGlossary[]) => readonly TermHit[];
}

/** What a rule found in a style list. */
export interface InstructionHit {
  /** Its place in `content.instructions`. */
  readonly instruction: number;
  readonly related?: number;
  readonly details?: Finding['details'];
}

/** An instruction of the documentation of a rule, and the language of its list. */
export interface InstructionExample {
  readonly language: string;
  readonly prompt: string;
  /** Why it is a hit, or why it is none. */
  readonly note?: string;
  /** Other instructions of the list. */
  readonly others?: readonly string[];
  /** Configured rules of the list, as `category.rule: option`. */
  readonly rules?: readonly (readonly [category: string, rule: string, option: string])[];
}

/** Looks at the custom instructions of a style list. */
export interface StyleListRule extends Omit<RuleBase, 'bad' | 'good' | 'fixes'> {
  readonly scope: 'style-list';
  readonly bad: readonly InstructionExample[];
  readonly good: readonly InstructionExample[];
  readonly check: (list: DesiredStyleList['content']) => readonly InstructionHit[];
}

/**
 * A constraint of the service, which the readers of files check. It has no level: the service refuses what breaks it.
 */
export interface ServiceRule extends RuleBase {
  readonly scope: 'file';
  /** The codes of the findings that readers of files make of it. */
  readonly reported: readonly string[];
}

export type Rule = TermRule | DictionaryRule | GlossaryRule | TogetherRule | StyleListRule | ServiceRule;
