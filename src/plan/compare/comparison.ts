import type { LanguagePair } from '../../model/entries/language-pair.ts';
import type { GlossaryId, StyleId } from '../../model/ids.ts';
import type { GlossaryAddress, StyleListAddress } from '../../model/resources/address.ts';
import type { CustomInstruction } from '../../model/resources/style-list.ts';

/** One for each target, in the order of `Comparison.targets`; `null` where a target has none. */
export type PerTarget<Value> = readonly (Value | null)[];

/**
 * Who looks after a live resource: `files` name it, only the `history` of the target still owns it, or nobody does.
 */
export type OwnedBy = 'files' | 'history' | 'unmanaged';

/** A live resource of one target. Ids differ from target to target; addresses may, for what no file names. */
export interface Held<Id extends string, HeldAddress extends string> {
  readonly id: Id;
  readonly address: HeldAddress;
  readonly standing: OwnedBy;
}

export interface TermComparison {
  readonly source: string;
  /** The translation on each target. */
  readonly translations: PerTarget<string>;
}

export interface DictionaryComparison {
  readonly pair: LanguagePair;
  /** Terms in it; an empty dictionary is none. */
  readonly sizes: PerTarget<number>;
  /** Terms that differ between the targets that have the dictionary, in the order of source phrases. */
  readonly terms: readonly TermComparison[];
}

export interface GlossaryComparison {
  readonly kind: 'glossary';
  readonly name: string;
  readonly held: PerTarget<Held<GlossaryId, GlossaryAddress>>;
  /** Those that differ; all of them when a target lacks the glossary. By pair. */
  readonly dictionaries: readonly DictionaryComparison[];
}

export interface RuleComparison {
  readonly category: string;
  readonly rule: string;
  readonly options: PerTarget<string>;
}

export interface InstructionComparison {
  readonly label: string;
  /** Labels are not unique: where several of one label differ, each text is a row of its own. */
  readonly instructions: PerTarget<CustomInstruction>;
}

export interface StyleListComparison {
  readonly kind: 'style-list';
  readonly name: string;
  readonly held: PerTarget<Held<StyleId, StyleListAddress>>;
  /** Present when they differ. */
  readonly languages?: PerTarget<string>;
  readonly sizes: PerTarget<{ readonly rules: number; readonly instructions: number }>;
  /** What differs between the targets that have the list. */
  readonly rules: readonly RuleComparison[];
  readonly instructions: readonly InstructionComparison[];
}

export type ResourceComparison = GlossaryComparison | StyleListComparison;

/** A name that several resources of one target have: which of them is meant is not guessed. */
export interface AmbiguousName {
  readonly kind: ResourceComparison['kind'];
  readonly name: string;
  /** The ids of that name, for every target; one or none where the name is clear. */
  readonly ids: readonly (readonly string[])[];
}

/**
 * Where targets differ from one another in what they have. Symmetric: in another order of targets the same is found,
 * side for side.
 */
export interface Comparison {
  readonly formatVersion: 1;
  readonly targets: readonly string[];
  /** Address patterns that narrowed the comparison; empty: everything. */
  readonly only: readonly string[];
  /** Glossaries and style lists that were compared, by name. */
  readonly compared: number;
  /** Those that differ: glossaries, then style lists, each by name. */
  readonly resources: readonly ResourceComparison[];
  readonly ambiguous: readonly AmbiguousName[];
  /** Targets whose style rule lists cannot be read, such as those of a free account; then none are compared. */
  readonly withoutStyleLists: readonly string[];
}

export interface ComparisonCounts {
  /** Resources that a target lacks. */
  readonly lacking: number;
  /** Resources that every target has, and that differ. */
  readonly differing: number;
  readonly dictionaries: number;
  readonly terms: number;
  readonly rules: number;
  readonly instructions: number;
}

export const isLacking = ({ held }: ResourceComparison): boolean => held.includes(null);

/** What differs, part by part. Parts of resources that a target lacks count when they differ between the others. */
export function comparisonCounts({ resources }: Comparison): ComparisonCounts {
  const glossaries = resources.filter((each) => each.kind === 'glossary');
  const lists = resources.filter((each) => each.kind === 'style-list');
  const dictionaries = glossaries.flatMap((each) =>
    each.dictionaries.filter(({ terms, sizes }) => terms.length > 0 || (!isLacking(each) && sizes.includes(null))),
  );
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  const lacking = resources.filter(isLacking).length;
  return {
    lacking,
    differing: resources.length - lacking,
    dictionaries: dictionaries.length,
    terms: sum(dictionaries.map(({ terms }) => terms.length)),
    rules: sum(lists.map(({ rules }) => rules.length)),
    instructions: sum(lists.map(({ instructions }) => instructions.length)),
  };
}

/** True when the targets differ, or a name that is not clear keeps that from being known. */
export const differs = ({ resources, ambiguous }: Comparison): boolean => resources.length > 0 || ambiguous.length > 0;
