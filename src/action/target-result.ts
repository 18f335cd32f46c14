import type { ApplyReport } from '../apply/outcome.ts';
import { outcomeCounts } from '../apply/verdict.ts';
import { EXIT } from '../cli/exit-code.ts';
import { planCounts } from '../plan/counts.ts';
import type { Plan } from '../plan/plan.ts';
import type { CommentState } from './comment/comment-marker.ts';
import type { Posted } from './comment/sticky-comment.ts';
import type { Ran } from './run-in-group.ts';

/** What a step ended with, best first; of several targets the last one in this order counts. */
export const RESULTS = [
  'no-changes',
  'checked',
  'applied',
  'changes',
  'drift',
  'invalid',
  'refused',
  'partly-applied',
  'failed',
] as const;

export type Result = (typeof RESULTS)[number];

/** What became of one target. */
export interface TargetResult {
  /** Empty: the step was about no target. */
  readonly target: string;
  readonly result: Result;
  readonly ran: Ran;
  readonly planPath?: string | undefined;
  readonly markdownPath?: string | undefined;
  readonly posted?: Posted | undefined;
  readonly issue?: number | undefined;
}

/** The plan that was shown or run. */
export const planOf = ({ reported }: Ran): Plan | undefined =>
  reported === undefined || reported.kind === 'validated' || reported.kind === 'drifted' ? undefined : reported.plan;

/** Whether an apply would do something. Where there is no ledger, nobody knows that nothing is to be done. */
const hasWork = (plan: Plan | undefined): boolean =>
  plan !== undefined && (planCounts(plan).calls > 0 || (plan.adopts ?? []).length > 0 || plan.ledger === null);

/** Whether something was done, or may have been: a run that was cancelled can have done a part. */
function hasDone(report: ApplyReport): boolean {
  const { applied, unknown } = outcomeCounts(report);
  return applied + unknown > 0;
}

/** How a `plan`, `apply` or `validate` ended, from its exit code and what it had to tell. */
export function resultOf(ran: Ran): Result {
  const { code, reported } = ran;
  switch (code) {
    case EXIT.findings:
      return 'invalid';
    case EXIT.refused:
      return 'refused';
    case EXIT.partly:
      return 'partly-applied';
    case EXIT.ok:
    case EXIT.changes:
      if (reported?.kind === 'validated') return 'checked';
      if (reported?.kind === 'applied')
        return reported.report.outcomes.length === 0 && reported.recorded === undefined ? 'no-changes' : 'applied';
      return hasWork(planOf(ran)) ? 'changes' : 'no-changes';
    case EXIT.error:
    case EXIT.interrupted:
      return reported?.kind === 'applied' && hasDone(reported.report) ? 'partly-applied' : 'failed';
  }
}

const STATE_OF: Readonly<Record<Result, CommentState>> = {
  'no-changes': 'no-changes',
  checked: 'checked',
  applied: 'applied',
  changes: 'open',
  drift: 'failed',
  invalid: 'failed',
  refused: 'refused',
  'partly-applied': 'partly-applied',
  failed: 'failed',
};

/** The same for a comment. */
export const stateOf = (result: Result): CommentState => STATE_OF[result];

export const worst = (results: readonly Result[]): Result =>
  results.reduce((one, other) => (RESULTS.indexOf(other) > RESULTS.indexOf(one) ? other : one), 'no-changes');
