import { type Address, addressMatches, kindIn, type ResourceAddress } from '../model/resources/address.ts';
import type { DesiredResource, LiveResource, OwnedResource } from '../model/resources/resource.ts';
import { DEVELOPER_KEY } from './developer-key/developer-key-kind.ts';
import { GLOSSARY } from './glossary/glossary-kind.ts';
import type { AnyKind } from './kind.ts';
import { registryOf } from './register.ts';
import { type DesiredState, desiredOf, type LedgerState, type LiveState, ownedOf } from './states.ts';
import { STYLE_LIST } from './style-list/style-list-kind.ts';

/** Every kind of resource, in the order of reports. */
export const {
  all: KINDS,
  register: registerKind,
  of: kindNamed,
} = registryOf<AnyKind>('kind of resource called', [GLOSSARY, STYLE_LIST, DEVELOPER_KEY]);

/** The kind of the resource, or of the part, with an address. */
export const kindAt = (address: string): AnyKind | undefined => KINDS.find(({ prefix }) => prefix === kindIn(address));

/** The kinds that the files manage. */
export const managedKinds = (desired: DesiredState): readonly AnyKind[] =>
  KINDS.filter(({ plural }) => desiredOf(desired, plural) !== undefined);

/** Every resource that the files ask for, kind by kind. */
export const allDesired = (desired: DesiredState): readonly DesiredResource[] =>
  KINDS.flatMap(({ plural }) => desiredOf(desired, plural) ?? []);

const byPlural = <Each>(of: (kind: AnyKind) => Each | undefined): Readonly<Record<string, Each>> =>
  Object.fromEntries(
    KINDS.flatMap((kind) => {
      const each = of(kind);
      return each === undefined ? [] : [[kind.plural, each]];
    }),
  );

/** A ledger that owns nothing yet. */
export const EMPTY_LEDGER = byPlural(() => new Map()) as unknown as LedgerState;

/** A ledger from the owned resources of each kind, without unfinished replacements. */
export const ledgerFrom = (
  of: (kind: AnyKind) => Iterable<readonly [ResourceAddress, OwnedResource]>,
): LedgerState => ({ ...EMPTY_LEDGER, ...byPlural((kind) => new Map(of(kind))) });

/** A desired state from the resources of each kind; `undefined`: the kind is not managed. */
export const desiredStateFrom = (of: (kind: AnyKind) => readonly DesiredResource[] | undefined): DesiredState =>
  byPlural(of);

/** A live state from the resources of each kind; `undefined`: it was not read. */
export const liveStateFrom = (of: (kind: AnyKind) => readonly LiveResource[] | undefined): LiveState => byPlural(of);

/** The desired state with only some kinds. */
export const desiredOfKinds = (desired: DesiredState, isIn: (kind: AnyKind) => boolean): DesiredState =>
  desiredStateFrom((kind) => (isIn(kind) ? desiredOf(desired, kind.plural) : undefined));

/** Every resource that is owned, kind by kind. */
export const allOwned = (ledger: LedgerState): ReadonlyMap<ResourceAddress, OwnedResource> =>
  new Map(KINDS.flatMap(({ plural }) => [...ownedOf(ledger, plural)]));

/** The owned resource with an id, and its address. */
export const ownedUnder = (
  ledger: LedgerState,
  id: string,
): readonly [address: ResourceAddress, owned: OwnedResource] | undefined =>
  [...allOwned(ledger)].find(([, owned]) => owned.id === id);

/**
 * The probable meaning of an address or pattern that matches nothing: the same text with the prefix of a kind, if that
 * matches.
 */
export const addressWithKind = (pattern: string, known: readonly Address[]): string | undefined =>
  KINDS.map(({ prefix }) => `${prefix}.${pattern}`).find((candidate) =>
    known.some((address) => addressMatches(candidate, address)),
  );
