import { allDesired, allOwned, KINDS, kindAt, withName } from '../kinds/registry.ts';
import { type DesiredState, desiredOf, type LedgerState, ownedOf } from '../kinds/states.ts';
import { byCodeUnit, grouped } from '../model/lists.ts';
import { type Address, kindIn, type ResourceAddress } from '../model/resources/address.ts';
import type { DesiredResource, OwnedResource } from '../model/resources/resource.ts';

/** A resource whose address has changed, because its file or folder was moved. */
export interface Move {
  readonly from: ResourceAddress;
  readonly to: ResourceAddress;
}

export interface MovedInput {
  readonly desired: DesiredState;
  readonly ledger: LedgerState;
  /** The moves in `moved:`. An entry has no effect once it has been applied. */
  readonly stated: readonly Move[];
  /** Addresses of files that give no resource because of errors. They have not moved. Absent: none. */
  readonly unreadable?: ReadonlySet<Address>;
}

/** Addresses that only the files have, and addresses that only the ledger has. */
interface Unsettled {
  readonly fresh: readonly Address[];
  readonly gone: readonly Address[];
}

/**
 * Digest of the content of a resource without its name, which may change with the address. For a kind whose content
 * does not identify a resource: the address.
 */
function contentDigest(address: Address, content: (kind: (typeof KINDS)[number]) => unknown): string {
  const kind = kindAt(address);
  return kind === undefined || kind.hasSecret === true ? address : kind.digest(withName(kind, content(kind)));
}

/** Pairs of addresses with the same content, if only one address on each side has that content. */
function alike(
  { fresh, gone }: Unsettled,
  wanted: ReadonlyMap<Address, DesiredResource>,
  owned: ReadonlyMap<Address, OwnedResource>,
): readonly Move[] {
  // Do not compute digests of all new resources if nothing can be paired.
  if (fresh.length === 0 || gone.length === 0) return [];
  const here = grouped(fresh, (address) =>
    contentDigest(address, (kind) => kind.contentOf(wanted.get(address) as DesiredResource)),
  );
  const there = grouped(gone, (address) => contentDigest(address, () => owned.get(address)?.content));
  return [...there].flatMap(([digest, from]) => {
    const to = here.get(digest) ?? [];
    return from.length === 1 && to.length === 1 ? [{ from: from[0] as Address, to: to[0] as Address }] : [];
  });
}

function moved(ledger: LedgerState, moves: readonly Move[]): LedgerState {
  const to = new Map<Address, ResourceAddress>(moves.map((move) => [move.from, move.to]));
  const now = (address: ResourceAddress): ResourceAddress => to.get(address) ?? address;
  const renamed = KINDS.map(({ plural }) => [
    plural,
    new Map([...ownedOf(ledger, plural)].map(([address, each]) => [now(address), each])),
  ]);
  const { unfinished } = ledger;
  return {
    ...ledger,
    ...Object.fromEntries(renamed),
    ...(unfinished && { unfinished: unfinished.map((each) => ({ ...each, address: now(each.address) })) }),
  };
}

/**
 * The ledger with the present addresses of its resources. Moves in `moved:` count first. Then an owned resource that
 * the files no longer have is paired with a new resource of the files with exactly its content. A resource that moved
 * and keeps its name on the service is found by that name later. Pure.
 */
export function movedLedger({ desired, ledger, stated, unreadable }: MovedInput): {
  readonly ledger: LedgerState;
  readonly moves: readonly Move[];
} {
  const wanted = new Map<Address, DesiredResource>(allDesired(desired).map((each) => [each.address, each]));
  const managed = new Set(
    KINDS.filter(({ plural }) => desiredOf(desired, plural) !== undefined).map(({ prefix }) => prefix),
  );
  const isGone = (address: Address): boolean =>
    managed.has(kindIn(address)) && !wanted.has(address) && unreadable?.has(address) !== true;
  const unsettled = (owned: ReadonlyMap<Address, unknown>): Unsettled => ({
    fresh: [...wanted.keys()].filter((address) => !owned.has(address)).sort(byCodeUnit),
    gone: [...owned.keys()].filter(isGone).sort(byCodeUnit),
  });
  const before = unsettled(allOwned(ledger));
  const statedMoves = stated.filter(
    ({ from, to }) => kindIn(from) === kindIn(to) && before.gone.includes(from) && before.fresh.includes(to),
  );
  const afterStated = moved(ledger, statedMoves);
  const owned = allOwned(afterStated);
  const found = alike(unsettled(owned), wanted, owned);
  return { moves: [...statedMoves, ...found], ledger: moved(afterStated, found) };
}
