import { allDesired, allOwned } from '../../kinds/registry.ts';
import type { DesiredState, LedgerState } from '../../kinds/states.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { type Address, kindIn } from '../../model/resources/address.ts';

/** A change whose id differs from the ledger's id for its address, or belongs to another address. */
export interface ForeignId {
  readonly address: Address;
  readonly id: string;
  /** The address that owns the id in the ledger. Absent: the ledger does not know the id. */
  readonly owner?: Address;
}

/**
 * The changes of a saved plan whose address does not belong to their id. `ledger`: its state when the plan was made. If
 * the ledger knows neither the address nor the id, the change adopts a resource or deletes one by consent; the guard
 * checks that.
 */
export function foreignIds(plan: Plan, ledger: LedgerState, desired: DesiredState): readonly ForeignId[] {
  const wanted = allDesired(desired);
  const owned = allOwned(ledger);
  const addresses = new Set<Address>(wanted.map((each) => each.address));
  const pinned = new Set<string | undefined>(wanted.map(({ pinnedId }) => pinnedId));
  // A replacement that a killed run began may have given the address another id since.
  const unsettled = new Set<Address>((ledger.unfinished ?? []).map(({ address }) => address));
  return plan.changes.flatMap((change): readonly ForeignId[] => {
    const { id, address } = change;
    // A resource that a replacement left over has no address of its own.
    if (id === undefined || pinned.has(id) || unsettled.has(address) || change.leftOf !== undefined) return [];
    const owner = [...owned].find(([known, each]) => each.id === id && kindIn(known) === kindIn(address))?.[0];
    // If no file names the owner's address any more, another address may adopt the resource by its name.
    if (owner === address || (owner !== undefined && !addresses.has(owner))) return [];
    if (owner === undefined && !owned.has(address)) return [];
    // The resource with the ledger's id no longer exists. The change adopts the only resource of that name.
    if (owner === undefined && change.adopted) return [];
    return [{ address, id, ...(owner !== undefined && { owner }) }];
  });
}
