import { desiredFrom, placesInFiles } from '../../kinds/ledger-content.ts';
import type { Places } from '../../kinds/model/ledger-model.ts';
import type { AnyKind, Child } from '../../kinds/model/resource-kind.ts';
import { desiredStateFrom, KINDS } from '../../kinds/registry.ts';
import type { DesiredState, LedgerState, LiveState } from '../../kinds/states.ts';
import { desiredOf, liveOf, ownedOf } from '../../kinds/states.ts';
import { type Finding, warningAt } from '../../model/finding.ts';
import { kindIn, nameIn, type ResourceAddress } from '../../model/resources/address.ts';
import { addressName } from '../../model/resources/address-name.ts';
import type { DesiredResource, OwnedResource } from '../../model/resources/resource.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { backedUpOf } from './backup-json.ts';
import type { ReadBackup } from './read-backup.ts';

export interface RestoreInput {
  readonly backup: ReadBackup;
  /** The folder of the backup, as it is shown in front of its files. */
  readonly label: string;
  readonly now: LedgerState;
  /** What the service lists. */
  readonly live: LiveState;
}

export interface ToRestore {
  readonly desired: DesiredState;
  /** What cannot be brought back: warnings. */
  readonly findings: readonly Finding[];
}

/**
 * Address in the backup → address of the same resource by now. What the ledger owns has the address that it has there.
 * Anything else keeps the one of the backup, unless that names another resource by now.
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

/** The places of a resource, named as they are shown. */
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

/** What is asked for of one kind, and what cannot be brought back. */
interface ToRestoreOfKind {
  readonly desired: readonly DesiredResource[] | undefined;
  readonly findings: readonly Finding[];
}

function restoreKind(kind: AnyKind, { backup, label, now, live }: RestoreInput): ToRestoreOfKind {
  const { plural, ledger } = kind;
  const owned = ownedOf(now, plural);
  const inUse = (liveOf(live, plural) ?? []).filter((each) => kind.isInUse?.(each) !== false);
  const ids = new Set(inUse.map(({ id }) => id));
  const idOf = new Map((backedUpOf(backup.json, kind) ?? []).map(({ address, id }) => [address, id]));
  const addressOf = addressesNow(idOf, owned, (id) => ids.has(id));
  const findings: Finding[] = [];
  const desired = desiredOf(backup.desired, plural)?.flatMap((from): readonly DesiredResource[] => {
    const { pinnedId: _, ...rest } = from;
    const id = idOf.get(from.address);
    const address = addressOf.get(from.address) ?? from.address;
    const places = placed(placesInFiles(kind, from), label);
    const content = ledger.whole?.(kind.contentOf(from)) ?? kind.contentOf(from);
    const isPinned = id !== undefined && ids.has(id);
    const hasName = inUse.some((each) => kind.name(kind.contentOfLive(each)) === kind.name(content));
    const left = (code: string): readonly DesiredResource[] => {
      findings.push(warningAt(code, places.origin, { address }));
      return [];
    };
    if (!isPinned && !hasName) {
      if (kind.goesForGood) return left('backup-key-gone');
      if (!ids.has(owned.get(address)?.id ?? '') && ledger.canBeCreated?.(content) === false)
        return left('backup-left-out');
    }
    const protect = owned.get(address)?.protect ?? false;
    const at = { ...rest, address, protect, ...(isPinned && { pinnedId: id }) };
    return [desiredFrom(kind, content, at, places)];
  });
  return { desired, findings };
}

/**
 * A backup as what is asked for: every resource is the one with its id, where that is still there, else the only one
 * of its name. What the service would not make anew is left out, with a warning. A backup is the whole of a resource,
 * so whatever it does not say of it goes. Pure.
 */
export function restoreState(input: RestoreInput): ToRestore {
  const made = new Map(KINDS.map((kind) => [kind, restoreKind(kind, input)]));
  return {
    desired: desiredStateFrom((kind) => made.get(kind)?.desired),
    findings: [...made.values()].flatMap(({ findings }) => findings),
  };
}
