import { EXIT } from '../../app/exit-code.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { planCounts } from '../../plan/counts.ts';
import type { ApplyReport } from '../../plan/outcome.ts';
import { reportedPlan } from '../../review/reported.ts';
import { outcomeCounts } from '../../steps/apply/verdict.ts';
import type { CommentState } from './comment/comment-marker.ts';
import type { Posted } from './comment/sticky-comment.ts';
import type { Ran } from './run-in-group.ts';

/** The results of a step, best first. With several targets, the worst one counts. */
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

/** The result of one target. */
export interface TargetResult {
  /** Empty: the step was not for a target. */
  readonly target: string;
  readonly result: Result;
  readonly ran: Ran;
  /** True if a pull changed files of the checkout. Absent: false, or not a pull. */
  readonly hasNewFiles?: boolean;
  readonly planPath?: string | undefined;
  readonly markdownPath?: string | undefined;
  readonly posted?: Posted | undefined;
  readonly issue?: number | undefined;
}

/** The plan that was shown or run. */
export const planOf = ({ reported }: Ran): Plan | undefined => reported && reportedPlan(reported);

/** True if an apply would or could change something: without a ledger, this is unknown. */
const hasWork = (plan: Plan | undefined): boolean =>
  plan !== undefined && (planCounts(plan).calls > 0 || (plan.adopts ?? []).length > 0 || plan.ledger === null);

/** True if a call was made or may have been: a cancelled run may have made some. */
function hasDone(report: ApplyReport): boolean {
  const { applied, unknown } = outcomeCounts(report);
  return applied + unknown > 0;
}

/** The result of a `plan`, `apply`, `drift` or `validate`. */
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
      if (reported?.kind === 'drifted') return code === EXIT.changes ? 'drift' : 'no-changes';
      if (reported?.kind === 'applied')
        return reported.report.outcomes.length === 0 && reported.recorded === undefined ? 'no-changes' : 'applied';
      return hasWork(planOf(ran)) ? 'changes' : 'no-changes';
    case EXIT.error:
    case EXIT.interrupted:
      return reported?.kind === 'applied' && hasDone(reported.report) ? 'partly-applied' : 'failed';
  }
}

/** The state of the comment for a result. */
export function stateOf(result: Result): CommentState {
  if (result === 'changes') return 'open';
  return result === 'drift' || result === 'invalid' ? 'failed' : result;
}

export const worst = (results: readonly Result[]): Result =>
  results.reduce((one, other) => (RESULTS.indexOf(other) > RESULTS.indexOf(one) ? other : one), 'no-changes');
