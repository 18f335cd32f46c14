import { createHash } from 'node:crypto';
import { grouped } from '../model/lists.ts';
import { eachValue } from '../model/plan/additions.ts';
import type { Change, Plan } from '../model/plan/plan.ts';
import type { ValueChange } from '../model/resources/resource.ts';
import { type Reported, reportedPlan } from './reported.ts';

/** The report of one of several targets. */
export interface TargetReported {
  readonly target: string;
  readonly reported: Reported;
}

/** The report with another name for its target. */
export function renamed(reported: Reported, name: string): Reported {
  if (reported.kind === 'validated' || reported.kind === 'compared') return reported;
  const { plan } = reported;
  const target = { ...plan.target, name };
  const withTarget = { ...reported, plan: { ...plan, target } };
  if (!('drift' in withTarget) || withTarget.drift === undefined) return withTarget;
  return { ...withTarget, drift: { ...withTarget.drift, target } };
}

/**
 * All values of the changes as texts. Keys of values of the resource itself are left out, because they may be ids,
 * which differ between targets.
 */
function* valueTexts(changes: readonly Change[]): Generator<string, undefined, undefined> {
  const text = (names: readonly string[], { from, to }: ValueChange): string => JSON.stringify([names, from, to]);
  for (const { address, action, values, children } of changes) {
    yield JSON.stringify([address, action]);
    for (const value of values) yield text([value.key[0]], value);
    for (const child of children) {
      yield child.address;
      for (const value of eachValue(child)) yield text(value.key, value);
    }
  }
}

/**
 * True if two plans change the same values. The shown text is not enough, because a shortened list may hide the
 * difference.
 */
function hasSameValues(one: Plan | undefined, other: Plan | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const left = valueTexts(one.changes);
  const right = valueTexts(other.changes);
  for (;;) {
    const [first, second] = [left.next(), right.next()];
    if (first.value !== second.value) return false;
    if (first.done === true) return true;
  }
}

/**
 * Groups the reports that are equal for a reviewer, in the order of their first members: their words are equal except
 * for the name of the target, and their plans change the same values. Their ids may differ.
 */
export function sameButForTarget(
  runs: readonly TargetReported[],
  words: (reported: Reported) => string,
): readonly (readonly [TargetReported, ...TargetReported[]])[] {
  const groups: [TargetReported, ...TargetReported[]][] = [];
  for (const alike of grouped(runs, ({ reported }) => words(renamed(reported, '-'))).values()) {
    const sameValues: typeof groups = [];
    for (const run of alike) {
      const plan = reportedPlan(run.reported);
      const group = sameValues.find(([{ reported }]) => hasSameValues(reportedPlan(reported), plan));
      if (group === undefined) sameValues.push([run]);
      else group.push(run);
    }
    groups.push(...sameValues);
  }
  return groups.sort(([one], [other]) => runs.indexOf(one) - runs.indexOf(other));
}

/** The changes of one of several targets, as a result of `changesFingerprint`. */
export interface TargetChanges {
  readonly target: string;
  readonly digest: string;
}

/**
 * A text that is equal for plans that change the same values and have equal words. The names of their targets do not
 * matter. `undefined` for an empty plan. Used when the plan itself is not in memory any more. `words`: makes the words
 * for the changes.
 */
export function changesFingerprint(plan: Plan, words: (plan: Plan) => string): string | undefined {
  if (plan.changes.length === 0) return undefined;
  const hash = createHash('sha256');
  hash.update(JSON.stringify(words({ ...plan, target: { ...plan.target, name: '-' } })));
  for (const text of valueTexts(plan.changes)) hash.update(`\n${text}`);
  return hash.digest('hex');
}

/** The first earlier target with these changes; `undefined`: none. */
export const sameChangesAs = (digest: string | undefined, earlier: readonly TargetChanges[]): string | undefined =>
  digest === undefined ? undefined : earlier.find((each) => each.digest === digest)?.target;
