import { KINDS } from '../../kinds/registry.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import type { Value, ValueKey } from '../../model/resources/value.ts';
import type { OwnedBy } from '../match/addresses-by-id.ts';

/** One for each target, in the order of `Comparison.targets`; `null` where a target has none. */
export type PerTarget<Value> = readonly (Value | null)[];

/** A live resource of one target. Ids differ from target to target; addresses may, for what no file names. */
interface Held {
  readonly id: string;
  readonly address: string;
  readonly standing: OwnedBy;
}

/** One value that is not the same on all targets that have the resource. */
export interface ValueComparison {
  readonly key: ValueKey;
  readonly values: PerTarget<Value>;
}

export interface Compared {
  /** How many values each target has, by the first member of their keys. */
  readonly sizes: PerTarget<Readonly<Record<string, number>>>;
  /** Those that differ. */
  readonly values: readonly ValueComparison[];
}

/** A child of a resource; an empty one is none. */
export interface ChildComparison extends Compared {
  /** `en->de`. */
  readonly name: string;
}

export interface ResourceComparison extends Compared {
  readonly kind: ResourceKind;
  readonly name: string;
  readonly held: PerTarget<Held>;
  /** Those that differ; all of them when a target lacks the resource. By name. */
  readonly children: readonly ChildComparison[];
}

/** The targets that do not let a kind be read, such as the style rule lists of a free account. */
export interface UnreadKind {
  readonly kind: ResourceKind;
  readonly targets: readonly string[];
}

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
  /** How many resources were compared, by name. */
  readonly compared: number;
  /** Those that differ: kind by kind, each by name. */
  readonly resources: readonly ResourceComparison[];
  readonly ambiguous: readonly AmbiguousName[];
  /** Kinds that are not compared, because a target does not let them be read. */
  readonly unread: readonly UnreadKind[];
}

export interface ComparisonCounts {
  /** Resources that a target lacks. */
  readonly lacking: number;
  /** Resources that every target has, and that differ. */
  readonly differing: number;
  /**
   * Children that differ, or that a target lacks, by the kind of their resource; a kind that has no children is absent.
   */
  readonly children: Readonly<Record<ResourceKind, number>>;
  /** Values that differ, by the first member of their keys. */
  readonly values: Readonly<Record<string, number>>;
}

export const isLacking = ({ held }: ResourceComparison): boolean => held.includes(null);

/** What differs, part by part. Parts of resources that a target lacks count when they differ between the others. */
export function comparisonCounts({ resources }: Comparison): ComparisonCounts {
  const lacking = resources.filter(isLacking).length;
  const differing = (kind: ResourceKind): number =>
    resources
      .filter((each) => each.kind === kind)
      .flatMap((each) =>
        each.children.filter(({ values, sizes }) => values.length > 0 || (!isLacking(each) && sizes.includes(null))),
      ).length;
  const children = KINDS.filter((kind) => kind.children !== undefined).map(({ kind }) => [kind, differing(kind)]);
  const values: Record<string, number> = {};
  for (const { key } of resources.flatMap((each) => [each, ...each.children]).flatMap((each) => each.values))
    values[key[0]] = (values[key[0]] ?? 0) + 1;
  return { lacking, differing: resources.length - lacking, children: Object.fromEntries(children), values };
}

/** True when the targets differ, or a name that is not clear keeps that from being known. */
export const differs = ({ resources, ambiguous }: Comparison): boolean => resources.length > 0 || ambiguous.length > 0;
