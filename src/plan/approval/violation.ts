import type { Change, Operation, Plan } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import type { ValueChange } from '../../model/resources/value.ts';

/** What a plan has that the approved one has not, as data. `planned` is what would be done now. */
export type Violation =
  | { readonly kind: 'target'; readonly planned: Plan['target']; readonly approved: Plan['target'] }
  /** The approved plan says nothing of this address. */
  | { readonly kind: 'change'; readonly address: Address; readonly planned: Change['action'] }
  /** It was approved for another live resource, or for none yet. */
  | { readonly kind: 'resource'; readonly address: Address; readonly planned?: string; readonly approved?: string }
  /** `approved`: what becomes of the value in the approved plan, where that has the value. */
  | {
      readonly kind: 'value';
      readonly address: Address;
      readonly planned: ValueChange;
      readonly approved?: ValueChange;
    }
  /** A call that was not approved, though all that it sends was. */
  | { readonly kind: 'operation'; readonly address: Address; readonly planned: Operation }
  /** The call was approved, and would leave or take away something else. */
  | { readonly kind: 'result'; readonly address: Address; readonly planned: Operation };
