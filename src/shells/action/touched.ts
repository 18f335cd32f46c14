import { isOfWhole } from '../../model/plan/change-values.ts';
import type { Change, Plan } from '../../model/plan/plan.ts';
import { sha256 } from '../../model/resources/digest.ts';
import { changesDigest } from './outputs.ts';

/** Maximum marks in a hidden line. A plan with more of them touches nearly everything. */
const MARKS_MAX = 60;

/** Eight hex digits, so that no name stands in a hidden line. A collision costs one needless comment. */
const mark = (kind: 'part' | 'inside' | 'whole', address: string): string => sha256(`${kind} ${address}`).slice(0, 8);

const marksInside = ({ children }: Change): readonly string[] => children.map(({ address }) => mark('part', address));

/** What plans touch; `undefined` when it is too much to be told. */
function marksOf(plans: readonly Plan[]): readonly string[] | undefined {
  const marks = plans
    .flatMap(({ changes }) => changes)
    .flatMap((change) => [
      ...marksInside(change),
      mark('inside', change.address),
      ...(isOfWhole(change) ? [mark('whole', change.address)] : []),
    ]);
  const once = [...new Set(marks)];
  return once.length > MARKS_MAX ? undefined : once;
}

/** What the plans of all targets touch together, for the hidden line of their comment. */
export function marksTogether(plans: readonly Plan[]): { readonly touches?: readonly string[] } {
  const touches = marksOf(plans);
  return touches === undefined ? {} : { touches };
}

/** What a plan touches, for the hidden line of a comment; nothing without a plan, or when it touches too much. */
export const touchesOf = (plan: Plan | undefined): { readonly touches?: readonly string[] } =>
  plan === undefined ? {} : marksTogether([plan]);

/** What a comment keeps of its plan. */
export const marksToKeep = (plan: Plan | undefined) => ({
  digest: plan === undefined ? '' : changesDigest(plan),
  ...touchesOf(plan),
});

/**
 * True when a plan changed what another plan is about: the same child, or the same resource where one of the two
 * changes the whole of it. Only the marks of the other plan are known. Without marks the answer is true.
 */
export function meets({ changes }: Plan, marks: readonly string[] | undefined): boolean {
  if (marks === undefined) return changes.length > 0;
  const known = new Set(marks);
  return changes.some(
    (change) =>
      marksInside(change).some((part) => known.has(part)) ||
      known.has(mark('whole', change.address)) ||
      (isOfWhole(change) && known.has(mark('inside', change.address))),
  );
}
