import { type Change, isOfWhole, type Plan } from '../../model/plan/plan.ts';
import { sha256 } from '../../model/resources/digest.ts';
import { changesDigest } from './outputs.ts';

/** Maximum number of marks in a hidden line. A plan with more marks changes nearly everything. */
const MARKS_MAX = 60;

/** Eight hex digits, so that the hidden line contains no names. A collision causes one unnecessary comment. */
const mark = (kind: 'part' | 'inside' | 'whole', address: string): string => sha256(`${kind} ${address}`).slice(0, 8);

const marksInside = ({ children }: Change): readonly string[] => children.map(({ address }) => mark('part', address));

/** Marks of the resources that plans change; `undefined` if there are too many. */
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

/** The marks of the plans of all targets together, for the hidden line of their comment. */
export function marksTogether(plans: readonly Plan[]): { readonly touches?: readonly string[] } {
  const touches = marksOf(plans);
  return touches === undefined ? {} : { touches };
}

/** The marks of a plan, for the hidden line of a comment; empty without a plan, or if there are too many. */
export const touchesOf = (plan: Plan | undefined): { readonly touches?: readonly string[] } =>
  plan === undefined ? {} : marksTogether([plan]);

/** The data about its plan that a comment keeps. */
export const marksToKeep = (plan: Plan | undefined) => ({
  digest: plan === undefined ? '' : changesDigest(plan),
  ...touchesOf(plan),
});

/**
 * True if a plan changed the resources of another plan: the same child, or the same resource if one of the plans
 * changes the whole of it. Only the marks of the other plan are known. Without marks, the result is true if the plan
 * has changes.
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
