import type { Finding } from '../model/finding.ts';
import type { Digest } from '../model/ids.ts';
import type { ResourceAddress } from '../model/resources/address.ts';
import type { DesiredResource, LiveResource, OwnedResource } from '../model/resources/resource.ts';

/** The types of each kind, under its plural. Each kind adds its own with `declare module` in its folder. */
// biome-ignore lint/suspicious/noEmptyInterface: the kinds fill it
export interface KindTypes {}

type Plural = keyof KindTypes;

/** The resources in the files. A kind that the workspace does not manage is absent; an empty list means "want none". */
export type DesiredState = { readonly [Each in Plural]?: readonly KindTypes[Each]['desired'][] };

/** The resources read from the service. A kind that was not read is absent, which differs from an empty list. */
export type LiveState = { readonly [Each in Plural]?: readonly KindTypes[Each]['live'][] };

/**
 * A resource whose replacement began and that may still exist. `pending`: the new resource may exist; it has this
 * content and none of these ids. `left`: the new one exists, and the old one must still be deleted.
 */
export type UnfinishedReplacement = { readonly address: ResourceAddress; readonly old: string } & (
  | { readonly kind: 'pending'; readonly digest: Digest; readonly notIds: readonly string[] }
  | { readonly kind: 'left' }
);

/** The state after the last apply on a target: the base of every three-way comparison, and the proof of ownership. */
export type LedgerState = {
  readonly [Each in Plural]: ReadonlyMap<KindTypes[Each]['desired']['address'], KindTypes[Each]['owned']>;
} & {
  /** In the order of their beginnings; absent: none. */
  readonly unfinished?: readonly UnfinishedReplacement[];
};

type ByPlural<Each> = Readonly<Record<string, Each | undefined>>;

/** The resources of one kind in the files; `undefined`: the workspace does not manage the kind. */
export const desiredOf = (state: DesiredState, plural: string): readonly DesiredResource[] | undefined =>
  (state as ByPlural<readonly DesiredResource[]>)[plural];

/** The live resources of one kind; `undefined`: it was not read. */
export const liveOf = (state: LiveState, plural: string): readonly LiveResource[] | undefined =>
  (state as ByPlural<readonly LiveResource[]>)[plural];

/** The resources of one kind in the files; none if the workspace does not manage the kind. */
export function desiredResources<Of extends Plural>(
  state: DesiredState,
  plural: Of,
): readonly KindTypes[Of]['desired'][];
export function desiredResources(state: DesiredState, plural: string): readonly DesiredResource[];
export function desiredResources(state: DesiredState, plural: string): readonly DesiredResource[] {
  return desiredOf(state, plural) ?? [];
}

/** The live resources of one kind; none if the kind was not read. */
export function liveResources<Of extends Plural>(state: LiveState, plural: Of): readonly KindTypes[Of]['live'][];
export function liveResources(state: LiveState, plural: string): readonly LiveResource[];
export function liveResources(state: LiveState, plural: string): readonly LiveResource[] {
  return liveOf(state, plural) ?? [];
}

type Owned = ReadonlyMap<ResourceAddress, OwnedResource>;

/** The owned resources of one kind. */
export const ownedOf = (ledger: LedgerState, plural: string): Owned =>
  (ledger as unknown as ByPlural<Owned>)[plural] ?? new Map();

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

/** The matches of the kinds that `Desired` surely has. */
export type MatchesOf<Desired extends DesiredState> = Matches & {
  readonly [Each in keyof Desired & keyof Matches as undefined extends Desired[Each] ? never : Each]-?: NonNullable<
    Matches[Each]
  >;
};

/** The matches of one kind; `undefined`: the workspace does not manage it. */
export const matchedOf = (matches: Matches, plural: string): Matched | undefined =>
  (matches as Readonly<Record<string, Matched | undefined>>)[plural];
