import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { nameOf } from '../../model/plan/change-values.ts';
import type { Change, Operation } from '../../model/plan/plan.ts';
import type { Violation } from './violation.ts';

/**
 * A change that was approved, and whether the ids in its calls are those of the service: what was planned without
 * asking it does not know them all.
 */
export interface Approval {
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
export function checkCalls(planned: Change, approvals: readonly Approval[]): readonly Violation[] {
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
