import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { grouped } from '../../model/grouped.ts';
import { byCodeUnit } from '../../model/order.ts';
import { allValues, isGoing, nameOf } from '../../model/plan/change-values.ts';
import type { Change, Operation, Plan } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import { isRecord, keyText, type Value, type ValueChange } from '../../model/resources/value.ts';
import type { Violation } from './violation.ts';

/** True for a value that has fields, and so no key of its own. */
const isItem = ({ from, to }: ValueChange): boolean => isRecord(to ?? from);

const changesOf = (change: Change): readonly ValueChange[] => allValues(change).filter(({ from, to }) => from !== to);

const fieldsOfSide = (side: Value | undefined) =>
  isRecord(side)
    ? Object.entries(side)
        .filter(([, text]) => text !== undefined)
        .sort(([one], [other]) => byCodeUnit(one, other))
    : null;

/** What becomes of a value that has no key. Which of several with this content it is, the calls say. */
const contentText = ({ key: [part], from, to }: ValueChange): string =>
  JSON.stringify([part, fieldsOfSide(from), fieldsOfSide(to)]);

/** How often each of them may change: as often as one plan says, since a resource may hold the same value twice. */
function approvedTimes(approved: readonly (readonly ValueChange[])[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const changes of approved)
    for (const [text, alike] of grouped(changes.filter(isItem), contentText))
      times.set(text, Math.max(alike.length, times.get(text) ?? 0));
  return times;
}

/**
 * What a change says and none of the approved ones does. Of several that say something of one value, the last one
 * counts: its reviewers have seen the others merged.
 */
function checkValues(planned: Change, approved: readonly Change[]): readonly Violation[] {
  const { address } = planned;
  const changes = approved.map(changesOf);
  const known = new Map(changes.flat().map((change) => [keyText(change.key), change]));
  const left = approvedTimes(changes);
  return changesOf(planned).flatMap((change): readonly Violation[] => {
    if (isItem(change)) {
      const times = left.get(contentText(change)) ?? 0;
      left.set(contentText(change), times - 1);
      return times > 0 ? [] : [{ kind: 'value', address, planned: change }];
    }
    const found = known.get(keyText(change.key));
    if (found !== undefined && found.from === change.from && found.to === change.to) return [];
    return [{ kind: 'value', address, planned: change, ...(found !== undefined && { approved: found }) }];
  });
}

/**
 * A change that was approved, and whether the ids in its calls are those of the service: what was planned without
 * asking it does not know them all.
 */
interface Approval {
  readonly change: Change;
  readonly knowsIds: boolean;
}

function callOf(operation: Operation, { approved }: AnyKind, knowsIds: boolean): string {
  const { kind, path, post } = operation;
  const own = approved?.callOf?.(operation, knowsIds);
  return own ?? (post === 'absent' ? JSON.stringify([kind, path]) : kind);
}

function sameResult(planned: Operation, approved: Operation, { approved: hooks }: AnyKind, name = ''): boolean {
  const [one, other] = [planned, approved].map((each) => hooks?.resultOf?.(each, name) ?? each.post);
  // What goes must be what was looked at.
  return one === other && (planned.post !== 'absent' || planned.pre === approved.pre);
}

/** One approved call, and what its resource is called afterwards. */
interface ApprovedCall {
  readonly operation: Operation;
  readonly name?: string;
  readonly call: string;
  readonly knowsIds: boolean;
}

/**
 * Several plans were approved for one whole, each made from just what is there now. Then what stays is what all of them
 * left alone, and what changes was approved value by value, so the whole is what comes of all of them together.
 */
const fromOneState = (planned: Operation, found: readonly ApprovedCall[], { approved }: AnyKind): boolean =>
  approved?.wholes?.includes(planned.kind) === true &&
  found.length > 1 &&
  found.every(({ operation: { pre, touches } }) => pre === planned.pre && touches.length === planned.touches.length);

/**
 * The calls of a change that nobody has approved, or not with this end. All that the change says was approved when this
 * is asked.
 */
function checkCalls(planned: Change, approvals: readonly Approval[]): readonly Violation[] {
  const { address } = planned;
  const kind = kindNamed(planned.kind);
  const left = approvals.flatMap(({ change, knowsIds }) =>
    change.operations.map((operation): ApprovedCall => {
      const { to: name } = nameOf(change);
      return { operation, call: callOf(operation, kind, knowsIds), knowsIds, ...(name !== undefined && { name }) };
    }),
  );
  return planned.operations.flatMap((operation): readonly Violation[] => {
    const told = kind.approved?.told?.[operation.kind];
    if (told === 'anyway') return [];
    const found = left.filter(({ call, knowsIds }) => call === callOf(operation, kind, knowsIds));
    if (found.length === 0) return [{ kind: 'operation', address, planned: operation }];
    if (told === 'when-approved') return [];
    const same = found.find((each) => sameResult(operation, each.operation, kind, each.name));
    if (same === undefined)
      return fromOneState(operation, found, kind) ? [] : [{ kind: 'result', address, planned: operation }];
    left.splice(left.indexOf(same), 1);
    return [];
  });
}

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
