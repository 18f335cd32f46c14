/**
 * Runs a task when its turn comes: never more of them at once than the limiter was made for. `isNext`: before all that
 * wait and are not so. Default false. A task must not take a place of its own limiter.
 */
export type Limit = <Value>(task: () => Promise<Value> | Value, isNext?: boolean) => Promise<Value>;

/**
 * The same places, for calls of which each needs all others: when one fails, those that have not begun fail with the
 * same error, and are not sent.
 */
export function untilFailure(limit: Limit): Limit {
  const failed = new AbortController();
  return (task, isNext) =>
    limit(async () => {
      failed.signal.throwIfAborted();
      try {
        return await task();
      } catch (error) {
        failed.abort(error);
        throw error;
      }
    }, isNext);
}
