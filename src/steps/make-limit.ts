import pLimit from 'p-limit';
import type { Limit } from '../client/client.ts';

type Run = () => Promise<void>;

/** A queue of tasks: first in, first out. */
function tasksInOrder() {
  let waiting: (Run | undefined)[] = [];
  let first = 0;
  return {
    add: (run: Run): void => void waiting.push(run),
    take(): Run | undefined {
      const run = waiting[first];
      // Release the task, so that the queue does not keep it in memory.
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

/** The limiter of one run: `concurrency` calls at the same time, at least 1. */
export function makeLimit(concurrency: number): Limit {
  const slots = pLimit(concurrency);
  const next = tasksInOrder();
  const later = tasksInOrder();
  return (task, highPriority = false) =>
    new Promise((resolve, reject) => {
      const run: Run = async () => {
        try {
          resolve(await task());
        } catch (error) {
          reject(error);
        }
      };
      (highPriority ? next : later).add(run);
      void slots(() => (next.take() ?? later.take())?.());
    });
}
