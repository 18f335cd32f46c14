import type { AnyKind, CallContext, CallFacts } from '../../kinds/kind.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { byCodeUnit, grouped } from '../../model/lists.ts';
import { allValues, type Change, isDeletion, nameOf, type Operation, type Plan } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import { isRecord, keyText, type Value, type ValueChange } from '../../model/resources/resource.ts';

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

/** True for a value that has fields, and so no key of its own. */
const isItem = ({ from, to }: ValueChange): boolean => isRecord(to ?? from);

const changesOf = (change: Change): readonly ValueChange[] => allValues(change).filter(({ from, to }) => from !== to);

const fieldsOfSide = (side: Value | undefined) =>
  isRecord(side)
    ? Object.entries(side)
        .filter(([, text]) => text !== undefined)
        .sort(([one], [other]) => byCodeUnit(one, other))
    : null;

/** Text of a change to a value without a key. It does not identify one of several equal values; the calls do. */
const contentText = ({ key: [part], from, to }: ValueChange): string =>
  JSON.stringify([part, fieldsOfSide(from), fieldsOfSide(to)]);

/**
 * Maximum number of times that each of these changes may occur: the highest number in one approved plan, because a
 * resource may hold the same value twice.
 */
function approvedTimes(approved: readonly (readonly ValueChange[])[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const changes of approved)
    for (const [text, alike] of grouped(changes.filter(isItem), contentText))
      times.set(text, Math.max(alike.length, times.get(text) ?? 0));
  return times;
}

/**
 * The values of a change that no approved change contains in the same form. If several approved changes concern one
 * value, the last one counts: its reviewers saw the others merged.
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
 * An approved change. `knowsIds`: false if the plan was made without contacting the service, so that its calls may lack
 * ids of the service.
 */
interface Approval {
  readonly change: Change;
  readonly knowsIds: boolean;
}

const factsOf = ({ callFacts }: AnyKind, operation: Operation, context: CallContext): CallFacts =>
  callFacts?.(operation, context) ?? {};

function callOf(operation: Operation, of: AnyKind, context: CallContext): string {
  const { kind, path, post } = operation;
  return factsOf(of, operation, context).same ?? (post === 'absent' ? JSON.stringify([kind, path]) : kind);
}

function sameResult(planned: Operation, { operation: approved, context }: ApprovedCall, kind: AnyKind): boolean {
  const [one, other] = [planned, approved].map((each) => factsOf(kind, each, context).result ?? each.post);
  // A deletion must delete the content that was reviewed.
  return one === other && (planned.post !== 'absent' || planned.pre === approved.pre);
}

/** One approved call. */
interface ApprovedCall {
  readonly operation: Operation;
  readonly context: CallContext;
  readonly call: string;
}

/**
 * True if several plans for the same whole were approved, and each was made from its present state. The whole then
 * results from all of them together: every changed value was approved by itself, and no plan changes the others.
 */
const fromOneState = (planned: Operation, found: readonly ApprovedCall[]): boolean =>
  found.length > 1 &&
  found.every(({ operation: { pre, touches } }) => pre === planned.pre && touches.length === planned.touches.length);

/**
 * The calls of a change that were not approved, or not with this result. Call it only after all values of the change
 * have been found to be approved.
 */
function checkCalls(planned: Change, approvals: readonly Approval[]): readonly Violation[] {
  const { address } = planned;
  const kind = kindNamed(planned.kind);
  const left = approvals.flatMap(({ change, knowsIds }) =>
    change.operations.map((operation): ApprovedCall => {
      const context = { name: nameOf(change).to ?? '', knowsIds };
      return { operation, context, call: callOf(operation, kind, context) };
    }),
  );
  return planned.operations.flatMap((operation): readonly Violation[] => {
    const { sendsValues, isWhole } = factsOf(kind, operation, { name: '', knowsIds: true });
    if (sendsValues === 'anyway') return [];
    const found = left.filter(({ call, context }) => call === callOf(operation, kind, context));
    if (found.length === 0) return [{ kind: 'operation', address, planned: operation }];
    if (sendsValues === 'when-approved') return [];
    const same = found.find((each) => sameResult(operation, each, kind));
    if (same === undefined)
      return isWhole === true && fromOneState(operation, found)
        ? []
        : [{ kind: 'result', address, planned: operation }];
    left.splice(left.indexOf(same), 1);
    return [];
  });
}

/**
 * True if both changes concern the same resource. A new key gets its id when it is created, and its limits are set
 * after that.
 */
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
  // The deletion of a list that an approved replacement left over has no values to compare.
  if (planned.leftOf !== undefined) return checkCalls(planned, same);
  const valueViolations = checkValues(
    planned,
    same.map(({ change }) => change),
  );
  // Values are more informative than the calls that carry them.
  return valueViolations.length > 0 ? valueViolations : checkCalls(planned, same);
}

/** Finds the approved changes of a resource, even if the approved plan uses another address for it. */
function finder(approved: Plan): (change: Change) => readonly Approval[] {
  const known = new Map<Address, Change>(approved.changes.map((change) => [change.address, change]));
  // A resource without a file gets its address from its name and from the addresses in use. When one is deleted, the
  // next may get its address.
  const idOf = ({ kind, id }: Change): string => `${kind} ${id}`;
  const going = new Map(
    approved.changes
      .filter((change) => isDeletion(change) || change.action === 'replace')
      .map((change) => [idOf(change), change]),
  );
  return (change) => {
    const found = (isDeletion(change) ? going.get(idOf(change)) : undefined) ?? known.get(change.address);
    return found === undefined ? [] : [{ change: found, knowsIds: approved.against === undefined }];
  };
}

/**
 * Differences between `plan` and the `approved` plans. Empty if every call was approved: for the same resource, from
 * the same values to the same values, and with the same result. Fewer calls are allowed, since a part may be done
 * already. Adoptions into the ledger are not compared, because they change nothing on the service. Several approved
 * plans belong to changes merged since the last apply, in the order of approval. A part that several of them change
 * must still be in the state from which all of them were made. The approved plans are only compared with `plan` and
 * never applied, so they may come from an untrusted source.
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
