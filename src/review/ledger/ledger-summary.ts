import type { LedgerRecord } from '../../model/ledger/ledger-record.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { ApplyReport } from '../../plan/outcome.ts';
import { fitted } from '../format/columns.ts';

/** Most characters of a summary: the first line of a commit, in a listing. */
const SUMMARY_MAX = 120;

const RECORD_VERBS = { adopted: 'adopt', updated: 'record', moved: 'move', dropped: 'drop' } as const;

/**
 * One line for the ledger: how much of a plan was done, and to what; of an entry without calls what it records.
 * Addresses are of the workspace's own files; they hold no text of the service.
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
