import { TooSlowError } from './no-answer.ts';
import type { ClientPorts } from './ports.ts';

/** The slowest line on which a large body must still get through, in bytes per millisecond (100 kB/s). */
export const SLOWEST_BYTES_PER_MS = 100;

interface Deadline {
  /** Milliseconds for the whole step. */
  readonly mostMs: number;
  /**
   * Milliseconds for which nothing may come, looked at when they are over: so a line that stands still is given up
   * after them at the earliest, after twice as long at the latest.
   */
  readonly stallMs: number;
  /** Whether something has come since it was asked for the last time. */
  readonly moved: () => boolean;
}

/** Runs one step of a call against a deadline. The step is aborted when the deadline passes, and need not obey. */
export function beforeDeadline<Value>(
  { after }: ClientPorts,
  { mostMs, stallMs, moved }: Deadline,
  abort: AbortController,
  step: Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    let leftMs = mostMs;
    let stop: () => void = () => undefined;
    const watch = (): void => {
      const spanMs = Math.min(leftMs, stallMs);
      stop = after(spanMs, () => {
        leftMs -= spanMs;
        const hasMoved = moved();
        if (leftMs > 0 && hasMoved) return watch();
        const error = hasMoved ? new TooSlowError(mostMs, 'unfinished') : new TooSlowError(spanMs, 'stalled');
        reject(error);
        abort.abort(error);
      });
    };
    watch();
    step.then(
      (value) => {
        stop();
        resolve(value);
      },
      (error: unknown) => {
        stop();
        reject(error);
      },
    );
  });
}
