import { valuesAtHand } from '../../model/plan/additions.ts';
import type { Change, ChildChange, Operation } from '../../model/plan/plan.ts';
import { kindNamed } from '../registry.ts';

/**
 * What must be read before an operation is sent. `own`: its part, by the run itself. `of-plan`: the read that the plan
 * of the same run was made from will do, while it is fresh. `listing`: the list of the kind, once for the whole run.
 */
export type ReadBefore = 'own' | 'of-plan' | 'listing';

/** What shows that an operation was done. `page`: the list of the kind, where that is fewer calls than one by one. */
export type ReadAfter = 'own' | 'page';

export interface NeededReads {
  readonly before: ReadBefore;
  readonly after: ReadAfter;
}

/** A call by one of these methods that takes nothing away, and names nothing anew. */
function isMerge(
  { kind, action }: Change,
  { method, post, touches }: Operation,
  methods: readonly Operation['method'][],
): boolean {
  const { parts } = kindNamed(kind);
  const isMerged = ([part]: readonly string[]): boolean => part !== undefined && parts[part]?.always !== true;
  return action === 'update' && post !== 'absent' && methods.includes(method) && touches.every(isMerged);
}

/**
 * A PATCH that only adds values, or the POST of one more: what it does not name stays as it is, and what it names was
 * not there.
 */
function isAdditive(change: Change, operation: Operation): boolean {
  const { address, children } = change;
  const { touches } = operation;
  const isTouched = (child: ChildChange): boolean => touches.some(([, name]) => child.address === `${address}/${name}`);
  const onlyAdds = (child: ChildChange): boolean => valuesAtHand(child).every(({ from }) => from === undefined);
  return isMerge(change, operation, ['PATCH', 'POST']) && children.filter(isTouched).every(onlyAdds);
}

/**
 * The one rule about reads. The operations of a resource run in order, and what one has read back is what the next one
 * is sent from. Decision 92 has the reasons.
 */
export function neededReads(change: Change, operation: Operation): NeededReads {
  const isCreation = operation.notIds !== undefined;
  return {
    before: isCreation ? 'listing' : isAdditive(change, operation) ? 'of-plan' : 'own',
    after: isCreation ? 'page' : 'own',
  };
}
