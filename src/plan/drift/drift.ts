import type { DeveloperKeyAddress, KeyId, KeyLimits } from '../../kinds/developer-key/developer-key.ts';
import type { DictionaryAddress, GlossaryAddress } from '../../kinds/glossary/glossary.ts';
import type { StyleListAddress, StyleListContent } from '../../kinds/style-list/style-list.ts';
import type { GlossaryContent } from '../../model/entries/dictionary.ts';
import type { Entries } from '../../model/entries/entries.ts';
import type { LanguagePair } from '../../model/entries/language-pair.ts';
import type { GlossaryId, StyleId } from '../../model/ids.ts';
import type { Address } from '../../model/resources/address.ts';
import type { Value, ValueKey } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';

/**
 * One value that somebody changed outside git. `theirs`: the files still ask for the base. `both`: the files have
 * changed it too, to something else. `base` is what the last apply left, `ours` what the files ask for, `theirs` what
 * the service has now. A side that is absent does not have the value; `ours` is there for `both` only.
 */
export interface ValueDrift {
  readonly key: ValueKey;
  readonly kind: 'theirs' | 'both';
  readonly base?: Value;
  readonly ours?: Value;
  readonly theirs?: Value;
  /** The place in the files, when there is one. */
  readonly at?: SourceRef;
  /** Of an instruction: the id of `theirs`. */
  readonly id?: string;
  /** Of an instruction: its index in the files. */
  readonly index?: number;
}

/** What became of a whole resource or dictionary. */
export type WholeDrift<Content> =
  /**
   * Gone from the service, or deactivated for good, which the files can only say too. `both`: the files have changed it
   * since the last apply.
   */
  | { readonly kind: 'theirs' | 'both'; readonly how: 'deleted-outside' | 'deactivated-outside' }
  /**
   * Deleted outside git, and there is another one of that name in its place, with another id. No edit of a file pulls
   * that: the next apply adopts it.
   */
  | { readonly kind: 'theirs'; readonly how: 'recreated-outside' }
  /** The files no longer have it, and somebody has changed it on the service, which still has `theirs`. */
  | { readonly kind: 'both'; readonly how: 'dropped-here'; readonly theirs: Content }
  /**
   * No file has it. Of a resource: `pull` gives it files, since nobody here ever had it or a rollback brought it back.
   * Of a dictionary: its glossary is owned, and added dictionaries were asked for or the files dropped the glossary.
   */
  | { readonly kind: 'theirs'; readonly how: 'created-outside'; readonly theirs: Content };

/** One dictionary. Of one that the files dropped, `values` are the entries that changed on the service. */
export interface DictionaryDrift {
  readonly address: DictionaryAddress;
  readonly pair: LanguagePair;
  /** How many entries the last apply left. */
  readonly baseSize: number;
  readonly whole?: WholeDrift<Entries>;
  /** Those of the base in its order, then the new ones in the order of the service. */
  readonly values: readonly ValueDrift[];
}

/** What the service has of a key that the files dropped. */
export interface LiveKeyContent {
  readonly label: string;
  readonly limits: KeyLimits;
}

export interface DriftOf<Kind extends string, At extends Address, Id extends string, Content> {
  readonly kind: Kind;
  readonly address: At;
  /** Of the live one; of one that is gone, the id that it had. */
  readonly id: Id;
  /** The name, or the label of a key, that the last apply left. */
  readonly baseName: string;
  readonly whole?: WholeDrift<Content>;
  /** By part and key; instructions as the base has them, then new ones by their content. */
  readonly values: readonly ValueDrift[];
  /** Of a glossary: its dictionaries, in the order of their addresses. */
  readonly children: readonly DictionaryDrift[];
}

export type GlossaryDrift = DriftOf<'glossary', GlossaryAddress, GlossaryId, GlossaryContent>;
export type StyleListDrift = DriftOf<'style-list', StyleListAddress, StyleId, StyleListContent>;
export type DeveloperKeyDrift = DriftOf<'developer-key', DeveloperKeyAddress, KeyId, LiveKeyContent>;
export type ResourceDrift = GlossaryDrift | StyleListDrift | DeveloperKeyDrift;

/** What is compared: whole resources and dictionaries, and the parts of their values. In the order of a report. */
export const DRIFT_PARTS = [
  'glossary',
  'style-list',
  'developer-key',
  'dictionary',
  'name',
  'label',
  'language',
  'entry',
  'rule',
  'instruction',
  'limit',
] as const;

export type DriftPart = (typeof DRIFT_PARTS)[number];

export const perPart = <Each>(value: (part: DriftPart) => Each): Readonly<Record<DriftPart, Each>> =>
  Object.fromEntries(DRIFT_PARTS.map((part) => [part, value(part)])) as Record<DriftPart, Each>;

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
