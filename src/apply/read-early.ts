import type { Client } from '../client/client.ts';
import type { Limit } from '../client/limit.ts';
import { kindNamed } from '../kinds/registry.ts';
import { mayReadEarly } from '../kinds/service/needed-reads.ts';
import type { Plan } from '../model/plan/plan.ts';
import { stepsOf } from './apply-plan.ts';
import { beginRun } from './begin-run.ts';

/**
 * Reads of a saved plan that begin early, at most: more than that come in too seldom while the files are read, and none
 * is of use when the files take too long.
 */
const READS_MAX = 128;

/**
 * Makes the looks before the first operations of a saved plan with a client that keeps what it reads: the run then asks
 * for the same. What fails is for the run to tell.
 */
export function readEarly(plan: Plan, { client, limit }: { readonly client: Client; readonly limit: Limit }): void {
  const run = beginRun({ plan, client, limit }, new AbortController().signal);
  const early = plan.changes.filter((change) => {
    const [first] = change.operations;
    return first !== undefined && kindNamed(change.kind).needsAdminKey !== true && mayReadEarly(change, first);
  });
  for (const change of early.slice(0, READS_MAX))
    stepsOf(change, run)[0]
      ?.target.observe({ fresh: false })
      .catch(() => undefined);
}
