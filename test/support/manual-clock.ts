/** A clock that moves only when it is told to, or when somebody waits on it. */
export interface ManualClock {
  readonly now: () => Date;
  /**
   * A wait without a signal is over at once and moves the clock. A wait with a signal is a deadline: it ends when the
   * clock has passed it, moved by `advance` or by other waits, and rejects when the signal is aborted.
   */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** A deadline too: its task is called when the clock has passed it. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
  readonly advance: (milliseconds: number) => void;
  /** Calls a task each time that the clock has passed so much more. */
  readonly every: (milliseconds: number, task: () => void) => () => void;
  /** Timers that nobody has stopped. */
  readonly timers: () => number;
  /** The waits without a signal so far, in milliseconds. */
  readonly waits: readonly number[];
  /** Deadlines that are neither over nor given up. */
  readonly pending: () => number;
}

export function manualClock(start = '2030-01-01T00:00:00Z'): ManualClock {
  let time = Date.parse(start);
  const waits: number[] = [];
  const deadlines = new Set<{ readonly at: number; readonly end: () => void }>();
  const timers = new Set<{ at: number; readonly step: number; readonly task: () => void }>();
  const advance = (milliseconds: number): void => {
    time += milliseconds;
    for (const timer of [...timers]) {
      if (timer.at > time) continue;
      timer.at += timer.step * Math.ceil((time - timer.at + 1) / timer.step);
      timer.task();
    }
    for (const deadline of [...deadlines].sort((left, right) => left.at - right.at)) {
      if (deadline.at > time) break;
      deadlines.delete(deadline);
      deadline.end();
    }
  };
  return {
    now: () => new Date(time),
    sleep: (milliseconds, signal) => {
      if (signal === undefined) {
        waits.push(milliseconds);
        advance(milliseconds);
        return Promise.resolve();
      }
      if (signal.aborted) return Promise.reject(signal.reason);
      return new Promise((resolve, reject) => {
        const deadline = { at: time + milliseconds, end: resolve };
        deadlines.add(deadline);
        signal.addEventListener(
          'abort',
          () => {
            deadlines.delete(deadline);
            reject(signal.reason);
          },
          { once: true },
        );
      });
    },
    after: (milliseconds, task) => {
      const deadline = { at: time + milliseconds, end: task };
      deadlines.add(deadline);
      return () => void deadlines.delete(deadline);
    },
    advance,
    every: (step, task) => {
      const timer = { at: time + step, step, task };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    timers: () => timers.size,
    waits,
    pending: () => deadlines.size,
  };
}
