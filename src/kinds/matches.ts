import type { Finding } from '../model/finding.ts';
import type { ResourceAddress } from '../model/resources/address.ts';
import type { DesiredResource, LiveResource, OwnedResource } from '../model/resources/resource.ts';
import type { KindTypes } from './states.ts';

/** A resource of the files and the live one that it is; `live` is absent when it must be created. */
export interface Match<Desired = DesiredResource, Live = LiveResource, Owned = OwnedResource> {
  readonly desired: Desired;
  readonly live?: Live;
  /**
   * What the ledger says of this very live resource, under whatever address; never what it says of another one that
   * bore the address before.
   */
  readonly owned?: Owned;
  /** True when only the name says that they are the same, and the ledger does not know it. */
  readonly adopted: boolean;
}

/** A live resource that goes. `leftOf`: the address of the one that has taken its place. */
export interface Going<At = ResourceAddress, Live = LiveResource, Owned = OwnedResource> {
  readonly address: At;
  readonly live: Live;
  readonly owned?: Owned;
  readonly leftOf?: At;
}

/** Which live resources of one kind are which. */
export interface Matched<
  Desired extends DesiredResource = DesiredResource,
  Live = LiveResource,
  Owned = OwnedResource,
> {
  readonly matches: readonly Match<Desired, Live, Owned>[];
  /** Live resources that go: owned and no longer in the files, left over, or named by a `deletable` pattern. */
  readonly deletes: readonly Going<Desired['address'], Live, Owned>[];
  readonly unmanaged: readonly { readonly address: Desired['address']; readonly live: Live }[];
  readonly findings: readonly Finding[];
  /** Everything that was to be matched, in the order of addresses. */
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

/** What was matched of one kind; `undefined`: the workspace does not manage it. */
export const matchedOf = (matches: Matches, plural: string): Matched | undefined =>
  (matches as Readonly<Record<string, Matched | undefined>>)[plural];
