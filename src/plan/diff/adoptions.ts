import type { Matches } from '../../kinds/model/matches.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Change, Unmanaged } from '../../model/plan/plan.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import { allMatches } from '../match/match.ts';

/**
 * Live resources that the files name, that nothing owns yet, and that are already as the files want them: no call is
 * needed, and from the next apply on they are owned. What is taken over with changes says so in its change.
 */
export function takenOver(matches: Matches, changes: readonly Change[], only: readonly string[]): readonly Unmanaged[] {
  const { whole } = scopeOf(only);
  const changed = new Set<string>(changes.map(({ address }) => address));
  return allMatches(matches)
    .flatMap(({ kind, matched }) =>
      matched.matches.flatMap(({ desired: { address }, live, owned }) =>
        live === undefined || owned !== undefined || changed.has(address) || !whole(address)
          ? []
          : [{ address, id: live.id, name: kind.name(kind.contentOfLive(live)) ?? '' }],
      ),
    )
    .sort((left, right) => byCodeUnit(left.address, right.address));
}
