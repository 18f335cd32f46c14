import type { ErrorCode } from '../../model/codes/error-codes.ts';
import { visible } from '../format/escape.ts';
import type { EntryInLog } from './ledger-log-text.ts';
import type { Holder } from './lock-text.ts';

/** The entry of the ledger that another run has written. */
type Winner = Pick<EntryInLog, 'version' | 'time' | 'summary'> & Partial<Pick<EntryInLog, 'facts'>>;

/** The code of each way in which the ledger keeps a run from beginning. */
export const LEDGER_REFUSALS = { locked: 'locked', moved: 'ledger-moved' } as const satisfies Record<string, ErrorCode>;

/** Why nothing was applied: somebody else is at it, or was faster. */
export function ledgerRefusal(
  target: string,
  refused:
    | { readonly kind: 'locked'; readonly by: Holder }
    | { readonly kind: 'moved'; readonly winner: Winner | undefined },
): string {
  if (refused.kind === 'locked') {
    const { who, since, until, run } = refused.by;
    const where = run === undefined ? '' : `, ${visible(run)}`;
    return (
      `"${visible(target)}" is being changed by ${visible(who)} since ${visible(since)}${where}; the lock ` +
      `ends at ${visible(until)} at the latest. Rerun then, or see lexform ledger unlock\n`
    );
  }
  const { winner } = refused;
  const actor = winner?.facts?.find(([name]) => name === 'Actor')?.[1];
  const by = actor === undefined ? '' : ` by ${visible(actor)}`;
  const what =
    winner === undefined
      ? 'its ledger is gone'
      : `${visible(winner.summary)}${by} (${visible(winner.version.slice(0, 12))}, ${visible(winner.time)})`;
  return (
    `another run has applied to "${visible(target)}" since this plan was made: ${what}. Nothing was ` +
    'changed; plan again\n'
  );
}

const endedHolding = ({ who, since }: Pick<Holder, 'who' | 'since'>, target: string): string =>
  `the run of ${visible(who)} that has held the lock of "${visible(target)}" since ${visible(since)} ended ` +
  'without releasing it';

/** That a lock was taken over before its time was over, since its process runs no more on this machine. */
export const staleHolderText = (holder: Omit<Holder, 'until'>, target: string, waitMs: number): string =>
  `${endedHolding(holder, target)} (process ${holder.process?.pid} no longer runs on this machine); this run takes ` +
  `the lock and continues in ${waitMs / 1000} seconds\n`;

/** That a run which had nothing to do has removed the lock of a run that is gone. */
export const staleLockText = (holder: Pick<Holder, 'who' | 'since'>, target: string): string =>
  `${endedHolding(holder, target)}; this run removed the lock\n`;

/** Why a run stopped in the middle that nobody had interrupted. */
export const lockLost = (target: string, reason: string): string =>
  `the run on "${visible(target)}" lost its lock and began no further calls: ${visible(reason)}. See lexform ` +
  'ledger unlock for who holds the lock, then rerun the same command\n';

/** What to know when the service was changed and the ledger does not say so. */
export const ledgerNotWritten = (reason: string): string =>
  `the service was changed, but the ledger could not be written: ${visible(reason)}. The next plan shows the ` +
  'changes that the ledger lacks; apply again to record them\n';
