import type { ApplyReport } from '../apply/outcome.ts';
import type { Plan } from '../plan/plan.ts';
import { cutTo } from './progress-text.ts';

/** Most characters of a summary: the first line of a commit, in a listing. */
const SUMMARY_MAX = 120;

/** One line for the history: how much of a plan was done, and to what. Addresses are of the workspace's own files; they hold no text of the service. */
export function ledgerSummary(plan: Plan, { outcomes }: ApplyReport): string {
  const done = outcomes.filter(({ kind }) => kind === 'applied' || kind === 'already-done').length;
  if (outcomes.length === 0) return 'take over what is the same already';
  const what = plan.changes.map(({ action, address }) => `${action} ${address}`).join(', ');
  const share = done === outcomes.length ? '' : ` (${done} of ${outcomes.length} calls)`;
  return `${cutTo(what, SUMMARY_MAX - share.length)}${share}`;
}
