import { needsHeader } from '../../files/dictionary/written-form.ts';
import { filesOf } from '../../kinds/files/registry.ts';
import type { AnyKind, Places } from '../../kinds/kind.ts';
import { childrenOf, desiredFrom, resourceName, valuesOf, withChildren } from '../../kinds/ledger-content.ts';
import {
  canBeCreated,
  desiredStateFrom,
  isInUse,
  isIrreversible,
  isWanted,
  KINDS,
  ledgerFrom,
} from '../../kinds/registry.ts';
import {
  type DesiredState,
  desiredOf,
  desiredResources,
  type LedgerState,
  type LiveState,
  liveOf,
  liveResources,
  ownedOf,
} from '../../kinds/states.ts';
import { ledgerTexts } from '../../ledger/ledger-files.ts';
import { childFile, LEDGER_JSON } from '../../ledger/ledger-json.ts';
import type { Entries } from '../../model/entries/entries.ts';
import { topOf } from '../../model/finding.ts';
import { type Scope, scopeOf } from '../../model/plan/plan.ts';
import type { Address, ResourceAddress } from '../../model/resources/address.ts';
import { type DesiredResource, keyText, type OwnedResource } from '../../model/resources/resource.ts';

export interface DesiredOfLedgerInput {
  /** The state to go back to. */
  readonly state: LedgerState;
  /** The prefix for the paths of its files: `ledger@4f2a91c`. */
  readonly label: string;
  /** The current state of the ledger. Its protection stays. */
  readonly now: LedgerState;
  /** The resources that the service lists. A resource with the same id is the same resource, even with another name. */
  readonly live: LiveState;
  /** The current desired state. Settings of a resource that the ledger does not contain are taken from it. */
  readonly files?: DesiredState;
}

/** Places of entries in their file in the ledger. */
function placesOfEntries(entries: Entries, file: string): ReturnType<NonNullable<Places['child']>> {
  let rows: ReadonlyMap<string, number> | undefined;
  const lines = (): ReadonlyMap<string, number> => {
    const firstLine = needsHeader(entries) ? 2 : 1;
    return new Map([...entries].map(([source], index) => [source, firstLine + index]));
  };
  return {
    origin: topOf(file),
    locate(source) {
      rows ??= lines();
      const line = rows.get(source);
      return line === undefined ? undefined : { file, line, column: 1 };
    },
  };
}

type PlacesOf = (address: ResourceAddress, content: unknown) => Places;

/** Places of the resources of a kind in the files of a ledger entry. */
function placesIn(kind: AnyKind, owned: ReadonlyMap<ResourceAddress, OwnedResource>, label: string): PlacesOf {
  const { ledgerPlaces } = filesOf(kind.kind);
  const known = new Map<ResourceAddress, Places>();
  for (const { path, addresses, text } of ledgerTexts(kind, owned)) {
    const file = `${label}:${text === undefined ? LEDGER_JSON : path}`;
    const at = text === undefined ? undefined : ledgerPlaces?.(text, file);
    for (const address of addresses) known.set(address, at?.(address) ?? { origin: topOf(file) });
  }
  return (address, content) => {
    const { origin, of } = known.get(address) as Places;
    const names = new Set(valuesOf(kind, content).map(([key]) => keyText(key)));
    return {
      origin,
      of: (key) => (names.has(keyText(key)) ? of?.(key) : undefined),
      child(name) {
        const entries = childrenOf(kind, content).get(name);
        return entries && placesOfEntries(entries, `${label}:${childFile(kind, address, name)}`);
      },
    };
  };
}

/** Whether a resource with an earlier content can be part of a desired state. */
function canBe(
  kind: AnyKind,
  desired: DesiredResource,
  content: unknown,
  { now, live }: DesiredOfLedgerInput,
): boolean {
  const { address, pinnedId } = desired;
  const [all, name] = [liveOf(live, kind.plural), kind.name(content)];
  if (isIrreversible(kind)) {
    const isThere = all?.some((each) => each.id === pinnedId && isInUse(kind, each)) === true;
    return isThere && name !== undefined && isWanted(kind, desired);
  }
  if (all === undefined || pinnedId !== undefined || canBeCreated(kind, desired)) return true;
  const owned = ownedOf(now, kind.plural).get(address)?.id;
  return all.some((each) => each.id === owned || resourceName(kind, each) === name);
}

function desiredOfKind(kind: AnyKind, input: DesiredOfLedgerInput): readonly DesiredResource[] | undefined {
  const { state, label, now, live, files = {} } = input;
  const [owned, ownedNow] = [ownedOf(state, kind.plural), ownedOf(now, kind.plural)];
  const places = placesIn(kind, owned, label);
  const found = [...owned].flatMap(([address, { id, content, protect }]) => {
    const isLive = liveResources(live, kind.plural).some((each) => each.id === id);
    const like = desiredResources(files, kind.plural).find(
      (each) => each.address === address || each.pinnedId === id || ownedNow.get(each.address)?.id === id,
    );
    const at = {
      address,
      ...(isLive && { pinnedId: id }),
      protect: protect || [...ownedNow.values()].some((each) => each.id === id && each.protect),
    };
    const wanted = desiredFrom(kind, content, at, places(address, content), like);
    return canBe(kind, wanted, content, input) ? [wanted] : [];
  });
  const isKnown = isIrreversible(kind) ? found.length > 0 : owned.size + ownedNow.size > 0;
  return isKnown ? found : undefined;
}

/**
 * An entry of the ledger as a desired state, as if its files were in the workspace. A kind is left out if neither that
 * entry nor the last one knows it, because the account may have no access to it. A resource that no longer exists and
 * cannot be created is left out. For a kind whose deletions are permanent, only resources that are still in use are
 * included: a deleted one can never be used again, and a newer one is not affected. Pure.
 */
export const desiredOfLedger = (input: DesiredOfLedgerInput): DesiredState =>
  desiredStateFrom((kind) => desiredOfKind(kind, input));

/** Resources that a rollback does not change, of kinds whose deletions are permanent. */
export interface LeftAlone {
  /** They were in use at that time, and have been deactivated or deleted since. */
  readonly gone: readonly Address[];
  /** They were created later. */
  readonly since: readonly Address[];
  /** The ledger only had their ids at that time. */
  readonly unknown: readonly Address[];
}

/**
 * The ledger without resources that would be deleted permanently and are not in the desired state. Otherwise a plan
 * would delete newer resources. Pure.
 */
export function withRequestedOnly(now: LedgerState, desired: DesiredState): LedgerState {
  const requested = ledgerFrom((kind) => {
    const ids = new Set(desiredResources(desired, kind.plural).map(({ pinnedId }) => pinnedId));
    return [...ownedOf(now, kind.plural)].filter(([, { id }]) => !isIrreversible(kind) || ids.has(id));
  });
  return { ...now, ...requested };
}

export interface LeftAloneInput {
  /** The state to go back to. */
  readonly before: LedgerState;
  readonly now: LedgerState;
  readonly live: LiveState;
  readonly only: readonly string[];
}

type At = readonly [ResourceAddress, OwnedResource];

/** The resources that a rollback does not change, by reason. Pure. */
export function leftAlone({ before, now, live, only }: LeftAloneInput): LeftAlone {
  const { whole } = scopeOf(only);
  const byKind = KINDS.filter(isIrreversible).map((kind) => {
    const { plural } = kind;
    const working = new Set(
      liveResources(live, plural)
        .filter((each) => isInUse(kind, each))
        .map(({ id }) => id),
    );
    const known = new Set([...ownedOf(before, plural).values()].map(({ id }) => id));
    const addresses = (state: LedgerState, isMeant: (each: At) => boolean): readonly Address[] =>
      [...ownedOf(state, plural)].filter((each) => whole(each[0]) && isMeant(each)).map(([address]) => address);
    return {
      gone: addresses(before, ([, { id, content }]) => kind.isInUse?.(content) !== false && !working.has(id)),
      since: addresses(now, ([, { id }]) => working.has(id) && !known.has(id)),
      unknown: addresses(before, ([, { id, content }]) => working.has(id) && kind.name(content) === undefined),
    };
  });
  return {
    gone: byKind.flatMap(({ gone }) => gone),
    since: byKind.flatMap(({ since }) => since),
    unknown: byKind.flatMap(({ unknown }) => unknown),
  };
}

/** Address → the digest of the desired content, for one kind. */
function digests(kind: AnyKind, state: DesiredState, scope: Scope): ReadonlyMap<Address, string> {
  const found = new Map<Address, string>();
  for (const desired of desiredResources(state, kind.plural)) {
    const { address } = desired;
    const content = kind.contentOf(desired);
    const meant = new Map([...childrenOf(kind, content)].filter(([name]) => scope.child(address, name)));
    if (scope.whole(address)) found.set(address, kind.digest(withChildren(kind, content, meant)));
    else if (meant.size > 0) found.set(address, kind.digest(kind.fromValues([], meant)));
  }
  return found;
}

function differ(kind: AnyKind, files: DesiredState, wanted: DesiredState, scope: Scope): readonly Address[] {
  // One side does not include the kind.
  if ([files, wanted].some((side) => desiredOf(side, kind.plural) === undefined)) return [];
  const [left, right] = [digests(kind, files, scope), digests(kind, wanted, scope)];
  return [...new Set([...left.keys(), ...right.keys()])].filter((each) => left.get(each) !== right.get(each));
}

/**
 * For kinds with permanent deletions: compares only resources that both sides name, and values that both name. A
 * rollback changes no others.
 */
function valuesDiffer(kind: AnyKind, files: DesiredState, wanted: DesiredState, { whole }: Scope): readonly Address[] {
  const others = new Map(desiredResources(wanted, kind.plural).map((each) => [each.address, each]));
  return desiredResources(files, kind.plural).flatMap((each) => {
    const other = whole(each.address) ? others.get(each.address) : undefined;
    if (other === undefined) return [];
    const [left, right] = [kind.values(kind.contentOf(each)), kind.values(kind.contentOf(other))];
    return [...left].some(([key, value]) => right.has(key) && right.get(key) !== value) ? [each.address] : [];
  });
}

/**
 * The resources in which the files differ from another desired state, within `only` and for kinds that both include.
 * Pure.
 */
export function differingResources(
  files: DesiredState,
  wanted: DesiredState,
  only: readonly string[],
): readonly Address[] {
  const scope = scopeOf(only);
  return KINDS.flatMap((kind) => (isIrreversible(kind) ? valuesDiffer : differ)(kind, files, wanted, scope));
}

/**
 * True if the files differ from the restored state. Resources that the ledger does not own and no file names are
 * ignored. Pure.
 */
export function filesUndo(
  files: DesiredState,
  {
    desired,
    owns,
    only,
  }: { readonly desired: DesiredState; readonly owns: DesiredState; readonly only: readonly string[] },
): boolean {
  const sides = (kind: AnyKind) => {
    const resources = (state: DesiredState) => desiredResources(state, kind.plural);
    const at = (state: DesiredState): ReadonlySet<Address> => new Set(resources(state).map(({ address }) => address));
    const [wanted, owned, named] = [at(desired), at(owns), at(files)];
    return {
      restored: [
        ...resources(owns),
        ...resources(desired).filter(({ address }) => named.has(address) && !owned.has(address)),
      ],
      requested: resources(files).filter(({ address }) => wanted.has(address)),
    };
  };
  const [requested, restored] = [
    desiredStateFrom((kind) => sides(kind).requested),
    desiredStateFrom((kind) => sides(kind).restored),
  ];
  return differingResources(requested, restored, only).length > 0;
}
