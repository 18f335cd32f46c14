import type { GlossaryContent } from '../entries/dictionary.ts';
import type { Digest, GlossaryId, StyleId } from '../ids.ts';
import type { DeveloperKeyAddress, GlossaryAddress, ResourceAddress, StyleListAddress } from '../resources/address.ts';
import type { KeyId, KnownKey } from '../resources/developer-key.ts';
import type { StyleListContent } from '../resources/style-list.ts';

interface Owned<Id, Content> {
  readonly id: Id;
  readonly content: Content;
  readonly protect: boolean;
}

export type OwnedGlossary = Owned<GlossaryId, GlossaryContent>;
export type OwnedStyleList = Owned<StyleId, StyleListContent>;

/**
 * Never the key itself: a ledger is kept in git. Of limits only those that the files named: any other one is not
 * managed, and has no base. The content is what the last apply left. A part that no apply has settled yet is absent,
 * such as the label of a matched key whose renaming failed.
 */
export type OwnedDeveloperKey = Owned<KeyId, KnownKey>;

/**
 * A style list that was to be replaced by one in another language, and is not known to be gone. `pending`: the new one
 * may be there; it is the list with this content and none of these ids. `left`: it is there, and the old one is still
 * to be deleted.
 */
export type UnfinishedReplacement = { readonly address: StyleListAddress; readonly old: StyleId } & (
  | { readonly kind: 'pending'; readonly digest: Digest; readonly notIds: readonly StyleId[] }
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

export type OwnedResource = OwnedGlossary | OwnedStyleList | OwnedDeveloperKey;

/** Every resource that is owned, kind by kind. */
export const allOwned = ({
  glossaries,
  styleLists,
  developerKeys,
}: LedgerState): ReadonlyMap<ResourceAddress, OwnedResource> =>
  new Map<ResourceAddress, OwnedResource>([...glossaries, ...styleLists, ...developerKeys]);

/** What is owned under an id, with its address. */
export const ownedUnder = (
  ledger: LedgerState,
  id: string,
): readonly [address: ResourceAddress, owned: OwnedResource] | undefined =>
  [...allOwned(ledger)].find(([, owned]) => owned.id === id);
