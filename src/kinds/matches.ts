import type { Finding } from '../model/finding.ts';
import type { ResourceAddress } from '../model/resources/address.ts';
import type { DesiredResource, LiveResource, OwnedResource } from '../model/resources/resource.ts';
import type { KindTypes } from './states.ts';

/** A resource of the files with its live resource; `live` is absent if it must be created. */
export interface Match<Desired = DesiredResource, Live = LiveResource, Owned = OwnedResource> {
  readonly desired: Desired;
  readonly live?: Live;
  /**
   * The owned resource with the id of the live one, under any address. Never another resource that had the address
   * before.
   */
  readonly owned?: Owned;
  /** True if only the name matches, and the ledger does not own the resource. */
  readonly adopted: boolean;
}

/** A live resource to delete. `replacedBy`: the address of the resource that replaced it. */
export interface MatchedDeletion<At = ResourceAddress, Live = LiveResource, Owned = OwnedResource> {
  readonly address: At;
  readonly live: Live;
  readonly owned?: Owned;
  readonly replacedBy?: At;
}

/** The matches of one kind. */
export interface Matched<
  Desired extends DesiredResource = DesiredResource,
  Live = LiveResource,
  Owned = OwnedResource,
> {
  readonly matches: readonly Match<Desired, Live, Owned>[];
  /**
   * Live resources to delete: owned and no longer in the files, left over by a replacement, or matched by a `deletable`
   * pattern.
   */
  readonly deletes: readonly MatchedDeletion<Desired['address'], Live, Owned>[];
  readonly unmanaged: readonly { readonly address: Desired['address']; readonly live: Live }[];
  readonly findings: readonly Finding[];
  /** All resources in the files, in the order of addresses. */
  readonly desired: readonly Desired[];
}

/** By the plural of each kind that the workspace manages. */
export type Matches = {
  readonly [Each in keyof KindTypes]?: Matched<
    KindTypes[Each]['desired'],
    KindTypes[Each]['live'],
    KindTypes[Each]['owned']
  >;
};

/** The matches of one kind; `undefined`: the workspace does not manage it. */
export const matchedOf = (matches: Matches, plural: string): Matched | undefined =>
  (matches as Readonly<Record<string, Matched | undefined>>)[plural];
