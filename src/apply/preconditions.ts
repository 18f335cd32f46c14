import type { Client } from '../client/client.ts';
import type { Limit } from '../client/limit.ts';
import type { LedgerState } from '../kinds/states.ts';
import type { Change, Operation, Plan } from '../model/plan/plan.ts';
import type { StaleOutcome } from './outcome.ts';
import { addressOf, beginRun, type Step, stepsOf } from './steps.ts';

export interface PreconditionsInput {
  readonly plan: Plan;
  readonly client: Client;
  readonly limit: Limit;
  /** What the ledger had when the plan was made: it names what has changed beside the plan. */
  readonly base?: LedgerState;
}

/** What the plan is still to make has no parts that could be looked at. */
const canBeSeen = ({ id }: Change, { notIds }: Operation): boolean => id !== undefined || notIds !== undefined;

/**
 * One operation whose part is neither as it was planned from nor as it was planned to; `undefined`: it fits, or cannot
 * be looked at yet.
 */
export async function checkPrecondition(
  change: Change,
  { operation, target }: Step,
): Promise<StaleOutcome | undefined> {
  if (!canBeSeen(change, operation)) return undefined;
  const { digest: now } = await target.observe({ fresh: false });
  if (now === operation.pre || now === operation.post) return undefined;
  return { kind: 'stale', operation, address: addressOf(change, operation), now, detail: target.stale() };
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
