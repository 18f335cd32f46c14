import type { Client } from '../../client/client.ts';
import type { DesiredState, LedgerState, LiveState } from '../../kinds/states.ts';
import type { Ledger, LedgerSnapshot } from '../../ledger/ledger.ts';
import type { Finding } from '../../model/finding.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import type { Sentence } from '../../review/format/sentence.ts';
import type { NotTold } from '../../review/lint/lint-text.ts';
import type { UnderLedgerInput } from '../../steps/ledger/apply-under-ledger.ts';

/** A plan that was made without asking the service, so that it can only be shown. */
export type PlannedOffline = Omit<Planned, 'client' | 'states' | 'deletable'> & Required<Pick<Planned, 'owned'>>;

/**
 * A plan on its way through a run: made from the files, read from a file, or made for an earlier state; then shown,
 * checked, run and reported.
 */
export interface Planned {
  readonly plan: Plan;
  /** What was found while the plan was made, without the findings of the files. */
  readonly findings: readonly Finding[];
  /** What changed on the service since the last apply. Absent: unknown, for a plan from a file. */
  readonly drift?: Drift;
  /** Absent: the workspace keeps no ledger. */
  readonly ledger: Ledger | undefined;
  /** The last entry of the ledger. Absent: there is none. */
  readonly snapshot: LedgerSnapshot | undefined;
  /** What the ledger owns, under the addresses that it has now. Absent: what its last entry says. */
  readonly owned?: LedgerState;
  /** What the service had. Absent: unknown, for a plan from a file. */
  readonly live?: LiveState;
  /** Can make every call of the plan. */
  readonly client: Client;
  /** What the ledger needs to know of the service after the run. */
  readonly states: UnderLedgerInput['states'];
  /** The patterns of what the plan may delete. */
  readonly deletable: readonly string[];
  /** What the ledger owns afterwards. Absent: what the plan was made from. */
  readonly owns?: DesiredState | undefined;
  /** What the ledger says before the changes, such as "roll back to 4f2a91c". */
  readonly title?: string | undefined;
  readonly facts?: UnderLedgerInput['facts'];
  /** The words of the command that shows the plan. Absent: `plan`. */
  readonly shownBy?: readonly string[];
  /** What the plan was made from, in words. Absent: the files. */
  readonly wanted?: Sentence | undefined;
  /** What the linter found in what the plan changes. */
  readonly lint?: readonly Finding[];
  /** What the linter found there and does not report. Absent: nothing. */
  readonly notTold?: NotTold | undefined;
}
