import { allNeeds, type ChildNeed, planNeeds } from '../../kinds/needs.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import { allMatches, type MatchAllInput, matchAll } from './match.ts';

/**
 * Which children of live resources must be read before the plan can be made, given what the service lists: those that
 * the plan is about, and all of a resource that would go, since its deletion is bound to what it holds.
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
