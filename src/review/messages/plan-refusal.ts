import type { ErrorCode } from '../../model/codes/error-codes.ts';
import type { ConfigDiff } from '../../plan/diff/config-diff.ts';
import type { StaleOutcome } from '../../plan/outcome.ts';

/** Why a plan, or a change of the ledger, is not run. */
export interface PlanRefusal {
  readonly code: ErrorCode;
  readonly reason: string;
  /** What of it does not fit the service any more, where that was looked at. */
  readonly stale?: readonly StaleOutcome[];
  /** What it does otherwise than the files ask by now. */
  readonly files?: readonly ConfigDiff[];
}
