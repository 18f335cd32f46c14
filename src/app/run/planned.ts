import type { Client } from '../../client/client.ts';
import type { DesiredState, LedgerState, LiveState } from '../../kinds/states.ts';
import type { Ledger, LedgerSnapshot } from '../../ledger/ledger.ts';
import type { Finding } from '../../model/finding.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import type { Sentence } from '../../review/format/sentence.ts';
import type { Suppressed } from '../../review/lint/lint-text.ts';
import type { UnderLedgerInput } from '../../steps/ledger/apply-under-ledger.ts';

/** A plan made without contacting the service. It can only be shown. */
export type PlannedOffline = Omit<Planned, 'client' | 'states' | 'deletable'> & Required<Pick<Planned, 'owned'>>;

/**
 * A plan during a run: made from the files, read from a file, or made for an earlier state; then shown, checked, run
 * and reported.
 */
export interface Planned {
  readonly plan: Plan;
  /** Findings made while planning, without those of the files. */
  readonly findings: readonly Finding[];
  /** The changes on the service since the last apply. Absent: unknown, for a plan from a file. */
  readonly drift?: Drift;
  /** Absent: the workspace keeps no ledger. */
  readonly ledger: Ledger | undefined;
  /** The last entry of the ledger. Absent: the ledger is empty. */
  readonly snapshot: LedgerSnapshot | undefined;
  /** The owned resources, under their present addresses. Absent: those of the last entry. */
  readonly owned?: LedgerState;
  /** The live state when the plan was made. Absent: unknown, for a plan from a file. */
  readonly live?: LiveState;
  /** A client that can make every call of the plan. */
  readonly client: Client;
  /** The states of the service after the run that the ledger needs. */
  readonly states: UnderLedgerInput['states'];
  /** The address patterns of resources that the plan may delete. */
  readonly deletable: readonly string[];
  /** The state that the ledger records after the run. Absent: the one from which the plan was made. */
  readonly owns?: DesiredState | undefined;
  /** Prefix of the summary in the ledger, such as "roll back to 4f2a91c". */
  readonly title?: string | undefined;
  readonly facts?: UnderLedgerInput['facts'];
  /** The words of the command that shows the plan. Absent: `plan`. */
  readonly shownBy?: readonly string[];
  /** The source of the plan, in words. Absent: the files. */
  readonly wanted?: Sentence | undefined;
  /** Lint findings about the changes of the plan. */
  readonly lint?: readonly Finding[];
  /** Lint findings about the changes that are not reported. Absent: none. */
  readonly suppressed?: Suppressed | undefined;
}
