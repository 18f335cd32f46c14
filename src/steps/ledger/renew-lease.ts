import type { Ledger } from '../../ledger/ledger.ts';
import { CLOCK_TOLERANCE_MINUTES, type HeldLock, LOCK_MINUTES, RENEW_AFTER_MINUTES } from '../../ledger/lock.ts';

const MINUTE_MS = 60_000;
/** Interval at which a run checks its lock, in milliseconds. */
const LOOK_EVERY_MS = MINUTE_MS / 2;

/** The clock used to keep a lock. */
export interface LeasePorts {
  readonly now: () => Date;
  /** Repeats a task until the returned function is called. It does not keep the process running. */
  readonly every: (milliseconds: number, task: () => void) => () => void;
}

export interface Lease {
  /** Aborted when the lock is lost. The reason is an error that describes how. */
  readonly lost: AbortSignal;
  /** Checks the lock immediately, in addition to the timer. */
  readonly keep: () => void;
  /** Ends the renewals, and returns the current lock. */
  readonly end: () => Promise<HeldLock>;
}

/**
 * Keeps a lock for the duration of a run. A timer renews it, so that a long call does not outlast it. A lock that
 * cannot be renewed counts as lost some minutes before it expires, because the clock of another runner may be ahead. A
 * failed renewal is not a loss yet; the next check tries again. Time is measured by the clock and by the timer, and the
 * longer one counts: the clock may be set back, and the timer stops while the machine sleeps.
 */
export function renewLease(ledger: Ledger, first: HeldLock, { now, every }: LeasePorts): Lease {
  const lost = new AbortController();
  let lock = first;
  let renewing: Promise<void> | undefined;
  let isOver = false;
  /** True: a renewal failed, but may have succeeded on the other side. */
  let isUnsure = false;
  /** Time since the lock was taken or renewed, by the timer. */
  let sinceMs = 0;
  async function renew(): Promise<void> {
    isUnsure = true;
    const beganMs = sinceMs;
    const next = await ledger.lock.renew(lock, beganMs);
    isUnsure = false;
    sinceMs -= beganMs;
    if (next === undefined) lost.abort(new Error('another run took the lock of the target, or the lock was removed'));
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
      const seen = isUnsure ? await ledger.lock.read().catch(() => undefined) : undefined;
      return seen?.holder.id === lock.holder.id ? seen : lock;
    },
  };
}
