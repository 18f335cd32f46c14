import type { LedgerRecord } from '../../model/ledger/ledger-record.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { ApplyReport } from '../../plan/outcome.ts';
import { fitted } from '../format/columns.ts';

/** Maximum number of characters of a summary: it is the first line of a commit in a list. */
const SUMMARY_MAX = 120;

const RECORD_VERBS = { adopted: 'adopt', updated: 'record', moved: 'move', dropped: 'drop' } as const;

/**
 * One line for the ledger: the completed part of a plan, and its resources; for an entry without calls, the recorded
 * changes. Addresses are defined by the files of the workspace and contain no text of the service.
 */
export function ledgerSummary(plan: Plan, { outcomes }: ApplyReport, records: readonly LedgerRecord[]): string {
  const done = outcomes.filter(({ kind }) => kind === 'applied' || kind === 'already-done').length;
  if (outcomes.length === 0)
    return records.length === 0
      ? 'record the state of the target'
      : fitted(records.map(({ kind, address }) => `${RECORD_VERBS[kind]} ${address}`).join(', '), SUMMARY_MAX + 1);
  const what = plan.changes.map(({ action, address }) => `${action} ${address}`).join(', ');
  const share = done === outcomes.length ? '' : ` (${done} of ${outcomes.length} calls)`;
  return `${fitted(what, SUMMARY_MAX + 1 - share.length)}${share}`;
}
