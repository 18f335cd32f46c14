import type { GlossaryContent } from '../../model/entries/dictionary.ts';
import type { Entries } from '../../model/entries/entries.ts';
import type { LanguagePair } from '../../model/entries/language-pair.ts';
import type { GlossaryId, InstructionId, StyleId } from '../../model/ids.ts';
import type {
  DeveloperKeyAddress,
  DictionaryAddress,
  GlossaryAddress,
  StyleListAddress,
} from '../../model/resources/address.ts';
import type { KeyId, KeyLimits } from '../../model/resources/developer-key.ts';
import type { CustomInstruction, StyleListContent } from '../../model/resources/style-list.ts';
import type { SourceRef } from '../../model/source-ref.ts';

/**
 * One part that somebody changed outside git. `base`: what the last apply left. `theirs`: what the service has now.
 * `ours`: what the files ask for. A side that is absent does not have the part.
 */
export type Difference<Value> =
  /** The files still ask for the base. */
  | { readonly kind: 'theirs'; readonly base?: Value; readonly theirs?: Value }
  /** The files have changed too, to something else. */
  | { readonly kind: 'both'; readonly base?: Value; readonly ours?: Value; readonly theirs?: Value };

/** `at`: the row of the files, when there is one. */
export type EntryDrift = Difference<string> & { readonly source: string; readonly at?: SourceRef };

export type RuleDrift = Difference<string> & {
  readonly category: string;
  readonly rule: string;
  readonly at?: SourceRef;
};

export type InstructionDrift = Difference<CustomInstruction> & {
  /** The id of `theirs`. */
  readonly id?: InstructionId;
  /** Where the files have the instruction: its index in the desired list. */
  readonly index?: number;
  readonly at?: SourceRef;
};

/**
 * A whole of which one side is gone. Of what was dropped here and changed there, `theirs` is all that the service still
 * has.
 */
export type Gone<Content> =
  | { readonly kind: 'theirs'; readonly how: 'deleted-outside' }
  /** The files have changed it since the last apply. */
  | { readonly kind: 'both'; readonly how: 'deleted-outside' }
  /** The files no longer have it, and somebody has changed it on the service. */
  | { readonly kind: 'both'; readonly how: 'dropped-here'; readonly theirs: Content };

/**
 * Deleted outside git, and there is another one of that name in its place, with another id. No edit of a file absorbs
 * that: the next apply takes it over.
 */
export interface Recreated {
  readonly kind: 'theirs';
  readonly how: 'recreated-outside';
}

/** No file has it, and `pull` gives it some: nobody here ever had it, or a rollback brought it back. */
export interface Created<Content> {
  readonly kind: 'theirs';
  readonly how: 'created-outside';
  readonly theirs: Content;
}

/** One dictionary. Of one that the files dropped, `entries` are what changed on the service. */
export interface DictionaryDrift {
  readonly address: DictionaryAddress;
  readonly pair: LanguagePair;
  /** How many entries the last apply left. */
  readonly baseSize: number;
  /**
   * `created-outside` is found in a glossary that the files dropped, and where added dictionaries were asked for: else
   * it is unmanaged, and left alone.
   */
  readonly whole?: Gone<Entries> | { readonly kind: 'theirs'; readonly how: 'created-outside' };
  /** Those of the base in its order, then the new ones in the order of the service. */
  readonly entries: readonly EntryDrift[];
}

export interface GlossaryDrift {
  readonly kind: 'glossary';
  readonly address: GlossaryAddress;
  /** Of the live one; of one that is gone, the id that it had. */
  readonly id: GlossaryId;
  /** The name that the last apply left. */
  readonly baseName: string;
  readonly whole?: Gone<GlossaryContent> | Created<GlossaryContent> | Recreated;
  readonly name?: Difference<string>;
  /** In the order of their addresses. */
  readonly dictionaries: readonly DictionaryDrift[];
}

export interface StyleListDrift {
  readonly kind: 'style-list';
  readonly address: StyleListAddress;
  readonly id: StyleId;
  readonly baseName: string;
  readonly whole?: Gone<StyleListContent> | Created<StyleListContent> | Recreated;
  readonly name?: Difference<string>;
  /** The service changes the language of no list: only one that was made anew has another. */
  readonly language?: Difference<string>;
  /** By category and rule. */
  readonly rules: readonly RuleDrift[];
  /** Those of the base in its order, then the new ones by their content. */
  readonly instructions: readonly InstructionDrift[];
}

/** One limit that the files name, and named at the last apply. Any other limit is not managed, whoever changes it. */
export type LimitDrift = Difference<number | null> & { readonly limit: keyof KeyLimits; readonly at?: SourceRef };

/** What the service has of a key that the files dropped. */
export interface LiveKeyContent {
  readonly label: string;
  readonly limits: KeyLimits;
}

/**
 * Somebody has deactivated the key, which nobody can undo: the files can only say so too. `both`: they have changed it
 * since the last apply.
 */
export interface Deactivated {
  readonly kind: 'theirs' | 'both';
  readonly how: 'deactivated-outside';
}

export interface DeveloperKeyDrift {
  readonly kind: 'developer-key';
  readonly address: DeveloperKeyAddress;
  readonly id: KeyId;
  /** The label that the last apply left. */
  readonly baseName: string;
  readonly whole?: Gone<LiveKeyContent> | Created<LiveKeyContent> | Recreated | Deactivated;
  readonly label?: Difference<string>;
  /** None of a key that works no more. */
  readonly limits: readonly LimitDrift[];
}

export type ResourceDrift = GlossaryDrift | StyleListDrift | DeveloperKeyDrift;

/** What is compared: whole resources and dictionaries, and their parts. */
export const DRIFT_PARTS = [
  'glossaries',
  'styleLists',
  'developerKeys',
  'dictionaries',
  'names',
  'labels',
  'languages',
  'terms',
  'rules',
  'instructions',
  'limits',
] as const;

export type DriftPart = (typeof DRIFT_PARTS)[number];

/** What is no drift, so that it is only counted. */
export interface Settled {
  /** Files and service have become the same since the last apply. */
  readonly same: number;
  /**
   * The files alone have changed. A dictionary that the service has as it was is not looked into: it counts once, and
   * its terms do not.
   */
  readonly ours: number;
}

/** What files, service and the last apply say of each other. A value: printed, saved, resolved. */
export interface Drift {
  readonly formatVersion: 1;
  readonly target: { readonly name: string; readonly baseUrl: string };
  /** The `--only` patterns that narrowed the comparison; empty: everything. */
  readonly only: readonly string[];
  /** In the order of addresses; each with at least one difference. */
  readonly resources: readonly ResourceDrift[];
  readonly settled: Readonly<Record<DriftPart, Settled>>;
}
