import type { Digest } from '../model/ids.ts';
import type { StaleDetail } from '../plan/stale/stale-detail.ts';

/** What a look at one part of a resource found. */
export interface Reading {
  /** Compared with `pre` and `post` of the operation. */
  readonly digest: Digest | 'absent';
  /** The id of the resource that was found, where the operation creates one. */
  readonly id?: string;
}

export interface ReadOptions {
  /** The id that the service gave in answer to the call that creates the resource. */
  readonly createdId?: string;
  /** Do not take what an earlier look of this run found. */
  readonly fresh: boolean;
}

/**
 * The part of a resource that one operation touches: how to look at it and how to change it. `run-operation.ts` knows
 * when to do which; a part knows nothing of retries, of outcomes or of other operations.
 */
export interface Part {
  read(options: ReadOptions): Promise<Reading>;
  /** What the last look found that is neither as it was planned from nor as it was planned to. */
  stale(): StaleDetail;
  /** Makes the one call of the operation. Gives the id of what it created. */
  send(): Promise<string | undefined>;
}
