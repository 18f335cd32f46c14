import { visible } from '../format/escape.ts';

/** Why nothing was applied: somebody else is at it, or was faster. */
export function ledgerRefusal(
  target: string,
  refused:
    | {
        readonly kind: 'locked';
        readonly by: { readonly who: string; readonly since: string; readonly until: string; readonly run?: string };
      }
    | {
        readonly kind: 'moved';
        readonly winner:
          | {
              readonly version: string;
              readonly time: string;
              readonly summary: string;
              readonly facts?: readonly (readonly [name: string, value: string])[];
            }
          | undefined;
      },
): string {
  if (refused.kind === 'locked') {
    const { who, since, until, run } = refused.by;
    const where = run === undefined ? '' : `, ${visible(run)}`;
    return `"${visible(target)}" is being changed by ${visible(who)} since ${visible(since)}${where}; the lock ends at ${visible(until)} at the latest. Run again then, or see lexform unlock\n`;
  }
  const { winner } = refused;
  const actor = winner?.facts?.find(([name]) => name === 'Actor')?.[1];
  const by = actor === undefined ? '' : ` by ${visible(actor)}`;
  const what =
    winner === undefined
      ? 'its history is gone'
      : `${visible(winner.summary)}${by} (${visible(winner.version.slice(0, 12))}, ${visible(winner.time)})`;
  return `somebody has applied to "${visible(target)}" since this plan was made: ${what}. Nothing was changed; plan again\n`;
}

/** That a lock was taken over before its time was over, since its process runs no more on this machine. */
export const deadHolderText = (
  {
    who,
    since,
    process,
  }: { readonly who: string; readonly since: string; readonly process?: { readonly pid: number } },
  target: string,
  waitMs: number,
): string =>
  `the run of ${visible(who)} that holds the lock of "${visible(target)}" since ${visible(since)} was ended before it could give it up (process ${process?.pid} runs no more on this machine); the lock is taken over, and the run goes on in ${waitMs / 1000} seconds\n`;

/** Why a run stopped in the middle that nobody had interrupted. */
export const lockLost = (target: string, reason: string): string =>
  `the run on "${visible(target)}" lost its lock, so nothing new was begun from then on: ${visible(reason)}. Look at lexform unlock for who is at work there, then run the same command again\n`;

/** What to know when the service was changed and the history does not say so. */
export const ledgerNotWritten = (reason: string): string =>
  `the service was changed, but the ledger could not be written: ${visible(reason)}. The next plan shows what it does not know of; apply again to write it\n`;

/** Why a saved plan is refused that undoes what somebody had changed when it was made. */
export const undoneText = (addresses: readonly string[]): string =>
  `the plan undoes what somebody has changed on the service since the last apply, in ${addresses.map(visible).join(', ')}; "lexform pull" takes it into the files, --overwrite-drift undoes it [drift]\n`;
