import type { Client, Limit } from '../../client/client.ts';
import type { LedgerState } from '../../kinds/states.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { StaleOutcome } from '../../plan/outcome.ts';
import { checkPrecondition, stepsOf } from './apply-plan.ts';
import { beginRun } from './begin-run.ts';

export interface PreconditionsInput {
  readonly plan: Plan;
  readonly client: Client;
  readonly limit: Limit;
  /** The ledger's state when the plan was made. It helps to name changes outside the plan. */
  readonly base?: LedgerState;
}

/**
 * The operations of a plan that no longer fit, in its order: their part differs from both the planned old and the
 * planned new state. Makes one read for each and no changing call. Rejects if a part cannot be read.
 */
export async function checkPreconditions(input: PreconditionsInput): Promise<readonly StaleOutcome[]> {
  const run = beginRun(input, new AbortController().signal);
  const found = await Promise.all(
    input.plan.changes.map(async (change) => {
      const stale: StaleOutcome[] = [];
      for (const step of stepsOf(change, run)) {
        const found = await checkPrecondition(change, step);
        if (found !== undefined) stale.push(found);
      }
      return stale;
    }),
  );
  return found.flat();
}
