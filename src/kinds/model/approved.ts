import type { Digest } from '../../model/ids.ts';
import type { Operation } from '../../model/plan/plan.ts';

/** How the calls of a kind are found again among those that somebody has approved. */
export interface ApprovedCalls {
  /**
   * What makes two calls the same. `knowsIds`: false where the ids are not those of the service. `undefined`, and the
   * default: what the call does, and of one that deletes, its path too.
   */
  callOf?(operation: Operation, knowsIds: boolean): string | undefined;
  /**
   * What it leaves, in a form that does not depend on what else rides on the call. `name`: what the resource is called
   * afterwards. Default: its `post`.
   */
  resultOf?(operation: Operation, name: string): Digest | 'absent';
  /**
   * Calls that write one whole out of many values, so that two changes of it, each approved for itself, end in a state
   * that neither of them says. Default: none.
   */
  readonly wholes?: readonly string[];
  /**
   * Calls that send nothing but values of the change, which are compared there. `anyway`: such a call may ride on
   * another one, so it need not be among the approved ones. Default: none.
   */
  readonly told?: Readonly<Record<string, 'when-approved' | 'anyway'>>;
}
