import type { DesiredState, LedgerState, LiveState } from '../../kinds/states.ts';
import type { Change, Plan } from '../../model/plan/plan.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import type { Address } from '../../model/resources/address.ts';
import { isWithin, type ValueKey } from '../../model/resources/value.ts';
import { type ApplyReport, type Outcome, wentWell } from '../outcome.ts';

/** What the next state of the ledger is made from. */
export interface NextStateInput {
  readonly before: LedgerState;
  readonly desired: DesiredState;
  /** What the plan was made from. */
  readonly live: LiveState;
  /**
   * Needed when the plan is not made from `desired`: what the service has after the run, which is then what a
   * successful call left.
   */
  readonly liveAfter?: LiveState;
  readonly plan: Plan;
  readonly report: ApplyReport;
  /** The patterns with which the plan was made. */
  readonly deletable: readonly string[];
}

/** What became of one change, operation by operation. */
export interface ChangeOutcome {
  readonly whole: boolean;
  readonly operation: (id: string) => boolean;
  /** Whether all calls that touch a value or a part went well; `undefined`: none touches it. */
  readonly isDone: (key: ValueKey) => boolean | undefined;
  /** The id of the resource: the plan's, or the one that it was created with. */
  readonly id: string | undefined;
}

/** One resource that a run was about: its contents. */
export interface RunSides {
  /** What the files ask for; what the plan asks for where no file names the resource. */
  readonly desired: unknown;
  /** What the plan was made from; `undefined`: the run has made it, or no file names it. */
  readonly live: unknown;
  /** What the service has after the run, where that was read. */
  readonly after: unknown;
  /** Names of child resources that it has after the run, and that were not read. */
  readonly unread: readonly string[];
  readonly change: Change | undefined;
  readonly done: ChangeOutcome | undefined;
  /** The files own those values alone that they name. */
  readonly ownsNamed: boolean;
}

/** The outcomes of a report under the ids of their operations: made once, since it is asked for every change. */
const byOperation = new WeakMap<ApplyReport, ReadonlyMap<string, Outcome>>();

function outcomesOf(report: ApplyReport): ReadonlyMap<string, Outcome> {
  const known = byOperation.get(report);
  if (known !== undefined) return known;
  const made = new Map(report.outcomes.map((outcome) => [outcome.operation.id, outcome]));
  byOperation.set(report, made);
  return made;
}

export function changeOutcome(change: Change, report: ApplyReport): ChangeOutcome {
  const outcomes = outcomesOf(report);
  const operation = (id: string): boolean => wentWell(outcomes.get(id));
  const created = report.ids.find(({ address }) => address === change.address)?.id;
  const isDone = (key: ValueKey): boolean | undefined => {
    const touching = change.operations.filter(({ touches }) => isWithin(key, touches));
    return touching.length === 0 ? undefined : touching.every(({ id }) => operation(id));
  };
  const whole = change.operations.every(({ id }) => operation(id));
  return { whole, operation, isDone, id: created ?? change.id };
}

/** Without what is under another address by now, and without what is gone from the service. */
export function pruned<At extends Address, Owned extends { readonly id: string }>(
  before: ReadonlyMap<At, Owned>,
  there: ReadonlySet<string> | undefined,
  gone: ReadonlySet<string>,
): Map<At, Owned> {
  return new Map([...before].filter(([, { id }]) => !gone.has(id) && there?.has(id) !== false));
}

/** Ids of what the plan deleted, as far as that went well: a key that a file deactivates stays. */
export function deletedIds(plan: Plan, report: ApplyReport): ReadonlySet<string> {
  const gone = plan.changes.filter(
    ({ action, origin }) =>
      action === 'delete' || action === 'replace' || (action === 'deactivate' && origin === undefined),
  );
  return new Set(
    gone.filter((change) => changeOutcome(change, report).whole).flatMap(({ id }) => (id === undefined ? [] : [id])),
  );
}

/** Takes what has an id out of a state, whatever its address. */
export function removeById(state: Map<string, { readonly id: string }>, id: string): void {
  for (const [address, owned] of state) if (owned.id === id) state.delete(address);
}

/**
 * Whether the run says anything of a resource: not of one that the plan left out, and not of a stranger to whom nothing
 * was done.
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
