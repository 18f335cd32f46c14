import type { Matched } from '../../kinds/model/matches.ts';
import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import { liveOf, ownedOf } from '../../kinds/states.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Scope } from '../../model/plan/scope.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import type { ResourceAddress } from '../../model/resources/address.ts';
import type { LiveResource, OwnedResource } from '../../model/resources/resource.ts';
import { allMatches, type MatchAllInput, matchAll } from '../match/match.ts';
import type { PulledSides, PullView } from '../pull/pull-sides.ts';
import { pulledSides } from '../pull/pull-sides.ts';
import type { OwnedSides } from './drift-resource.ts';

/**
 * Every owned resource of one kind with what files and service have of it. Without those that the files have given
 * another id, and those that are nobody's: of what was never applied there is no base, and so no drift.
 */
function ownedSides(
  { matches, deletes, desired }: Matched,
  live: readonly LiveResource[],
  owned: ReadonlyMap<ResourceAddress, OwnedResource>,
): readonly OwnedSides[] {
  const present = new Set(live.map(({ id }) => id));
  const matchedLive = new Map(matches.map((match) => [match.desired.address, match.live]));
  const wanted = new Map(desired.map((each) => [each.address, each]));
  const matched = matches.flatMap(({ desired: want, live: found, owned: base }) =>
    found === undefined || base === undefined ? [] : [{ address: want.address, base, desired: want, live: found }],
  );
  const dropped = deletes.flatMap(({ address, live: found, owned: base }) =>
    base === undefined ? [] : [{ address, base, live: found }],
  );
  const gone = [...owned]
    .filter(([, { id }]) => !present.has(id))
    .map(([address, base]) => {
      const want = wanted.get(address);
      if (want === undefined || (want.pinnedId !== undefined && want.pinnedId !== base.id)) return { address, base };
      // One that the ledger owns under another address was moved here, and is compared as that.
      if (matched.some((each) => each.address === address)) return { address, base };
      const found = matchedLive.get(address);
      return { address, base, desired: want, ...(found !== undefined && { live: found }) };
    });
  return [...matched, ...dropped, ...gone].sort((left, right) => byCodeUnit(left.address, right.address));
}

/** What is compared of one kind, and what gets files because no file has it: nothing but for `pull`. */
export interface DriftingKind extends PulledSides {
  readonly kind: AnyKind;
}

/** What a comparison looks at. */
export interface ComparedInput extends MatchAllInput {
  /** Absent: drift alone, of what the ledger owns. */
  readonly pull?: PullView;
}

/** True when a pattern names a part of a resource that the files have. */
function hasPartIn(kind: AnyKind, { address, base, desired, live }: OwnedSides, scope: Scope): boolean {
  if (desired === undefined || !scope.any(address)) return false;
  const names = [
    ...(kind.children?.(base.content).keys() ?? []),
    ...(kind.children?.(kind.contentOf(desired)).keys() ?? []),
    ...((live && kind.liveChildren?.(live).keys()) ?? []),
  ];
  return names.some((name) => scope.child(address, name));
}

/**
 * What is compared, kind by kind. A kind that the workspace does not manage is not, and neither is one that was not
 * read: "not read" is not "there are none". Patterns that name a part let its resource through, unless the files
 * dropped it: the whole is named, or nothing of it.
 */
export function comparedInScope(input: ComparedInput): readonly DriftingKind[] {
  const { live, ledger, pull: view } = input;
  const scope = scopeOf(input.only);
  return allMatches(matchAll(input)).flatMap(({ kind, matched }) => {
    const found = liveOf(live, kind.plural);
    if (found === undefined) return [];
    const drifting = ownedSides(matched, found, ownedOf(ledger, kind.plural));
    const { sides, newcomers } =
      view === undefined ? { sides: drifting, newcomers: [] } : pulledSides({ kind, view }, drifting, matched);
    return [
      {
        kind,
        sides: sides.filter((each) => scope.whole(each.address) || hasPartIn(kind, each, scope)),
        newcomers: newcomers.filter(({ address }) => scope.whole(address)),
      },
    ];
  });
}
