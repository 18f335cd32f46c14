import { TooSlowError } from './no-answer.ts';
import type { ClientPorts } from './ports.ts';

/** The slowest line on which a large body must still get through, in bytes per millisecond (100 kB/s). */
export const SLOWEST_BYTES_PER_MS = 100;

interface Deadline {
  /** Milliseconds for the whole step. */
  readonly mostMs: number;
  /**
   * Milliseconds without progress, checked at the end of each such period: a line without progress is given up after
   * this time at the earliest, and after twice this time at the latest.
   */
  readonly stallMs: number;
  /** True if there was progress since the last call of this function. */
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
