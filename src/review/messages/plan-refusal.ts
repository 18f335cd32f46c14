import type { ErrorCode } from '../../model/codes/error-codes.ts';
import type { ConfigDiff } from '../../plan/diff/diff-ledgers.ts';
import type { StaleOutcome } from '../../plan/outcome.ts';

/** The reason why a plan, or a change of the ledger, does not run. */
export interface PlanRefusal {
  readonly code: ErrorCode;
  readonly reason: string;
  /** The calls that no longer match the service, if this was checked. */
  readonly stale?: readonly StaleOutcome[];
  /** The differences between the plan and the present files. */
  readonly files?: readonly ConfigDiff[];
}
