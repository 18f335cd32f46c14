import type { DesiredState, LedgerState } from '../../kinds/states.ts';
import type { SafetyPolicy } from '../../model/workspace/workspace.ts';

/** What may be taken away, and who says so. */
export interface GuardInput {
  readonly safety: SafetyPolicy;
  /** Address patterns of `--allow-delete`: consent of this run. */
  readonly allowDelete: readonly string[];
  /** Address patterns of `prune:`: standing consent, except for the last ones and for more than half. */
  readonly prune: readonly string[];
  /** `--max-deletes-per-run`: this many entries, rules and instructions may go in the whole run, whatever `safety:` says. */
  readonly maxDeletesPerRun?: number;
  /** `--overwrite-drift`: the plan may undo what somebody has changed on the service. Default: false. */
  readonly overwriteDrift?: boolean;
  readonly desired: DesiredState;
  /** What earlier applies left. Absent: no ledger is kept, and nothing is owned but what the files pin by `id:`. */
  readonly ledger?: LedgerState;
}
