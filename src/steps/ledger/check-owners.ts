import { allDesired, allOwned } from '../../kinds/registry.ts';
import type { DesiredState, LedgerState } from '../../kinds/states.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { DesiredResource } from '../../model/resources/resource.ts';
import { topOf } from '../../model/source-ref.ts';
import { WORKSPACE_FILE } from '../../model/workspace/workspace.ts';

/**
 * What a plan would take over, change or delete that the ledger of another target, on the same address, says is its
 * own: one finding for each. The other ledgers are looked at only when the plan touches something that this one does
 * not own.
 */
export async function checkOwners(
  ledger: Pick<Ledger, 'owners'> | undefined,
  plan: Plan,
  { desired, owned }: { readonly desired: DesiredState; readonly owned: LedgerState },
): Promise<readonly Finding[]> {
  if (ledger === undefined) return [];
  const own = new Set<string>([...allOwned(owned).values()].map(({ id }) => id));
  const touched = [...plan.changes, ...(plan.adopts ?? [])].flatMap(({ address, id }) =>
    id === undefined || own.has(id) ? [] : [{ address, id: id as string }],
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
