import type { Digest } from '../model/ids.ts';
import type { ResourceAddress } from '../model/resources/address.ts';
import type { DesiredResource, LiveResource, OwnedResource } from '../model/resources/resource.ts';
import type {
  DesiredDeveloperKey,
  DeveloperKey,
  DeveloperKeyAddress,
  OwnedDeveloperKey,
} from './developer-key/developer-key.ts';
import type { DesiredGlossary, GlossaryAddress, LiveGlossary, OwnedGlossary } from './glossary/glossary.ts';
import type { DesiredStyleList, LiveStyleList, OwnedStyleList, StyleListAddress } from './style-list/style-list.ts';

/** What the files ask for. A kind that the workspace does not manage is absent; an empty list means "want none". */
export interface DesiredState {
  readonly glossaries?: readonly DesiredGlossary[];
  readonly styleLists?: readonly DesiredStyleList[];
  readonly developerKeys?: readonly DesiredDeveloperKey[];
}

/** What was read from the service. A kind that was not read is absent, which is not the same as "there are none". */
export interface LiveState {
  readonly glossaries?: readonly LiveGlossary[];
  readonly styleLists?: readonly LiveStyleList[];
  /** Active and deactivated ones. */
  readonly developerKeys?: readonly DeveloperKey[];
}

/**
 * A resource that was to be replaced by a new one, and is not known to be gone. `pending`: the new one may be there; it
 * is the one with this content and none of these ids. `left`: it is there, and the old one is still to be deleted.
 */
export type UnfinishedReplacement = { readonly address: ResourceAddress; readonly old: string } & (
  | { readonly kind: 'pending'; readonly digest: Digest; readonly notIds: readonly string[] }
  | { readonly kind: 'left' }
);

/** What the last apply left on a target: the base of every three-way comparison, and the proof of ownership. */
export interface LedgerState {
  readonly glossaries: ReadonlyMap<GlossaryAddress, OwnedGlossary>;
  readonly styleLists: ReadonlyMap<StyleListAddress, OwnedStyleList>;
  readonly developerKeys: ReadonlyMap<DeveloperKeyAddress, OwnedDeveloperKey>;
  /** In the order in which they were begun; absent: none. */
  readonly unfinished?: readonly UnfinishedReplacement[];
}

/** Nothing is owned yet. */
export const EMPTY_LEDGER: LedgerState = {
  glossaries: new Map(),
  styleLists: new Map(),
  developerKeys: new Map(),
};

type ByPlural<Each> = Readonly<Record<string, Each | undefined>>;

/** What the files ask for of one kind; `undefined`: the workspace does not manage it. */
export const desiredOf = (state: DesiredState, plural: string): readonly DesiredResource[] | undefined =>
  (state as ByPlural<readonly DesiredResource[]>)[plural];

/** What was read of one kind; `undefined`: it was not. */
export const liveOf = (state: LiveState, plural: string): readonly LiveResource[] | undefined =>
  (state as ByPlural<readonly LiveResource[]>)[plural];

type Owned = ReadonlyMap<ResourceAddress, OwnedResource>;

/** What a ledger owns of one kind. */
export const ownedOf = (ledger: LedgerState, plural: string): Owned =>
  (ledger as unknown as ByPlural<Owned>)[plural] ?? new Map();
