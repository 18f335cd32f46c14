import { fixedValue } from '../../kinds/fixed-value.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { isBlocking } from '../../kinds/words.ts';
import { type Change, operationsOf, type Plan } from '../../model/plan/plan.ts';
import { allow } from './allowance.ts';
import { consents } from './consent.ts';
import { checkDeletion, deletionsOf, isProtected } from './deletions.ts';
import type { GuardInput } from './guard-input.ts';
import { checkLosses, checkSums, checkUnowned, countedLosses } from './losses.ts';
import type { AllowedVerdict, Refusal, RefusedVerdict } from './refusal.ts';
import { withTaken } from './taken.ts';

function checkReplacement(change: Change, input: GuardInput): readonly Refusal[] {
  if (change.action !== 'replace') return [];
  const { address } = change;
  const value = fixedValue(kindNamed(change.kind), change);
  const resource = { address, owner: address, parts: [], ...(change.id !== undefined && { id: change.id }) };
  if (isProtected(resource, input)) return [{ code: 'protected', address }];
  if (consents(input.allowDelete, address)) return [];
  return [{ code: 'replace-needs-consent', address, ...(value !== undefined && { value }) }];
}

/**
 * A value that stops whatever uses a resource that there is. A new one that may do nothing takes nothing from anybody.
 */
function checkBlocking(change: Change, input: GuardInput): readonly Refusal[] {
  const { address, id } = change;
  if (id === undefined) return [];
  const values = change.values.filter(({ key, to }) => isBlocking(key, to));
  if (values.length === 0) return [];
  if (isProtected({ address, owner: address, id, parts: [] }, input)) return [{ code: 'protected', address }];
  return consents(input.allowDelete, address) ? [] : [{ code: 'block-needs-consent', address, values }];
}

/**
 * What a plan undoes of the changes that somebody has made on the service. A plan without calls undoes nothing.
 */
export const undoneByPlan = (plan: Plan): readonly Refusal[] =>
  operationsOf(plan).length === 0 ? [] : (plan.undoes ?? []).map((address) => ({ code: 'drift-undone', address }));

/**
 * The rules that may refuse a plan. Every reason is given, in the order of the plan, sums last.
 *
 * What goes, and what consents to it:
 *
 * - values of one part, within `max_deletes`: nothing needed
 * - more of one part: `--max-deletes N`, or `--allow-delete` of the part or its resource
 * - more than `max_deletes_per_kind` or `max_deletes_per_run`: `--max-deletes N`; what `--allow-delete` names is not
 *   counted
 * - all values of a part: `--allow-delete`
 * - any value of a part that the ledger does not own: `--allow-delete` with the very address, or
 *   `*` alone
 * - a resource or a child, deleted or deactivated: `--allow-delete`, or `prune:` when no file names it
 * - the last ones of a kind, or more than half of them: `--allow-delete` with the very address, or `*` alone
 * - a resource of a kind that no file names; a child without any rows: the same
 * - a resource replaced, or blocked by a value: `--allow-delete`
 * - what is protected: nothing consents to it
 * - what somebody has changed on the service since the last apply: `--overwrite-drift`
 *
 * A pattern such as `glossary.*` often stands in a script for good, and would not notice that a folder was moved: so
 * it never reaches the last ones. `N` is what the whole run may take away: one number, to be read off the plan. Kinds
 * are counted over the whole target, children within their resource; what the plan makes is none of those that stay.
 * For what goes for good a pattern must name its kind: `*` alone does not reach it.
 */
export function checkGuard(plan: Plan, input: GuardInput): AllowedVerdict | RefusedVerdict {
  const counted = countedLosses(plan, input);
  const ofChanges = plan.changes.flatMap((change) => [
    ...deletionsOf(change).flatMap((deletion) => checkDeletion(deletion, plan, input)),
    ...checkReplacement(change, input),
    ...checkBlocking(change, input),
    ...checkUnowned(change, input),
    ...checkLosses(change, counted, input),
  ]);
  const undone = input.overwriteDrift === true ? [] : undoneByPlan(plan);
  const refusals = [...undone, ...ofChanges, ...checkSums(plan, counted, input)].map((each) =>
    withTaken(each, plan, counted),
  );
  return refusals.length === 0 ? allow(plan) : { kind: 'refused', refusals };
}
