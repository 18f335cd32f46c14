import { sha256 } from '../model/resources/digest.ts';
import type { Change, Plan } from '../plan/plan.ts';
import { changesDigest } from './outputs.ts';

/** Most marks of a plan: as much as a hidden line should hold. A plan with more of them touches about everything. */
const MARKS_MAX = 60;

/**
 * Eight hex digits, so that no name stands in a hidden line. Two that are the same by accident cost a needless word, no
 * more.
 */
const mark = (kind: 'part' | 'inside' | 'whole', address: string): string => sha256(`${kind} ${address}`).slice(0, 8);

/** Whether a change is about the resource itself, and not only about dictionaries in it. */
const isWhole = (change: Change): boolean =>
  change.kind !== 'glossary' || change.action !== 'update' || change.nameBefore !== change.nameAfter;

const partsOf = (change: Change): readonly string[] =>
  change.kind === 'glossary' ? change.dictionaries.map(({ address }) => mark('part', address)) : [];

/** What a plan touches; `undefined` when it is too much to be told. */
function marksOf({ changes }: Plan): readonly string[] | undefined {
  const marks = changes.flatMap((change) => [
    ...partsOf(change),
    mark('inside', change.address),
    ...(isWhole(change) ? [mark('whole', change.address)] : []),
  ]);
  return marks.length > MARKS_MAX ? undefined : marks;
}

/** What a plan touches, to be kept in a comment; nothing where there is no plan, or too much to be told. */
export function touchesOf(plan: Plan | undefined): { readonly touches?: readonly string[] } {
  const touches = plan && marksOf(plan);
  return touches === undefined ? {} : { touches };
}

/** What a comment keeps of its plan. */
export const marksToKeep = (plan: Plan | undefined) => ({
  digest: plan === undefined ? '' : changesDigest(plan),
  ...touchesOf(plan),
});

/**
 * Whether what a plan has changed is what another one, known by its marks alone, is about: the same dictionary, or the
 * same resource where one of them is about the whole of it. Without marks nobody knows, and so it may be.
 */
export function meets({ changes }: Plan, marks: readonly string[] | undefined): boolean {
  if (marks === undefined) return changes.length > 0;
  const known = new Set(marks);
  return changes.some(
    (change) =>
      partsOf(change).some((part) => known.has(part)) ||
      known.has(mark('whole', change.address)) ||
      (isWhole(change) && known.has(mark('inside', change.address))),
  );
}
