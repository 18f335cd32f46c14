import type { Ledger } from '../../ledger/ledger.ts';
import { CLOCK_TOLERANCE_MINUTES, type HeldLock, LOCK_MINUTES, RENEW_AFTER_MINUTES } from '../../ledger/lock.ts';

const MINUTE_MS = 60_000;
/** How often a run looks at its lock, whatever else it does. */
const LOOK_EVERY_MS = MINUTE_MS / 2;

/** The clock with which a lock is held. */
export interface LeasePorts {
  readonly now: () => Date;
  /** Calls a task again and again, until what it gives is called. It keeps no process alive. */
  readonly every: (milliseconds: number, task: () => void) => () => void;
}

export interface HeldLease {
  /** Aborted when the lock is lost, with an error that says how. */
  readonly lost: AbortSignal;
  /** Looks at the lock at once, beside the timer. */
  readonly keep: () => void;
  /** Ends the renewals, and gives the lock as it is then. */
  readonly end: () => Promise<HeldLock>;
}

/**
 * Holds on to a lock for as long as a run takes: puts its end off by a timer, so that one long call does not outlive
 * it. What it cannot put off counts as lost some minutes before its end: the clock of another runner may be ahead. A
 * renewal that fails is no loss yet; the next look tries again. Time is taken from the clock and from the timer, and
 * the longer one counts: the clock may be set back, and the timer stands still while the machine sleeps.
 */
export function renewLease(ledger: Ledger, first: HeldLock, { now, every }: LeasePorts): HeldLease {
  const lost = new AbortController();
  let lock = first;
  let renewing: Promise<void> | undefined;
  let isOver = false;
  /** A renewal failed, and may have been done all the same. */
  let isUnsure = false;
  /** Time since the lock was taken or renewed, by the timer. */
  let sinceMs = 0;
  async function renew(): Promise<void> {
    isUnsure = true;
    const beganMs = sinceMs;
    const next = await ledger.lock.renew(lock, beganMs);
    isUnsure = false;
    sinceMs -= beganMs;
    if (next === undefined) lost.abort(new Error('somebody else took the lock of the target, or broke it'));
    else lock = next;
  }
  function keep(): void {
    if (isOver) return;
    const byClock = Date.parse(lock.holder.until) - now().getTime();
    const left = Math.min(byClock, LOCK_MINUTES * MINUTE_MS - sinceMs);
    if (left < CLOCK_TOLERANCE_MINUTES * MINUTE_MS)
      lost.abort(new Error('the lock of the target could not be renewed in time'));
    if (renewing !== undefined || left > (LOCK_MINUTES - RENEW_AFTER_MINUTES) * MINUTE_MS) return;
    renewing = renew()
      .catch(() => undefined)
      .finally(() => {
        renewing = undefined;
      });
  }
  const stop = every(LOOK_EVERY_MS, () => {
    sinceMs += LOOK_EVERY_MS;
    keep();
  });
  return {
    lost: lost.signal,
    keep,
    async end() {
      isOver = true;
      stop();
      await renewing;
      const seen = isUnsure ? await ledger.lock.look().catch(() => undefined) : undefined;
      return seen?.holder.id === lock.holder.id ? seen : lock;
    },
  };
}
