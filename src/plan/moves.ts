import { allDesired, allOwned, KINDS, kindAt } from '../kinds/registry.ts';
import { type DesiredState, desiredOf, type LedgerState, ownedOf } from '../kinds/states.ts';
import { grouped } from '../model/grouped.ts';
import { byCodeUnit } from '../model/order.ts';
import type { ResourceAddress } from '../model/resources/address.ts';
import { type Address, kindIn } from '../model/resources/address.ts';
import type { DesiredResource, OwnedResource } from '../model/resources/resource.ts';

/** A resource that has another address now, because its file or folder has. */
export interface Move {
  readonly from: ResourceAddress;
  readonly to: ResourceAddress;
}

export interface MovedInput {
  readonly desired: DesiredState;
  readonly ledger: LedgerState;
  /** What `moved:` states. A line that has done its work means nothing any more. */
  readonly stated: readonly Move[];
  /** Addresses of files that give no resource now, since they have errors. They have not moved. Absent: none. */
  readonly unreadable?: ReadonlySet<Address>;
}

/** Addresses that the files have and the ledger does not know, and those that only the ledger knows. */
interface Unsettled {
  readonly fresh: readonly Address[];
  readonly gone: readonly Address[];
}

/** The content of a resource without its name, which may move along; where that does not tell, its address. */
function contentDigest(address: Address, content: (kind: (typeof KINDS)[number]) => unknown): string {
  const kind = kindAt(address);
  return kind?.withoutName === undefined ? address : kind.digest(kind.withoutName(content(kind)));
}

/** Pairs of addresses with one content that is found once on either side: what two have in common tells nothing. */
function alike(
  { fresh, gone }: Unsettled,
  wanted: ReadonlyMap<Address, DesiredResource>,
  owned: ReadonlyMap<Address, OwnedResource>,
): readonly Move[] {
  // Digests of everything that is new are not made for nothing.
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
 * The ledger with the addresses that its resources have now. Stated moves count first; then an owned resource that the
 * files have no more, and a new one of the files with exactly its content, are one. What has moved and keeps its name
 * on the service is found by that name later on. Pure.
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
  const said = stated.filter(
    ({ from, to }) => kindIn(from) === kindIn(to) && before.gone.includes(from) && before.fresh.includes(to),
  );
  const afterSaid = moved(ledger, said);
  const owned = allOwned(afterSaid);
  const found = alike(unsettled(owned), wanted, owned);
  return { moves: [...said, ...found], ledger: moved(afterSaid, found) };
}
