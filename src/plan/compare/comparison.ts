import { KINDS } from '../../kinds/registry.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import type { Value, ValueKey } from '../../model/resources/resource.ts';
import type { OwnedBy } from '../match/match.ts';

/** One value for each target, in the order of `Comparison.targets`; `null` if the target has none. */
export type PerTarget<Value> = readonly (Value | null)[];

/**
 * A live resource of one target. Ids differ between targets. Addresses can differ too, if no file names the resource.
 */
interface Held {
  readonly id: string;
  readonly address: string;
  readonly standing: OwnedBy;
}

/** One value that differs between targets that have the resource. */
export interface ValueComparison {
  readonly key: ValueKey;
  readonly values: PerTarget<Value>;
}

export interface Compared {
  /** Number of values of each target, by the first member of their keys. */
  readonly sizes: PerTarget<Readonly<Record<string, number>>>;
  /** The values that differ. */
  readonly values: readonly ValueComparison[];
}

/** A child of a resource. An empty child counts as missing. */
export interface ChildComparison extends Compared {
  /** `en->de`. */
  readonly name: string;
}

export interface ResourceComparison extends Compared {
  readonly kind: ResourceKind;
  readonly name: string;
  readonly held: PerTarget<Held>;
  /** Children that differ, by name; all children if a target lacks the resource. */
  readonly children: readonly ChildComparison[];
}

/** A kind that some targets do not allow to be read, such as the style rule lists of a free account. */
export interface UnreadKind {
  readonly kind: ResourceKind;
  readonly targets: readonly string[];
}

/** A name that several resources of one target have. Lexform does not guess which one to compare. */
export interface AmbiguousName {
  readonly kind: ResourceComparison['kind'];
  readonly name: string;
  /** The ids with that name, for every target; at most one if the name is clear on that target. */
  readonly ids: readonly (readonly string[])[];
}

/**
 * The differences between targets. Symmetric: another order of the targets gives the same differences, with the sides
 * in that order.
 */
export interface Comparison {
  readonly formatVersion: 1;
  readonly targets: readonly string[];
  /** Address patterns that narrowed the comparison; empty: everything. */
  readonly only: readonly string[];
  /** How many resources were compared, by name. */
  readonly compared: number;
  /** Resources that differ: by kind, then by name. */
  readonly resources: readonly ResourceComparison[];
  readonly ambiguous: readonly AmbiguousName[];
  /** Kinds that are not compared, because a target does not allow them to be read. */
  readonly unread: readonly UnreadKind[];
}

export interface ComparisonCounts {
  /** Resources that at least one target lacks. */
  readonly lacking: number;
  /** Resources that every target has and that differ. */
  readonly differing: number;
  /** Children that differ or that a target lacks, by kind of their resource. A kind without children is absent. */
  readonly children: Readonly<Record<ResourceKind, number>>;
  /** Values that differ, by the first member of their keys. */
  readonly values: Readonly<Record<string, number>>;
}

export const isLacking = ({ held }: ResourceComparison): boolean => held.includes(null);

/**
 * Numbers of differences, by part. Parts of a resource that a target lacks count if they differ between the other
 * targets.
 */
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

/** True if the targets differ, or may differ because a name is not clear. */
export const differs = ({ resources, ambiguous }: Comparison): boolean => resources.length > 0 || ambiguous.length > 0;
