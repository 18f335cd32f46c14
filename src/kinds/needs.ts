import type { Entries } from '../model/entries/entries.ts';
import type { ResourceKind } from '../model/plan/plan.ts';
import type { Scope } from '../model/plan/scope.ts';
import type { Match } from './matches.ts';
import type { DesiredResource, LiveResource, OwnedResource } from './resource.ts';

/** A child of a live resource that a listing names and does not show. `known`: what it probably holds. */
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

/** Which children of a live resource must be read beside the listing of a kind. */
export interface ChildNeeds<
  Content = unknown,
  Desired extends DesiredResource = DesiredResource,
  Live extends LiveResource = LiveResource,
> {
  /** Those that a plan is about. `deletable`: patterns of what may be deleted although nothing owns it. */
  ofMatch(
    match: Match<Desired, Live, OwnedResource<string, Content>> & { readonly live: Live },
    context: { readonly scope: Scope; readonly deletable: readonly string[] },
  ): readonly NeededChild[];
  /** All that there are: of a resource that goes, or of which all is kept. */
  all(live: Live): readonly NeededChild[];
}

/** The children of one live resource. */
export const needsOf = (
  kind: ResourceKind,
  { id }: LiveResource,
  children: readonly NeededChild[],
): readonly ChildNeed[] => children.map((each) => ({ ...each, kind, id }));
