import type { Digest } from '../../model/ids.ts';
import { nameOf } from '../../model/plan/change-values.ts';
import type { Change, Operation } from '../../model/plan/plan.ts';
import { digestOf } from '../../model/resources/digest.ts';
import type { Violation } from './violation.ts';

/**
 * A change that was approved, and whether the ids in its calls are those of the service: what was planned without
 * asking it does not know them all.
 */
export interface Approval {
  readonly change: Change;
  readonly knowsIds: boolean;
}

/**
 * What makes two calls the same. Both ways to write a dictionary are one, because a PUT whose removals are done has
 * become a PATCH; and a new name is one, whether it rides on a PATCH or not. Single instructions are told apart by what
 * becomes of them, and what goes by what it is.
 */
function callOf({ kind, path, pre, post, touches: [part] }: Operation, knowsIds: boolean): string {
  switch (kind) {
    case 'merge-entries':
    case 'put-dictionary':
      return JSON.stringify(['write', part]);
    case 'add-instruction':
      return JSON.stringify([kind, post]);
    case 'edit-instruction':
    case 'delete-instruction':
      return JSON.stringify([kind, knowsIds ? part : '', pre, post]);
    case 'delete-dictionary':
    case 'delete-glossary':
    case 'delete-style-list':
      return JSON.stringify([kind, path]);
    default:
      return kind;
  }
}

const rides = ({ kind, touches }: Operation): boolean => kind === 'merge-entries' && touches.length > 1;

/** The digest that the dictionary of a call will have with the name of its glossary, from whichever of both it is. */
const namedPost = ({ post }: Operation, hasName: boolean, name: string): Digest | 'absent' =>
  hasName ? post : digestOf({ name, entries: post });

function sameResult(planned: Operation, approved: Operation, name = ''): boolean {
  const [one, other] = [planned, approved].map(rides);
  if (one !== other) return namedPost(planned, one === true, name) === namedPost(approved, other === true, name);
  // What goes must be what was looked at.
  const sameBefore = planned.post !== 'absent' || planned.pre === approved.pre;
  return planned.post === approved.post && sameBefore;
}

/** One approved call, and what its glossary is called afterwards. */
interface ApprovedCall {
  readonly operation: Operation;
  readonly name?: string;
  readonly call: string;
  readonly knowsIds: boolean;
}

/**
 * Calls that write one whole out of many values, so that two changes of it, each approved for itself, end in a state
 * that neither of them says.
 */
const WHOLES: ReadonlySet<Operation['kind']> = new Set([
  'create-glossary',
  'create-style-list',
  'merge-entries',
  'put-dictionary',
  'replace-rules',
]);

/**
 * Several plans were approved for one whole, each made from just what is there now. Then what stays is what all of them
 * left alone, and what changes was approved value by value, so the whole is what comes of all of them together.
 */
const fromOneState = (planned: Operation, approved: readonly ApprovedCall[]): boolean =>
  WHOLES.has(planned.kind) &&
  approved.length > 1 &&
  approved.every(({ operation }) => operation.pre === planned.pre && rides(operation) === rides(planned));

/**
 * The calls of a change that nobody has approved, or not with this end. All that the change says was approved when this
 * is asked.
 */
export function checkCalls(planned: Change, approvals: readonly Approval[]): readonly Violation[] {
  const { address } = planned;
  const left = approvals.flatMap(({ change, knowsIds }) =>
    change.operations.map((operation): ApprovedCall => {
      const { to: name } = nameOf(change);
      return { operation, call: callOf(operation, knowsIds), knowsIds, ...(name !== undefined && { name }) };
    }),
  );
  return planned.operations.flatMap((operation): readonly Violation[] => {
    // The new name and the limits stand in the change, and are compared there.
    if (operation.kind === 'rename-glossary') return [];
    const found = left.filter(({ call, knowsIds }) => call === callOf(operation, knowsIds));
    if (found.length === 0) return [{ kind: 'operation', address, planned: operation }];
    if (operation.kind === 'limit-developer-key') return [];
    const same = found.find((each) => sameResult(operation, each.operation, each.name));
    if (same === undefined)
      return fromOneState(operation, found) ? [] : [{ kind: 'result', address, planned: operation }];
    left.splice(left.indexOf(same), 1);
    return [];
  });
}
