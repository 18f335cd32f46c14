import type { NamedValue } from '../../change/stale-detail.ts';
import type { AnyKind, Child, Places } from '../../kinds/kind.ts';
import {
  childrenOf,
  desiredFrom,
  keepChildren,
  placesInFiles,
  resourceName,
  valuesOf,
  withChildren,
} from '../../kinds/ledger-content.ts';
import {
  canBeCreated,
  desiredStateFrom,
  isInUse,
  isIrreversible,
  KINDS,
  ledgerFrom,
  liveStateFrom,
  ownsNamed,
} from '../../kinds/registry.ts';
import {
  type DesiredState,
  desiredOf,
  desiredResources,
  type LedgerState,
  type LiveState,
  liveResources,
  ownedOf,
} from '../../kinds/states.ts';
import { type Finding, type SourceRef, warningAt } from '../../model/finding.ts';
import { addressName, kindIn, nameIn, type ResourceAddress } from '../../model/resources/address.ts';
import {
  type DesiredResource,
  type LiveResource,
  type OwnedResource,
  parseKey,
} from '../../model/resources/resource.ts';
import { childrenWithin } from '../children-within.ts';
import { backedUpOf, type ReadBackup } from './read-backup.ts';

export interface RestoreInput {
  readonly backup: ReadBackup;
  /** The folder of the backup, as shown before the names of its files. */
  readonly label: string;
  readonly now: LedgerState;
  /** The resources that the service lists. */
  readonly live: LiveState;
}

export interface ToRestore {
  readonly desired: DesiredState;
  /** Warnings about content that cannot be restored. */
  readonly findings: readonly Finding[];
}

/**
 * Address in the backup → current address of the same resource. An owned resource has its address in the ledger. Any
 * other resource keeps its address, unless another resource has it now.
 */
function addressesNow(
  backedUp: ReadonlyMap<ResourceAddress, string>,
  owned: ReadonlyMap<ResourceAddress, OwnedResource>,
  isLive: (id: string) => boolean,
): ReadonlyMap<ResourceAddress, ResourceAddress> {
  const ownerOf = new Map([...owned].map(([address, { id }]) => [id, address]));
  const now = new Map<ResourceAddress, ResourceAddress>();
  const taken = new Set<ResourceAddress>();
  const give = (from: ResourceAddress, to: ResourceAddress): void => {
    now.set(from, to);
    taken.add(to);
  };
  for (const [address, id] of backedUp) {
    const owner = ownerOf.get(id);
    if (owner !== undefined) give(address, owner);
  }
  for (const [address, id] of backedUp) {
    if (now.has(address)) continue;
    const isAnothers = isLive(id) && owned.has(address);
    if (!taken.has(address) && !isAnothers) {
      give(address, address);
      continue;
    }
    const names = [...taken, ...owned.keys(), ...backedUp.keys()].map(nameIn);
    give(address, `${kindIn(address)}.${addressName(nameIn(address), new Set(names))}`);
  }
  return now;
}

/** The places of a resource, with file names as shown to the user. */
function placed({ origin, of, child }: Places, label: string): Places {
  const shown = (at: SourceRef): SourceRef => ({ ...at, file: `${label}/${at.file}` });
  const ifKnown = (at: SourceRef | undefined): SourceRef | undefined => (at === undefined ? undefined : shown(at));
  return {
    origin: shown(origin),
    ...(of && { of: (key) => ifKnown(of(key)) }),
    ...(child && {
      child(name) {
        const at = child(name);
        return (
          at && {
            origin: shown(at.origin),
            locate: (...source: Parameters<NonNullable<Child['locate']>>) => ifKnown(at.locate(...source)),
          }
        );
      },
    }),
  };
}

/** The desired resources of one kind, and warnings about content that cannot be restored. */
interface ToRestoreOfKind {
  readonly desired: readonly DesiredResource[] | undefined;
  readonly findings: readonly Finding[];
}

/** A backup contains whole resources: a value of the live resource that it lacks is unset, if that is possible. */
function wholeContent(kind: AnyKind, content: unknown, live: LiveResource | undefined): unknown {
  const known = kind.values(content);
  const unset = [...(live === undefined ? [] : kind.values(kind.contentOf(live)).keys())].flatMap(
    (text): readonly NamedValue[] => {
      const [part, ...names] = parseKey(text);
      return !known.has(text) && kind.parts[part]?.holds(null, names) === true ? [[[part, ...names], null]] : [];
    },
  );
  return kind.fromValues([...valuesOf(kind, content), ...unset], childrenOf(kind, content));
}

function restoreKind(kind: AnyKind, { backup, label, now, live }: RestoreInput): ToRestoreOfKind {
  const { plural } = kind;
  const owned = ownedOf(now, plural);
  const inUse = liveResources(live, plural).filter((each) => isInUse(kind, each));
  const ids = new Set<string | undefined>(inUse.map(({ id }) => id));
  const idOf = new Map((backedUpOf(backup.json, kind) ?? []).map(({ address, id }) => [address, id]));
  const addressOf = addressesNow(idOf, owned, (id) => ids.has(id));
  const findings: Finding[] = [];
  const desired = desiredOf(backup.desired, plural)?.flatMap((from): readonly DesiredResource[] => {
    const { pinnedId: _, ...rest } = from;
    const id = idOf.get(from.address);
    const address = addressOf.get(from.address) ?? from.address;
    const places = placed(placesInFiles(kind, from), label);
    const named = resourceName(kind, from);
    const isPinned = ids.has(id);
    const sameName = inUse.filter((each) => resourceName(kind, each) === named);
    const found = isPinned ? inUse.find((each) => each.id === id) : sameName[0];
    const content = wholeContent(kind, kind.contentOf(from), found);
    const protect = owned.get(address)?.protect ?? false;
    const at = { ...rest, address, protect, ...(isPinned && { pinnedId: id }) };
    const wanted = desiredFrom(kind, content, at, places);
    const left = (code: string): readonly DesiredResource[] => {
      findings.push(warningAt(code, places.origin, { address }));
      return [];
    };
    if (!isPinned && sameName.length === 0) {
      if (isIrreversible(kind)) return left('backup-key-gone');
      if (!ids.has(owned.get(address)?.id) && !canBeCreated(kind, wanted)) return left('backup-left-out');
    }
    return [wanted];
  });
  return { desired, findings };
}

/**
 * A backup as a desired state. A resource is found by its id if that still exists, otherwise by its name if that is
 * unique. A resource that the service cannot create again is left out, with a warning. A backup contains whole
 * resources, so other content of a resource is removed. Pure.
 */
export function restoreState(input: RestoreInput): ToRestore {
  const byKind = new Map(KINDS.map((kind) => [kind, restoreKind(kind, input)]));
  return {
    desired: desiredStateFrom((kind) => byKind.get(kind)?.desired),
    findings: [...byKind.values()].flatMap(({ findings }) => findings),
  };
}

/**
 * The ledger reduced to the resources and child resources that the backup contains, so that a plan made with it deletes
 * nothing else. Pure.
 */
export const ledgerWithin = (now: LedgerState, desired: DesiredState): LedgerState =>
  ledgerFrom((kind) => {
    const wanted = new Map(desiredResources(desired, kind.plural).map((each) => [each.address, each]));
    return [...ownedOf(now, kind.plural)].flatMap(([address, owned]) => {
      const requested = wanted.get(address);
      if (requested === undefined) return [];
      const children = childrenOf(kind, kind.contentOf(requested));
      return [[address, { ...owned, content: keepChildren(kind, owned.content, (name) => children.has(name)) }]];
    });
  });

/** A resource with only the child resources and entries that the ledger owns. */
function ownedPart(
  kind: AnyKind,
  desired: DesiredResource,
  { content: owned }: OwnedResource,
  isNamed: boolean,
): DesiredResource {
  if (kind.children === undefined) return desired;
  const content = kind.contentOf(desired);
  const children = childrenWithin(childrenOf(kind, content), childrenOf(kind, owned), isNamed);
  const places = placesInFiles(kind, desired);
  return desiredFrom(kind, withChildren(kind, content, children), desired, places, desired);
}

/**
 * The part of a restored state that the ledger owns. A restore adds nothing to the ledger: no resources and no child
 * resources. If files own only the entries they name, it also adds no entries that were never in git: the next apply
 * would treat them as removed from the files. Pure.
 */
export const ownedWithin = (desired: DesiredState, now: LedgerState, files: DesiredState = {}): DesiredState =>
  desiredStateFrom((kind) => {
    const owned = ownedOf(now, kind.plural);
    const inFiles = new Map(desiredResources(files, kind.plural).map((each) => [each.address, each]));
    return desiredOf(desired, kind.plural)?.flatMap((each) => {
      const [known, fileResource] = [owned.get(each.address), inFiles.get(each.address)];
      return known === undefined
        ? []
        : [ownedPart(kind, each, known, fileResource !== undefined && ownsNamed(kind, fileResource))];
    });
  });

/** Absent for a kind whose live state cannot be made from the content. */
function snapshot(
  { toLive }: AnyKind,
  known: readonly (readonly [id: string, content: unknown])[],
): readonly LiveResource[] | undefined {
  return toLive && known.map(([id, content]) => toLive(id, content));
}

/** The state after the last apply, as if it were the state of the service. Pure. */
export const liveOfLedger = (ledger: LedgerState): LiveState =>
  liveStateFrom((kind) =>
    snapshot(
      kind,
      [...ownedOf(ledger, kind.plural).values()].map(({ id, content }) => [id, content]),
    ),
  );

/**
 * The state in a backup, as if it were the state of the service. A kind that the account could not access is absent.
 * Pure.
 */
export const liveOfBackup = ({ json, desired }: ReadBackup): LiveState =>
  liveStateFrom((kind) => {
    const backedUp = backedUpOf(json, kind);
    const ids = new Map(backedUp?.map(({ address, id }) => [address, id]));
    const known = desiredResources(desired, kind.plural).map(
      (each) => [ids.get(each.address) ?? '', kind.contentOf(each)] as const,
    );
    return backedUp && snapshot(kind, known);
  });
