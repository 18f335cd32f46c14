import type { ValueDrift } from '../../change/drift-values.ts';
import { valueChange } from '../../model/plan/plan.ts';
import type { ValueChange } from '../../model/resources/resource.ts';
import type { TermChanges, TermChild } from '../term-pairs.ts';
import type { ChildDrift, Drift } from './drift.ts';

/**
 * Values changed outside git, as changes from the last apply to the service. Conflicts are left out, because they have
 * a third side.
 */
export const theirValues = (values: readonly ValueDrift[]): readonly ValueChange[] =>
  values.filter(({ kind }) => kind === 'theirs').map(({ key, base, theirs, at }) => valueChange(key, base, theirs, at));

/**
 * The terms of a drift, in the form in which the terms of a plan are counted and listed. `childOf`: each child of the
 * drift in that form.
 */
export function driftTerms({ resources }: Pick<Drift, 'resources'>): {
  readonly terms: TermChanges;
  readonly childOf: ReadonlyMap<ChildDrift, TermChild>;
} {
  const childOf = new Map(
    resources
      .flatMap(({ children }) => children)
      .map((child) => [child, { address: child.address, values: theirValues(child.values) }]),
  );
  return { terms: { changes: [{ children: [...childOf.values()] }] }, childOf };
}
