import type { StaleDetail } from '../change/stale-detail.ts';
import type { Operation } from '../model/plan/plan.ts';
import type { Address, ResourceAddress } from '../model/resources/address.ts';

/** One call of a plan, and the address that it belongs to. */
export interface OfOperation {
  readonly operation: Operation;
  readonly address: Address;
}

/** Neither the planned-from nor the planned-to state was found, so nothing was sent. */
export interface StaleOutcome extends OfOperation {
  readonly kind: 'stale';
  /** The digest that was found. */
  readonly now: string;
  readonly detail: StaleDetail;
}

/** The outcome of one operation. Apply never throws for a failed operation: it reports every operation exactly once. */
export type Outcome =
  | (OfOperation & { readonly kind: 'applied' })
  /** The service already had the planned result: an earlier run of the same plan did it. */
  | (OfOperation & { readonly kind: 'already-done' })
  | StaleOutcome
  | (OfOperation & { readonly kind: 'failed'; readonly error: Error })
  /**
   * The call was sent, but no answer arrived and a later read could not clarify the result: the change may have
   * happened.
   */
  | (OfOperation & { readonly kind: 'unknown'; readonly error: Error })
  /**
   * An earlier operation of the same resource did not end well, or the run was interrupted. `secret-lost`: the secret
   * of another new key could not be kept, so no more keys are made.
   */
  | (OfOperation & {
      readonly kind: 'not-tried';
      readonly because: 'interrupted' | 'earlier-operation' | 'secret-lost';
    });

/** True if the service has the result of the operation. */
export const wentWell = (outcome: { readonly kind: string } | undefined): boolean =>
  outcome?.kind === 'applied' || outcome?.kind === 'already-done';

/**
 * The secret of a key that the run created. No report contains the secret itself. `kept`: handed over. `dropped`: the
 * service returned it, but the caller did not request it. `not-given`: the service returned none. `not-seen`: the call
 * that created the key got no answer, in this run or an earlier one.
 */
export type SecretOutcome =
  | { readonly kind: 'kept' | 'dropped' | 'not-given' | 'not-seen'; readonly address: ResourceAddress }
  /** The key exists, but its secret could not be handed over. */
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
  /** The service has accepted the change, which is then read back. */
  | { readonly kind: 'written'; readonly operation: Operation; readonly address: Address }
  | { readonly kind: 'ended'; readonly outcome: Outcome };
