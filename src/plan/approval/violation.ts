import type { Change, Operation, Plan } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import type { ValueChange } from '../../model/resources/resource.ts';

/** A difference between a plan and the approved one, as data. `planned`: the action or value of the plan at hand. */
export type Violation =
  | { readonly kind: 'target'; readonly planned: Plan['target']; readonly approved: Plan['target'] }
  /** The approved plan does not contain this address. */
  | { readonly kind: 'change'; readonly address: Address; readonly planned: Change['action'] }
  /** The approval was for another live resource, or for a resource that did not exist yet. */
  | { readonly kind: 'resource'; readonly address: Address; readonly planned?: string; readonly approved?: string }
  /** `approved`: the change of the value in the approved plan, if it contains the value. */
  | {
      readonly kind: 'value';
      readonly address: Address;
      readonly planned: ValueChange;
      readonly approved?: ValueChange;
    }
  /** A call that was not approved, although all its values were. */
  | { readonly kind: 'operation'; readonly address: Address; readonly planned: Operation }
  /** The call was approved, but would now leave or remove something else. */
  | { readonly kind: 'result'; readonly address: Address; readonly planned: Operation };
