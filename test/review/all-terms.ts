import type { ChildChange, Plan } from '../../src/model/plan/plan.ts';
import { planTerms, type TermChange } from '../../src/review/values/term-kinds.ts';

/** What happens to the terms of each dictionary of a plan. */
export function termKinds(plan: Pick<Plan, 'changes'>): ReadonlyMap<ChildChange, readonly TermChange[]> {
  const termsOf = planTerms(plan);
  return new Map(plan.changes.flatMap(({ children }) => children).map((child) => [child, termsOf(child)]));
}
