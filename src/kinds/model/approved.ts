import type { Digest } from '../../model/ids.ts';
import type { Operation } from '../../model/plan/plan.ts';

/** The rules for finding the calls of a kind among the approved ones. */
export interface ApprovedCalls {
  /**
   * A text that is equal for equal calls. `knowsIds`: false if the ids are not those of the service. Default, and for
   * `undefined`: the kind of the call, and for a deletion also its path.
   */
  callOf?(operation: Operation, knowsIds: boolean): string | undefined;
  /**
   * The result of a call in a form that does not depend on other changes in it. `name`: the name of the resource after
   * the change. Default: its `post`.
   */
  resultOf?(operation: Operation, name: string): Digest | 'absent';
  /**
   * Calls that write one whole from many values. Two separately approved changes of it lead to a state that neither of
   * them contains. Default: none.
   */
  readonly wholes?: readonly string[];
  /**
   * Calls that send only values of the change, which are compared separately. `anyway`: such a change may also be sent
   * with another call, so it need not be among the approved ones. Default: none.
   */
  readonly told?: Readonly<Record<string, 'when-approved' | 'anyway'>>;
}
