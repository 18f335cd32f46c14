import pLimit from 'p-limit';
import type { Limit } from '../client/limit.ts';

type Run = () => Promise<void>;

/** Tasks in the order in which they came. */
function tasksInOrder() {
  let waiting: (Run | undefined)[] = [];
  let first = 0;
  return {
    add: (run: Run): void => void waiting.push(run),
    take(): Run | undefined {
      const run = waiting[first];
      // What has run must not be held by what still waits.
      waiting[first] = undefined;
      first += 1;
      if (first >= waiting.length) {
        waiting = [];
        first = 0;
      }
      return run;
    },
  };
}

/** One limiter for one run: `concurrency` calls at once, at least 1. */
export function makeLimit(concurrency: number): Limit {
  const places = pLimit(concurrency);
  const next = tasksInOrder();
  const later = tasksInOrder();
  return (task, isNext = false) =>
    new Promise((resolve, reject) => {
      const run: Run = async () => {
        try {
          resolve(await task());
        } catch (error) {
          reject(error);
        }
      };
      (isNext ? next : later).add(run);
      void places(() => (next.take() ?? later.take())?.());
    });
}
