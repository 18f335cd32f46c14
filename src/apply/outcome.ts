import type { Address } from '../model/address.ts';
import type { Operation } from '../plan/plan.ts';

/** What became of one operation. Apply never throws for a failed operation: it reports every one, exactly once. */
export type Outcome =
  | { readonly kind: 'applied'; readonly operation: Operation; readonly address: Address }
  /** The service already had the planned result: an earlier run of the same plan did it. */
  | { readonly kind: 'already-done'; readonly operation: Operation; readonly address: Address }
  /** Neither the planned-from nor the planned-to state was found, so nothing was sent. `now` is the digest found. */
  | { readonly kind: 'stale'; readonly operation: Operation; readonly address: Address; readonly now: string }
  | { readonly kind: 'failed'; readonly operation: Operation; readonly address: Address; readonly error: Error }
  /** Sent, no answer, and a look at the service could not settle it: it may have happened. */
  | { readonly kind: 'unknown'; readonly operation: Operation; readonly address: Address; readonly error: Error }
  /** An earlier operation of the same resource did not end well, or the run was interrupted. */
  | {
      readonly kind: 'not-tried';
      readonly operation: Operation;
      readonly address: Address;
      readonly because: 'interrupted' | 'earlier-operation';
    };

/** The report of one apply. */
export interface ApplyReport {
  /** In the order of the plan's operations; exactly one for each. */
  readonly outcomes: readonly Outcome[];
  /** Old → new id of every style list that was replaced, and the id of everything created. */
  readonly ids: readonly { readonly address: Address; readonly id: string; readonly replaces?: string }[];
}

/** A step of the run, for a progress display. */
export type ApplyEvent =
  | { readonly kind: 'started'; readonly operation: Operation; readonly address: Address }
  | { readonly kind: 'ended'; readonly outcome: Outcome };
