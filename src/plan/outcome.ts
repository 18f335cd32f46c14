import type { StaleDetail } from '../change/stale-detail.ts';
import type { Operation } from '../model/plan/plan.ts';
import type { Address, ResourceAddress } from '../model/resources/address.ts';

/** One call of a plan, and what it belongs to. */
export interface OfOperation {
  readonly operation: Operation;
  readonly address: Address;
}

/** Neither the planned-from nor the planned-to state was found, so nothing was sent. */
export interface StaleOutcome extends OfOperation {
  readonly kind: 'stale';
  /** The digest found. */
  readonly now: string;
  readonly detail: StaleDetail;
}

/** What became of one operation. Apply never throws for a failed operation: it reports every one, exactly once. */
export type Outcome =
  | (OfOperation & { readonly kind: 'applied' })
  /** The service already had the planned result: an earlier run of the same plan did it. */
  | (OfOperation & { readonly kind: 'already-done' })
  | StaleOutcome
  | (OfOperation & { readonly kind: 'failed'; readonly error: Error })
  /** Sent, no answer, and a look at the service could not settle it: it may have happened. */
  | (OfOperation & { readonly kind: 'unknown'; readonly error: Error })
  /**
   * An earlier operation of the same resource did not end well, or the run was interrupted. `secret-lost`: the secret
   * of another new key could not be kept, so no more keys are made.
   */
  | (OfOperation & {
      readonly kind: 'not-tried';
      readonly because: 'interrupted' | 'earlier-operation' | 'secret-lost';
    });

/** True when the service has what the operation was for. */
export const wentWell = (outcome: { readonly kind: string } | undefined): boolean =>
  outcome?.kind === 'applied' || outcome?.kind === 'already-done';

/**
 * What became of the secret of a key that the run created; the secret itself is in no report. `kept`: handed over.
 * `dropped`: the service gave it away and nobody asked for it. `not-given`: the service gave none. `not-seen`: the key
 * was made by a call whose answer never came, in this run or an earlier one.
 */
export type SecretOutcome =
  | { readonly kind: 'kept' | 'dropped' | 'not-given' | 'not-seen'; readonly address: ResourceAddress }
  /** The key is there, and handing its secret over failed. */
  | { readonly kind: 'lost'; readonly address: ResourceAddress; readonly error: Error };

/** The report of one apply. */
export interface ApplyReport {
  /** In the order of the plan's operations; exactly one for each. */
  readonly outcomes: readonly Outcome[];
  /** Old → new id of every resource that was replaced, and the id of everything created. */
  readonly ids: readonly { readonly address: Address; readonly id: string; readonly replaces?: string }[];
  /** One for each resource with a secret that was created. */
  readonly secrets: readonly SecretOutcome[];
}

/** A step of the run, for a progress display. */
export type ApplyEvent =
  | { readonly kind: 'started'; readonly operation: Operation; readonly address: Address }
  | { readonly kind: 'ended'; readonly outcome: Outcome };
