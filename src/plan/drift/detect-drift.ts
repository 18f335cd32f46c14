import type { CountSettled, ValueDrift } from '../../change/drift-values.ts';
import type { AnyKind } from '../../kinds/kind.ts';
import { allNeeds, type ChildNeed, filledChildren, needsOf } from '../../kinds/needs.ts';
import { isAdditive, kindNamed, ledgerFrom } from '../../kinds/registry.ts';
import { type LedgerState, liveOf, type Matched, ownedOf } from '../../kinds/states.ts';
import type { Entries } from '../../model/entries/entries.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { type Scope, scopeOf } from '../../model/plan/plan.ts';
import { childName, type ResourceAddress } from '../../model/resources/address.ts';
import type { Decision, LiveResource, OwnedResource } from '../../model/resources/resource.ts';
import { allMatches, type MatchAllInput, matchAll } from '../match/match.ts';
import { type PulledSides, type PullView, pulledSides } from '../pull/pull-sides.ts';
import {
  type AgreedValue,
  type Drift,
  type DriftPart,
  perPart,
  type ResourceDrift,
  type Settled,
  type WholeDrift,
} from './drift.ts';
import { driftNewcomer, driftResource, type OwnedSides } from './drift-resource.ts';

/** Text of a decision, for comparison. The members of a value may have any order. */
const decisionText = ({ key, ours, theirs }: Decision): string => {
  const text = (value: Decision['ours']): unknown =>
    typeof value === 'object' && value !== null ? Object.entries(value).sort() : value;
  return JSON.stringify([key, text(ours), text(theirs)].map((each) => each ?? null));
};

const ofValue = ({ key, ours, theirs }: ValueDrift): Decision => ({ key, ...omitUndefined({ ours, theirs }) });

const ofWhole = <Content>(
  key: Decision['key'],
  whole: WholeDrift<Content>,
  digest: (content: Content) => string,
): Decision => ({
  key,
  ...omitUndefined({
    ours: 'ours' in whole ? whole.ours : undefined,
    theirs: 'theirs' in whole ? digest(whole.theirs) : undefined,
  }),
});

/**
 * The drift of a resource as two parts: the conflicts for which `fits` is true, and everything else. `undefined`: the
 * part is empty.
 */
function splitBy(
  drift: ResourceDrift,
  fits: (decision: Decision) => boolean,
): { readonly inside: ResourceDrift | undefined; readonly others: ResourceDrift | undefined } {
  const { whole, values, children } = drift;
  const kind = kindNamed(drift.kind);
  const isWhole = whole?.kind === 'both' && fits(ofWhole([whole.how], whole, kind.digest));
  if (isWhole) return { inside: drift, others: undefined };
  const isValue = (value: ValueDrift): boolean => value.kind === 'both' && fits(ofValue(value));
  const part = (isIn: boolean): ResourceDrift | undefined => {
    const here = children.flatMap((child) => {
      const { whole: all, address } = child;
      if (all !== undefined) {
        const digest = (entries: Entries): string => entries.digest;
        const isFit = all.kind === 'both' && fits(ofWhole(['entry', childName(address)], all, digest));
        return isFit === isIn ? [child] : [];
      }
      const own = child.values.filter((value) => isValue(value) === isIn);
      return own.length > 0 ? [{ ...child, values: own }] : [];
    });
    const own = values.filter((value) => isValue(value) === isIn);
    const { whole: _, ...known } = drift;
    const isEmpty = own.length === 0 && here.length === 0 && (isIn || whole === undefined);
    return isEmpty ? undefined : { ...(isIn ? known : drift), values: own, children: here };
  };
  return { inside: part(true), others: part(false) };
}

/** The drift of a resource without the conflicts that were decided, and these conflicts. */
function withoutDecided(
  drift: ResourceDrift,
  decided: readonly Decision[] = [],
): { readonly open: ResourceDrift | undefined; readonly decided: ResourceDrift | undefined } {
  if (decided.length === 0) return { open: drift, decided: undefined };
  const known = new Set(decided.map(decisionText));
  const { inside, others } = splitBy(drift, (each) => known.has(decisionText(each)));
  return { open: others, decided: inside };
}

/** The decisions for the files in all conflicts of a resource. */
function decisionsFor(drift: ResourceDrift): readonly Decision[] {
  const found: Decision[] = [];
  splitBy(drift, (each) => {
    found.push(each);
    return true;
  });
  return [...new Map(found.map((each) => [decisionText(each), each])).values()];
}

/** The addresses of resources with a conflict. */
export const conflictAddresses = ({ resources }: Drift): readonly string[] =>
  resources.filter((each) => decisionsFor(each).length > 0).map(({ address }) => address);

/** The ledger with the decisions for the files in all conflicts. Its contents do not change. Pure. */
export function decidedState(ledger: LedgerState, { resources }: Drift): LedgerState {
  const decided = ledgerFrom((kind) =>
    [...ownedOf(ledger, kind.plural)].map(([address, owned]) => {
      // Another resource of the same name has another id, and a moved one has another address in the ledger.
      const drift =
        resources.find((each) => each.id === owned.id) ?? resources.find((each) => each.address === address);
      const added = drift === undefined ? [] : decisionsFor(drift);
      return [address, added.length === 0 ? owned : { ...owned, decided: [...(owned.decided ?? []), ...added] }];
    }),
  );
  return { ...ledger, ...decided };
}

/**
 * Every owned resource of one kind, with its content in the files and on the service. Leaves out resources to which the
 * files have given another id, and unmanaged ones: without an earlier apply they have no base, and so no drift.
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
      // The file now belongs to a live resource that the ledger owns under another address. This resource has no file.
      if (matched.some((each) => each.address === address)) return { address, base };
      const found = matchedLive.get(address);
      return { address, base, desired: want, ...(found !== undefined && { live: found }) };
    });
  return [...matched, ...dropped, ...gone].sort((left, right) => byCodeUnit(left.address, right.address));
}

/** The resources of one kind to compare, and those that get files because they have none (only for `pull`). */
interface DriftingKind extends PulledSides {
  readonly kind: AnyKind;
}

/** The states to compare, and their scope. */
interface ComparedInput extends MatchAllInput {
  /** Absent: only the drift of owned resources. */
  readonly pull?: PullView;
}

/** True if a pattern matches a part of a resource in the files. */
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
 * The resources to compare, by kind. Leaves out kinds that the workspace does not manage or that were not read: "not
 * read" does not mean "empty". A pattern that names a part includes its resource. If the files no longer have the
 * resource, only a pattern for the whole resource includes it.
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

/** The states to compare, and whether added children count. */
interface Compared extends ComparedInput {
  /**
   * True: a dictionary that was added to an owned glossary outside git counts too. Default false: it is unmanaged.
   * Never for an additive glossary, which other people share.
   */
  readonly added?: boolean;
}

export interface DriftInput extends Compared {
  readonly target: { readonly name: string; readonly baseUrl: string };
}

/**
 * The three-way comparison of the state after the last apply, the files, and the service. Pure: the result does not
 * depend on the order in which files and service list resources, rules and instructions. Throws if a dictionary in
 * `driftEntriesNeeded` has not been read.
 */
export function driftOf(input: DriftInput): Drift {
  const scope = scopeOf(input.only);
  const counted: Record<'same' | 'ours', Map<DriftPart, number>> = { same: new Map(), ours: new Map() };
  const agreed: AgreedValue[] = [];
  const countFor =
    (address: ResourceAddress): CountSettled =>
    (part, status, key) => {
      counted[status].set(part, (counted[status].get(part) ?? 0) + 1);
      if (status === 'same' && key !== undefined) agreed.push({ address, key });
    };
  const decided: ResourceDrift[] = [];
  const resources = comparedInScope(input).flatMap(({ kind, sides, newcomers }) => {
    const context = { kind, scope, added: input.added === true };
    const drifts = sides.flatMap((each) => {
      const found = driftResource(each, { ...context, count: countFor(each.address) });
      if (found === undefined) return [];
      const split = withoutDecided(found, each.base.decided);
      if (split.decided !== undefined) decided.push(split.decided);
      return split.open ?? [];
    });
    return [...drifts, ...newcomers.flatMap((each) => driftNewcomer(kind, each) ?? [])];
  });
  return {
    formatVersion: 1,
    target: input.target,
    only: input.only,
    resources: resources.sort((left, right) => byCodeUnit(left.address, right.address)),
    ...(decided.length > 0 && { decided }),
    ...(agreed.length > 0 && { agreed }),
    settled: perPart((part): Settled => ({ same: counted.same.get(part) ?? 0, ours: counted.ours.get(part) ?? 0 })),
  };
}

/**
 * The live dictionaries that must be read for `driftOf`, given the lists of the service. A dictionary that was never in
 * git need not be read.
 */
export function driftEntriesNeeded(input: Compared): readonly ChildNeed[] {
  const scope = scopeOf(input.only);
  return comparedInScope(input).flatMap(({ kind, sides, newcomers }) => {
    const sideNeeds = sides.flatMap(({ address, base, desired, live }) => {
      if (live === undefined) return [];
      const [ours, known] = [desired && kind.children?.(kind.contentOf(desired)), kind.children?.(base.content)];
      const takesAdded = desired !== undefined && input.added === true && !isAdditive(kind, desired);
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
    return [...sideNeeds, ...newcomers.flatMap(({ live }) => allNeeds(kind, live))];
  });
}
