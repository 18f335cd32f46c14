import { allDesired, allOwned } from '../../kinds/registry.ts';
import type { DesiredState, LedgerState } from '../../kinds/states.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { type Address, kindIn } from '../../model/resources/address.ts';

/** A change whose id is another one than the ledger has for its address, or that of another address. */
export interface ForeignId {
  readonly address: Address;
  readonly id: string;
  /** Whose id it is, as the ledger says; absent: nobody's. */
  readonly owner?: Address;
}

/**
 * The changes of a saved plan whose address does not belong to their id. `ledger`: what it had when the plan was made.
 * What it knows under neither is adopted or deleted by consent, and is the business of the guard.
 */
export function foreignIds(plan: Plan, ledger: LedgerState, desired: DesiredState): readonly ForeignId[] {
  const wanted = allDesired(desired);
  const owned = allOwned(ledger);
  const addresses = new Set<Address>(wanted.map((each) => each.address));
  const pinned = new Set<string | undefined>(wanted.map(({ pinnedId }) => pinnedId));
  // A replacement that a dead run has begun may have given an address another id since.
  const unsettled = new Set<Address>((ledger.unfinished ?? []).map(({ address }) => address));
  return plan.changes.flatMap((change): readonly ForeignId[] => {
    const { id, address } = change;
    // What a replacement left over has no address of its own.
    if (id === undefined || pinned.has(id) || unsettled.has(address) || change.leftOf !== undefined) return [];
    const owner = [...owned].find(([known, each]) => each.id === id && kindIn(known) === kindIn(address))?.[0];
    // An address that no file names any more has given its resource to one that bears its name.
    if (owner === address || (owner !== undefined && !addresses.has(owner))) return [];
    if (owner === undefined && !owned.has(address)) return [];
    // The ledger's id is gone from the service, and the one resource of the name has taken its place.
    if (owner === undefined && change.adopted) return [];
    return [{ address, id, ...(owner !== undefined && { owner }) }];
  });
}
