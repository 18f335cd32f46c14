import type { ValueDrift } from '../../change/drift-values.ts';
import type {} from '../../kinds/model/resource-kind.ts';
import { KINDS } from '../../kinds/registry.ts';
import type { Entries } from '../../model/entries/entries.ts';
import type { ChildFacts, ResourceKind } from '../../model/plan/plan.ts';
import type { ChildAddress, ResourceAddress } from '../../model/resources/address.ts';

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

/** One part with an address of its own. Of one that the files dropped, `values` are what changed on the service. */
export interface ChildDrift extends ChildFacts {
  readonly address: ChildAddress;
  /** How many entries the last apply left. */
  readonly baseSize: number;
  readonly whole?: WholeDrift<Entries>;
  /** Those of the base in its order, then the new ones in the order of the service. */
  readonly values: readonly ValueDrift[];
}

/** What somebody changed of one resource on the service. */
export interface ResourceDrift {
  readonly kind: ResourceKind;
  readonly address: ResourceAddress;
  /** Of the live one; of one that is gone, the id that it had. */
  readonly id: string;
  /** The name that the last apply left. */
  readonly baseName: string;
  /** Its content is what the kind says of the live resource. */
  readonly whole?: WholeDrift<unknown>;
  /** By part and key; what has no key as the base has it, then new ones by their content. */
  readonly values: readonly ValueDrift[];
  /** Parts with addresses of their own, in the order of their addresses. */
  readonly children: readonly ChildDrift[];
}

/** A name of what is compared and counted: a kind of resource, a kind of part with an address, or a part of a value. */
export type DriftPart = string;

/**
 * All that is compared, in the order of a report: whole resources, then parts that stay where they are, then others.
 */
export function driftParts(): readonly DriftPart[] {
  const parts = KINDS.flatMap((kind) => Object.entries(kind.parts).filter(([, { ofWhole }]) => ofWhole !== true));
  const [always, others] = [true, false].map((wanted) =>
    parts.filter(([, { always: is = false }]) => is === wanted).map(([part]) => part),
  );
  const children = KINDS.flatMap(({ childNoun }) => childNoun ?? []);
  const entries = children.length > 0 ? ['entry'] : [];
  return [
    ...new Set([...KINDS.map(({ kind }) => kind), ...children, ...(always ?? []), ...entries, ...(others ?? [])]),
  ];
}

export const perPart = <Each>(value: (part: DriftPart) => Each): Readonly<Record<DriftPart, Each>> =>
  Object.fromEntries(driftParts().map((part) => [part, value(part)]));

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
