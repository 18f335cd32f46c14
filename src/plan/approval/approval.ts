import { kindNamed } from '../../kinds/registry.ts';
import { isGoing } from '../../model/plan/change-values.ts';
import type { Change, Plan } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import { type Approval, checkCalls } from './check-calls.ts';
import { checkValues } from './check-values.ts';
import type { Violation } from './violation.ts';

/** The id of a new key is known only when it is made, and its limits are set after that. */
const isSameResource = (planned: Change, approved: Change): boolean =>
  planned.id === approved.id ||
  (kindNamed(planned.kind).hasSecret === true && approved.action === 'create' && !planned.adopted);

function checkChange(planned: Change, approvals: readonly Approval[]): readonly Violation[] {
  const { address, id } = planned;
  const last = approvals.at(-1)?.change;
  if (last === undefined) return [{ kind: 'change', address, planned: planned.action }];
  const same = approvals.filter(({ change }) => isSameResource(planned, change));
  if (same.length === 0)
    return [
      {
        kind: 'resource',
        address,
        ...(id !== undefined && { planned: id }),
        ...(last.id !== undefined && { approved: last.id }),
      },
    ];
  // Of a list that was to be replaced, only its deletion may be left to do.
  if (planned.leftOf !== undefined) return checkCalls(planned, same);
  const ofValues = checkValues(
    planned,
    same.map(({ change }) => change),
  );
  // Values say more than the calls that carry them.
  return ofValues.length > 0 ? ofValues : checkCalls(planned, same);
}

/** Finds what a plan says of a resource, whatever address it has there. */
function finder(approved: Plan): (change: Change) => readonly Approval[] {
  const known = new Map<Address, Change>(approved.changes.map((change) => [change.address, change]));
  // What no file names has its address from its name and from what else is there, so the next one may move up when the
  // first is gone.
  const idOf = ({ kind, id }: Change): string => `${kind} ${id}`;
  const going = new Map(
    approved.changes
      .filter((change) => isGoing(change) || change.action === 'replace')
      .map((change) => [idOf(change), change]),
  );
  return (change) => {
    const found = (isGoing(change) ? going.get(idOf(change)) : undefined) ?? known.get(change.address);
    return found === undefined ? [] : [{ change: found, knowsIds: approved.against === undefined }];
  };
}

/**
 * What `plan` would do and no `approved` one does: empty when every call of it was approved, for the same resource,
 * from the same values to the same, and with the same end state of what it touches. Fewer calls are fine, since a part
 * may be done already. What is only taken into the ledger is not compared: it changes nothing on the service. Several
 * plans, in the order in which they were approved, are those of changes that have come together since the last apply;
 * then a part that more than one of them changes must be what all of them were made from. All are only looked at, so
 * they may come from anybody.
 */
export function violationsOf(plan: Plan, ...approved: readonly Plan[]): readonly Violation[] {
  const { target } = plan;
  const others = approved.filter((each) => each.target.name !== target.name || each.target.baseUrl !== target.baseUrl);
  if (others.length > 0) return others.map((each) => ({ kind: 'target', planned: target, approved: each.target }));
  const finders = approved.map(finder);
  return plan.changes.flatMap((change) =>
    checkChange(
      change,
      finders.flatMap((find) => find(change)),
    ),
  );
}
