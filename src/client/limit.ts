/**
 * Runs a task when the limiter has a free place. `highPriority`: the task runs before all waiting tasks without this
 * flag. Default false. A task must not wait for a place of its own limiter.
 */
export type Limit = <Value>(task: () => Promise<Value> | Value, highPriority?: boolean) => Promise<Value>;

/**
 * A limiter for calls that all need each other: when one fails, the calls that have not started fail with the same
 * error, and are not sent.
 */
export function untilFailure(limit: Limit): Limit {
  const failed = new AbortController();
  return (task, highPriority) =>
    limit(async () => {
      failed.signal.throwIfAborted();
      try {
        return await task();
      } catch (error) {
        failed.abort(error);
        throw error;
      }
    }, highPriority);
}
