/**
 * Runs a task when its turn comes: never more of them at once than the limiter was made for. `isNext`: before all that
 * wait and are not so. Default false. A task must not take a place of its own limiter.
 */
export type Limit = <Value>(task: () => Promise<Value> | Value, isNext?: boolean) => Promise<Value>;
