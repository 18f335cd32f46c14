import type { Client } from '../../client/client.ts';
import type { Limit } from '../../client/limit.ts';
import type { LedgerState } from '../../kinds/states.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { StaleOutcome } from '../../plan/outcome.ts';
import { checkPrecondition, stepsOf } from './apply-plan.ts';
import { beginRun } from './begin-run.ts';

export interface PreconditionsInput {
  readonly plan: Plan;
  readonly client: Client;
  readonly limit: Limit;
  /** What the ledger had when the plan was made: it names what has changed beside the plan. */
  readonly base?: LedgerState;
}

/**
 * What of a plan does not fit any more: each operation whose part is neither as it was planned from nor as it was
 * planned to, in the order of the plan. Only looks: one reading for each, and no call that changes anything. Rejects
 * when something cannot be read.
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
