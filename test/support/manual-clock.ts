/** A clock that moves only when it is told to, or when somebody waits on it. */
export interface ManualClock {
  readonly now: () => Date;
  /**
   * A wait without a signal is over at once and moves the clock. A wait with a signal is a deadline: it ends when the clock has passed it, moved by
   * `advance` or by other waits, and rejects when the signal is aborted.
   */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly advance: (milliseconds: number) => void;
  /** The waits without a signal so far, in milliseconds. */
  readonly waits: readonly number[];
  /** Deadlines that are neither over nor given up. */
  readonly pending: () => number;
}

export function manualClock(start = '2030-01-01T00:00:00Z'): ManualClock {
  let time = Date.parse(start);
  const waits: number[] = [];
  const deadlines = new Set<{ readonly at: number; readonly end: () => void }>();
  const advance = (milliseconds: number): void => {
    time += milliseconds;
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
    advance,
    waits,
    pending: () => deadlines.size,
  };
}
