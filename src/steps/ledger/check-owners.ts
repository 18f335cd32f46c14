import { allDesired, allOwned } from '../../kinds/registry.ts';
import type { DesiredState, LedgerState } from '../../kinds/states.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { errorAt, type Finding, topOf } from '../../model/finding.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { DesiredResource } from '../../model/resources/resource.ts';
import { WORKSPACE_FILE } from '../../model/workspace/workspace.ts';

/**
 * A finding for each resource that a plan would adopt, change or delete although the ledger of another target with the
 * same service address owns it. The other ledgers are read only if the plan touches a resource that this ledger does
 * not own.
 */
export async function checkOwners(
  ledger: Pick<Ledger, 'owners'> | undefined,
  plan: Plan,
  { desired, owned }: { readonly desired: DesiredState; readonly owned: LedgerState },
): Promise<readonly Finding[]> {
  if (ledger === undefined) return [];
  const ownedIds = new Set<string>([...allOwned(owned).values()].map(({ id }) => id));
  const touched = [...plan.changes, ...(plan.adopts ?? [])].flatMap(({ address, id }) =>
    id === undefined || ownedIds.has(id) ? [] : [{ address, id }],
  );
  if (touched.length === 0) return [];
  const owners = await ledger.owners();
  const wanted = new Map<string, DesiredResource>(allDesired(desired).map((each) => [each.address, each]));
  return touched.flatMap(({ address, id }) => {
    const owner = owners.get(id);
    if (owner === undefined) return [];
    const details = { address, id, owner: owner.address, target: owner.target };
    return [errorAt('owned-elsewhere', wanted.get(address)?.origin ?? topOf(WORKSPACE_FILE), details)];
  });
}
