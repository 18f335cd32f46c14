import type { ErrorCode } from '../../model/codes/error-codes.ts';
import { shortVersion, visible } from '../format/escape.ts';
import type { EntryInLog } from './ledger-log-text.ts';
import type { Holder } from './lock-text.ts';

/** The entry of the ledger that another run wrote. */
type Winner = Pick<EntryInLog, 'version' | 'time' | 'summary'> & Partial<Pick<EntryInLog, 'facts'>>;

/** The code for each reason why the ledger does not allow a run to begin. */
export const LEDGER_REFUSALS = { locked: 'locked', moved: 'ledger-moved' } as const satisfies Record<string, ErrorCode>;

/** The reason why nothing was applied: another run holds the lock, or has changed the ledger. */
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
      ? 'its ledger no longer exists'
      : `${visible(winner.summary)}${by} (${shortVersion(winner.version)}, ${visible(winner.time)})`;
  return (
    `another run has applied to "${visible(target)}" since this plan was made: ${what}. Nothing was ` +
    'changed; plan again\n'
  );
}

const endedHolding = ({ who, since }: Pick<Holder, 'who' | 'since'>, target: string): string =>
  `the run of ${visible(who)} that has held the lock of "${visible(target)}" since ${visible(since)} ended ` +
  'without releasing it';

/** The message if a lock was taken before its end, because its process on this machine has ended. */
export const staleHolderText = (holder: Omit<Holder, 'until'>, target: string, waitMs: number): string =>
  `${endedHolding(holder, target)} (process ${holder.process?.pid} no longer runs on this machine); this run takes ` +
  `the lock and continues in ${waitMs / 1000} seconds\n`;

/** The message if a run without changes removed the lock of a run that has ended. */
export const staleLockText = (holder: Pick<Holder, 'who' | 'since'>, target: string): string =>
  `${endedHolding(holder, target)}; this run removed the lock\n`;

/** The message if a run that was not interrupted stopped before its end. */
export const lockLost = (target: string, reason: string): string =>
  `the run on "${visible(target)}" lost its lock and began no further calls: ${visible(reason)}. lexform ` +
  'ledger unlock shows the owner of the lock; then rerun the same command\n';

/** The message if the service was changed but the ledger was not written. */
export const ledgerNotWritten = (reason: string): string =>
  `the service was changed, but the ledger could not be written: ${visible(reason)}. The next plan shows the ` +
  'changes that the ledger lacks; apply again to record them\n';
