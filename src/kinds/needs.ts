import type { Entries } from '../model/entries/entries.ts';
import { byCodeUnit } from '../model/lists.ts';
import type { ResourceKind, Scope } from '../model/plan/plan.ts';
import { matchesAny } from '../model/resources/address.ts';
import type { LiveResource } from '../model/resources/resource.ts';
import type { AnyKind } from './kind.ts';
import type { Match } from './states.ts';

/** A child of a live resource that a list contains without its entries. `known`: its probable entries. */
export interface NeededChild {
  /** The last part of its address. */
  readonly child: string;
  readonly known?: Entries;
}

/** One child that must be read. */
export interface ChildNeed extends NeededChild {
  readonly kind: ResourceKind;
  /** The id of the live resource. */
  readonly id: string;
}

/** The needs for some children of one live resource. */
export const needsOf = (
  { kind }: AnyKind,
  { id }: LiveResource,
  children: readonly NeededChild[],
): readonly ChildNeed[] => children.map((each) => ({ ...each, kind, id }));

/** The names of the children with entries: an empty child counts as missing. */
export const filledChildren = (kind: AnyKind, live: LiveResource): readonly string[] =>
  [...(kind.liveChildren?.(live) ?? [])].flatMap(([name, { entryCount }]) => (entryCount > 0 ? [name] : []));

/** The names of the children with entries that were not read. */
export const unreadChildren = (kind: AnyKind, live: LiveResource): readonly string[] =>
  filledChildren(kind, live).filter((name) => kind.liveChildren?.(live).get(name)?.entries === undefined);

/** All children of a live resource, for a resource that is deleted or copied as a whole. */
export const allNeeds = (kind: AnyKind, live: LiveResource): readonly ChildNeed[] =>
  needsOf(
    kind,
    live,
    filledChildren(kind, live).map((child) => ({ child })),
  );

/**
 * Decides which children on the service a plan is about: those that files or ledger name, and those that a pattern of
 * `deletable` allows to delete.
 */
export function plannedChildren(
  kind: AnyKind,
  { desired, owned }: Match,
  deletable: readonly string[],
): (child: string) => boolean {
  const wanted = kind.children?.(kind.contentOf(desired));
  const known = owned && kind.children?.(owned.content);
  return (child) =>
    wanted?.has(child) === true || known?.has(child) === true || matchesAny(deletable, `${desired.address}/${child}`);
}

/** The children that a plan needs to read. */
export function planNeeds(
  kind: AnyKind,
  match: Match & { readonly live: LiveResource },
  context: { readonly scope: Scope; readonly deletable: readonly string[] },
): readonly ChildNeed[] {
  const { desired, live } = match;
  const wanted = kind.children?.(kind.contentOf(desired));
  const needed = [...filledChildren(kind, live)]
    .sort(byCodeUnit)
    .filter((child) => context.scope.child(desired.address, child))
    .filter(plannedChildren(kind, match, context.deletable))
    .map((child): NeededChild => {
      // The live entries are probably those of the files, except for changes.
      const known = wanted?.get(child)?.entries;
      return { child, ...(known !== undefined && known.size > 0 && { known }) };
    });
  return needsOf(kind, live, needed);
}
