import type { CountSettled } from '../../change/drift-values.ts';
import type { Matched } from '../../kinds/model/matches.ts';
import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import { allNeeds, type ChildNeed, filledChildren, needsOf } from '../../kinds/needs.ts';
import { liveOf, ownedOf } from '../../kinds/states.ts';
import { byCodeUnit } from '../../model/order.ts';
import { type Scope, scopeOf } from '../../model/plan/scope.ts';
import type { ResourceAddress } from '../../model/resources/address.ts';
import type { LiveResource, OwnedResource } from '../../model/resources/resource.ts';
import { allMatches, type MatchAllInput, matchAll } from '../match/match.ts';
import { type PulledSides, type PullView, pulledSides } from '../pull/pull-sides.ts';
import { type Drift, type DriftPart, perPart, type Settled } from './drift.ts';
import { driftNewcomer, driftResource, type OwnedSides } from './drift-resource.ts';

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
interface DriftingKind extends PulledSides {
  readonly kind: AnyKind;
}

/** What a comparison looks at. */
interface ComparedInput extends MatchAllInput {
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

/** What is compared, beside what every decision is made from. */
interface Compared extends ComparedInput {
  /**
   * A dictionary that somebody added to an owned glossary counts too. Default false: it is unmanaged. Never of an
   * additive one, which shares.
   */
  readonly added?: boolean;
}

export interface DriftInput extends Compared {
  readonly target: { readonly name: string; readonly baseUrl: string };
}

/**
 * The three-way comparison: what the last apply left, what the files ask for, and what the service has. Pure: the same
 * states, the same value, in whatever order files and service list resources, rules and instructions. The dictionaries
 * that `driftEntriesNeeded` names must have been read, or it throws.
 */
export function driftOf(input: DriftInput): Drift {
  const scope = scopeOf(input.only);
  const counted: Record<'same' | 'ours', Map<DriftPart, number>> = { same: new Map(), ours: new Map() };
  const count: CountSettled = (part, standing) => {
    counted[standing].set(part, (counted[standing].get(part) ?? 0) + 1);
  };
  const resources = comparedInScope(input).flatMap(({ kind, sides, newcomers }) => {
    const context = { kind, scope, added: input.added === true, count };
    return [
      ...sides.map((each) => driftResource(each, context)),
      ...newcomers.map((each) => driftNewcomer(kind, each)),
    ];
  });
  const drifting = resources.filter((drift) => drift !== undefined);
  return {
    formatVersion: 1,
    target: input.target,
    only: input.only,
    resources: drifting.sort((left, right) => byCodeUnit(left.address, right.address)),
    settled: perPart((part): Settled => ({ same: counted.same.get(part) ?? 0, ours: counted.ours.get(part) ?? 0 })),
  };
}

/**
 * Which live dictionaries must have been read for that, given what the service lists. One that nobody in git has ever
 * named need not be.
 */
export function driftEntriesNeeded(input: Compared): readonly ChildNeed[] {
  const scope = scopeOf(input.only);
  return comparedInScope(input).flatMap(({ kind, sides, newcomers }) => {
    const ofSides = sides.flatMap(({ address, base, desired, live }) => {
      if (live === undefined) return [];
      const [ours, known] = [desired && kind.children?.(kind.contentOf(desired)), kind.children?.(base.content)];
      const takesAdded = desired !== undefined && input.added === true && kind.drift?.isAdditive?.(desired) !== true;
      const isCompared = (name: string): boolean =>
        desired === undefined ||
        (scope.child(address, name) && (ours?.has(name) === true || known?.has(name) === true || takesAdded));
      const children = filledChildren(kind, live).filter(isCompared);
      return needsOf(
        kind,
        live,
        children.map((child) => ({ child })),
      );
    });
    return [...ofSides, ...newcomers.flatMap(({ live }) => allNeeds(kind, live))];
  });
}
