import type { StaleDetail } from '../../change/stale-detail.ts';
import type { Digest } from '../../model/ids.ts';

/** The result of one read of an operation target. */
export interface Observation {
  /** Compared with `pre` and `post` of the operation. */
  readonly digest: Digest | 'absent';
  /** The id of the resource, if the operation creates one. */
  readonly id?: string;
}

export interface ObserveOptions {
  /** The id in the answer to the call that creates the resource. */
  readonly createdId?: string;
  /** Read the service again; do not reuse an earlier observation of this run. */
  readonly fresh: boolean;
}

/**
 * The part of a resource that one operation changes: how to observe it and how to change it. `run-operation.ts`
 * decides when; a target knows nothing of retries, outcomes or other operations.
 */
export interface OperationTarget {
  observe(options: ObserveOptions): Promise<Observation>;
  /** The difference between the last observation and both states of the plan, before and after the operation. */
  stale(): StaleDetail;
  /** Makes the call of the operation. Returns the id of a created resource. */
  send(): Promise<string | undefined>;
}
