import type { ResourceKind } from '../model/plan/plan.ts';
import { type Address, kindIn, type ResourceAddress } from '../model/resources/address.ts';
import { DEVELOPER_KEY } from './developer-key/developer-key-kind.ts';
import { GLOSSARY } from './glossary/glossary-kind.ts';
import type { AnyKind } from './model/resource-kind.ts';
import { register } from './register.ts';
import type { DesiredResource, OwnedResource } from './resource.ts';
import { type DesiredState, desiredOf, type LedgerState, ownedOf } from './states.ts';
import { STYLE_LIST } from './style-list/style-list-kind.ts';

const kinds: AnyKind[] = [GLOSSARY, STYLE_LIST, DEVELOPER_KEY];

/** Every kind of resource, in the order of reports. */
export const KINDS: readonly AnyKind[] = kinds;

/** Adds a kind after those that are there. Returns what takes it away again. */
export const registerKind = (kind: AnyKind): (() => void) => register(kinds, kind);

export function kindNamed(kind: ResourceKind): AnyKind {
  const found = KINDS.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`there is no kind of resource called ${kind}`);
  return found;
}

/** The kind of the resource that has an address, or of which it is a part. */
export const kindAt = (address: Address): AnyKind | undefined => KINDS.find(({ prefix }) => prefix === kindIn(address));

/** The kinds that the files manage. */
export const managedKinds = (desired: DesiredState): readonly AnyKind[] =>
  KINDS.filter(({ plural }) => desiredOf(desired, plural) !== undefined);

/** Every resource that the files ask for, kind by kind. */
export const allDesired = (desired: DesiredState): readonly DesiredResource[] =>
  KINDS.flatMap(({ plural }) => desiredOf(desired, plural) ?? []);

/** What the files ask for of some kinds alone; of the others, nothing is said. */
export const desiredOfKinds = (desired: DesiredState, isIn: (kind: AnyKind) => boolean): DesiredState =>
  Object.fromEntries(
    KINDS.filter(isIn).flatMap(({ plural }) => {
      const resources = desiredOf(desired, plural);
      return resources === undefined ? [] : [[plural, resources]];
    }),
  );

/** Every resource that is owned, kind by kind. */
export const allOwned = (ledger: LedgerState): ReadonlyMap<ResourceAddress, OwnedResource> =>
  new Map(KINDS.flatMap(({ plural }) => [...ownedOf(ledger, plural)]));

/** What is owned under an id, with its address. */
export const ownedUnder = (
  ledger: LedgerState,
  id: string,
): readonly [address: ResourceAddress, owned: OwnedResource] | undefined =>
  [...allOwned(ledger)].find(([, owned]) => owned.id === id);
