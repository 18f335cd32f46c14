import { allNeeds, type ChildNeed, planNeeds } from '../../kinds/needs.ts';
import { scopeOf } from '../../model/plan/plan.ts';
import { allMatches, type MatchAllInput, matchAll } from './match.ts';

/**
 * The children of live resources that must be read before the plan can be made, given the lists of the service: those
 * in scope, and all children of a resource that would be deleted, since its deletion is bound to its content.
 */
export function entriesNeeded(input: MatchAllInput): readonly ChildNeed[] {
  const { deletable } = input;
  const scope = scopeOf(input.only);
  return allMatches(matchAll(input)).flatMap(({ kind, matched }) => [
    ...matched.matches.flatMap(({ live, ...match }) =>
      live === undefined || !scope.any(match.desired.address)
        ? []
        : planNeeds(kind, { ...match, live }, { scope, deletable }),
    ),
    ...matched.deletes.filter(({ address }) => scope.whole(address)).flatMap(({ live }) => allNeeds(kind, live)),
  ]);
}
