import type { Address, DictionaryAddress } from '../../model/resources/address.ts';
import type { Change, EntryChange, InstructionChange, LimitChange, Operation, Plan, RuleChange } from '../plan.ts';

/** What a plan has that the approved one has not, as data. `planned` is what would be done now. */
export type Violation =
  | { readonly kind: 'target'; readonly planned: Plan['target']; readonly approved: Plan['target'] }
  /** The approved plan says nothing of this address. */
  | { readonly kind: 'change'; readonly address: Address; readonly planned: Change['action'] }
  /** It was approved for another live resource, or for none yet. */
  | { readonly kind: 'resource'; readonly address: Address; readonly planned?: string; readonly approved?: string }
  | { readonly kind: 'name'; readonly address: Address; readonly planned: Renaming; readonly approved?: Renaming }
  | {
      readonly kind: 'entry';
      readonly address: DictionaryAddress;
      readonly planned: EntryChange;
      readonly approved?: EntryChange;
    }
  | { readonly kind: 'rule'; readonly address: Address; readonly planned: RuleChange; readonly approved?: RuleChange }
  | { readonly kind: 'instruction'; readonly address: Address; readonly planned: InstructionChange }
  | {
      readonly kind: 'limit';
      readonly address: Address;
      readonly planned: LimitChange;
      readonly approved?: LimitChange;
    }
  /** A call that was not approved, though all that it sends was. */
  | { readonly kind: 'operation'; readonly address: Address; readonly planned: Operation }
  /** The call was approved, and would leave or take away something else. */
  | { readonly kind: 'result'; readonly address: Address; readonly planned: Operation };

export interface Renaming {
  readonly from?: string;
  readonly to?: string;
}
