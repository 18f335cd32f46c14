import type { ValueDrift } from '../../change/drift-values.ts';
import { valueChange } from '../../model/plan/change-values.ts';
import type { ValueChange } from '../../model/resources/value.ts';
import type { TermChanges, TermChild } from '../term-pairs.ts';
import type { ChildDrift, Drift } from './drift.ts';

/**
 * Values that somebody changed outside git, as changes from what the last apply left to what the service has. Conflicts
 * have a third side, so they are not among them.
 */
export const theirValues = (values: readonly ValueDrift[]): readonly ValueChange[] =>
  values.filter(({ kind }) => kind === 'theirs').map(({ key, base, theirs, at }) => valueChange(key, base, theirs, at));

/** The terms of a drift, to be counted and listed as those of a plan, and what each child is among them. */
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
