import type { DesiredState, LedgerState, LiveState } from '../../kinds/states.ts';
import { type Change, type Plan, scopeOf } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import { isWithin, type ValueKey } from '../../model/resources/resource.ts';
import { type ApplyReport, type Outcome, wentWell } from '../outcome.ts';

/** The input for the next state of the ledger. */
export interface NextStateInput {
  readonly before: LedgerState;
  readonly desired: DesiredState;
  /** The live state when the plan was made. */
  readonly live: LiveState;
  /**
   * The live state after the run, as the result of successful calls. Required if the plan is not made from `desired`.
   */
  readonly liveAfter?: LiveState;
  readonly plan: Plan;
  readonly report: ApplyReport;
  /** The patterns with which the plan was made. */
  readonly deletable: readonly string[];
}

/** The outcome of one change, operation by operation. */
export interface ChangeOutcome {
  readonly change: Change;
  readonly isComplete: boolean;
  readonly operation: (id: string) => boolean;
  /**
   * True if all calls that touch a value or part succeeded, false if one did not, `undefined` if no call touches it.
   */
  readonly isDone: (key: ValueKey) => boolean | undefined;
  /** The id of the resource: from the plan, or from its creation. */
  readonly id: string | undefined;
}

/** The contents of one resource of a run. */
export interface RunSides {
  /** The content that the files require, or the plan if no file names the resource. */
  readonly desired: unknown;
  /** The live content when the plan was made. `undefined`: the run created the resource, or no file names it. */
  readonly live: unknown;
  /** The live content after the run, if it was read. */
  readonly after: unknown;
  /** Names of live child resources that were not read after the run. */
  readonly unread: readonly string[];
  /** The change of the plan for the resource and its outcome. `undefined`: the plan does not change the resource. */
  readonly done: ChangeOutcome | undefined;
  /** True: the files own only the values that they name. */
  readonly ownsNamed: boolean;
}

/** The outcomes of each report by the id of their operation. Cached, since every change needs them. */
const byOperation = new WeakMap<ApplyReport, ReadonlyMap<string, Outcome>>();

function outcomesOf(report: ApplyReport): ReadonlyMap<string, Outcome> {
  const known = byOperation.get(report);
  if (known !== undefined) return known;
  const outcomes = new Map(report.outcomes.map((outcome) => [outcome.operation.id, outcome]));
  byOperation.set(report, outcomes);
  return outcomes;
}

export function changeOutcome(change: Change, report: ApplyReport): ChangeOutcome {
  const outcomes = outcomesOf(report);
  const operation = (id: string): boolean => wentWell(outcomes.get(id));
  const created = report.ids.find(({ address }) => address === change.address)?.id;
  const isDone = (key: ValueKey): boolean | undefined => {
    const touching = change.operations.filter(({ touches }) => isWithin(key, touches));
    return touching.length === 0 ? undefined : touching.every(({ id }) => operation(id));
  };
  const isComplete = change.operations.every(({ id }) => operation(id));
  return { change, isComplete, operation, isDone, id: created ?? change.id };
}

/**
 * The owned resources, without deleted ones and without those that no longer exist on the service. `there`: the live
 * ids; `undefined`: not read.
 */
export function pruned<At extends Address, Owned extends { readonly id: string }>(
  before: ReadonlyMap<At, Owned>,
  there: ReadonlySet<string> | undefined,
  gone: ReadonlySet<string>,
): Map<At, Owned> {
  return new Map([...before].filter(([, { id }]) => !gone.has(id) && there?.has(id) !== false));
}

/** Ids of the resources that the plan deleted successfully. A key that a file deactivates stays. */
export function deletedIds(plan: Plan, report: ApplyReport): ReadonlySet<string> {
  const gone = plan.changes.filter(
    ({ action, origin }) =>
      action === 'delete' || action === 'replace' || (action === 'deactivate' && origin === undefined),
  );
  return new Set(
    gone
      .filter((change) => changeOutcome(change, report).isComplete)
      .flatMap(({ id }) => (id === undefined ? [] : [id])),
  );
}

/** Removes the resource with this id from a state, regardless of its address. */
export function removeById(state: Map<string, { readonly id: string }>, id: string): void {
  for (const [address, owned] of state) if (owned.id === id) state.delete(address);
}

/**
 * True if the run determines the state of a resource. False for one outside the scope of the plan, and for an unmanaged
 * one that no successful call has changed.
 */
export function isCovered(
  { plan, report }: NextStateInput,
  address: Address,
  isOwned: boolean,
  change: Change | undefined,
): boolean {
  if (change === undefined) return scopeOf(plan.only).whole(address);
  return isOwned || change.operations.some(({ id }) => changeOutcome(change, report).operation(id));
}
