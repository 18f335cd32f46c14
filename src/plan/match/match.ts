import type { AnyKind } from '../../kinds/kind.ts';
import { resourceName } from '../../kinds/ledger-content.ts';
import { allNeeds, type ChildNeed, planNeeds } from '../../kinds/needs.ts';
import { addressWithKind, isInUse, isWanted, KINDS, patternsFor } from '../../kinds/registry.ts';
import {
  type DesiredState,
  desiredOf,
  type LedgerState,
  type LiveState,
  liveOf,
  liveResources,
  type Match,
  type Matched,
  type MatchedDeletion,
  type Matches,
  type MatchesOf,
  matchedOf,
  ownedOf,
} from '../../kinds/states.ts';
import { errorAt, type Finding, type SourceRef, topOf } from '../../model/finding.ts';
import { byCodeUnit, grouped } from '../../model/lists.ts';
import { scopeOf } from '../../model/plan/plan.ts';
import { type Address, addressNames, matchesAny, type ResourceAddress } from '../../model/resources/address.ts';
import type { DesiredResource, LiveResource, OwnedResource } from '../../model/resources/resource.ts';

export interface MatchInput {
  readonly kind: AnyKind;
  readonly desired: readonly DesiredResource[];
  readonly live: readonly LiveResource[];
  readonly owned: ReadonlyMap<ResourceAddress, OwnedResource>;
  /** Address patterns of resources that may be deleted even if the ledger does not own them. */
  readonly deletable: readonly string[];
  /** Id → address of the resource that replaced it, for live resources that a replacement left over. */
  readonly leftOver: ReadonlyMap<string, ResourceAddress>;
  /**
   * Addresses of resources whose files have errors, so that they were not read. Their live resources are kept.
   * Absent: none.
   */
  readonly unreadable?: ReadonlySet<ResourceAddress> | undefined;
}

/**
 * Matches the resources of the files with live ones: by a pinned id, otherwise by the ledger's id for the address,
 * otherwise by name if only one live resource has it. Two candidates are an error, which suggests a pin. The order of
 * either side does not matter. The function is longer than 60 lines because the four rules share the set of claimed
 * resources.
 */
export function matchResources(input: MatchInput): Matched {
  const { kind, owned, leftOver } = input;
  const { prefix } = kind;
  const desired = [...input.desired].sort((left, right) => byCodeUnit(left.address, right.address));
  const known = new Set(desired.flatMap(({ address, pinnedId }) => pinnedId ?? owned.get(address)?.id ?? []));
  const live = input.live
    .filter((each) => isInUse(kind, each) || known.has(each.id))
    .sort((left, right) => byCodeUnit(left.id, right.id));
  const liveByName = grouped(live, (each) => resourceName(kind, each));
  const liveById = new Map(live.map((resource) => [resource.id, resource]));
  const ownerOf = new Map([...owned].map(([address, { id }]) => [id, address]));
  const claimed = new Map<string, ResourceAddress>();
  const findings: Finding[] = [];
  const matches = new Map<ResourceAddress, Match>();
  const ownedAs = (id: string): OwnedResource | undefined => {
    const owner = ownerOf.get(id);
    return owner === undefined ? undefined : owned.get(owner);
  };

  const fault = (at: SourceRef, code: string, details: Finding['details']): void => {
    findings.push({ code, severity: 'error', at, details });
  };
  const claim = (resource: DesiredResource, match: LiveResource, adopted: boolean): void => {
    const other = claimed.get(match.id);
    if (other !== undefined)
      fault(resource.origin, 'claimed-twice', { address: resource.address, other, id: match.id });
    claimed.set(match.id, resource.address);
    const base = ownedAs(match.id);
    matches.set(resource.address, {
      desired: resource,
      live: match,
      adopted,
      ...(base !== undefined && { owned: base }),
    });
  };

  for (const resource of desired) {
    if (resource.pinnedId === undefined) continue;
    const match = liveById.get(resource.pinnedId);
    if (match === undefined)
      fault(resource.origin, 'pinned-id-missing', { address: resource.address, id: resource.pinnedId });
    else claim(resource, match, false);
  }
  const unpinned = desired.filter(({ pinnedId }) => pinnedId === undefined);
  for (const resource of unpinned) {
    const match = liveById.get(owned.get(resource.address)?.id ?? '');
    if (match !== undefined && !claimed.has(match.id)) claim(resource, match, false);
  }
  const addresses = desired.map(({ address }) => address);
  const wanted = new Set<ResourceAddress | undefined>([...addresses, ...(input.unreadable ?? [])]);
  const unmatched = unpinned.filter(({ address }) => !matches.has(address));
  const yields = (resource: DesiredResource): boolean => !isWanted(kind, resource);
  // Stable sort: resources to delete are matched by name last, so that the others take theirs first.
  for (const resource of unmatched.sort((left, right) => Number(yields(left)) - Number(yields(right)))) {
    const name = resourceName(kind, resource);
    const isOthers = (id: string): boolean => claimed.has(id) || leftOver.has(id) || wanted.has(ownerOf.get(id));
    const candidates = (liveByName.get(name) ?? []).filter(({ id }) => !isOthers(id));
    const [only] = candidates;
    if (candidates.length > 1) {
      fault(resource.origin, 'ambiguous-name', {
        address: resource.address,
        name,
        ids: candidates.map(({ id }) => id),
      });
    } else if (only !== undefined) claim(resource, only, !ownerOf.has(only.id));
    else matches.set(resource.address, { desired: resource, adopted: false });
  }

  const rest = live.filter(({ id }) => !claimed.has(id));
  const deletes: MatchedDeletion[] = [];
  const unowned: LiveResource[] = [];
  for (const resource of rest) {
    const [owner, base] = [ownerOf.get(resource.id), ownedAs(resource.id)];
    if (owner === undefined || base === undefined || wanted.has(owner)) unowned.push(resource);
    else deletes.push({ address: owner, live: resource, owned: base });
  }
  // The addresses of deleted resources are taken too, so that a consent to one of them cannot match another resource.
  const taken = [...desired, ...deletes].map(({ address }) => address.slice(prefix.length + 1));
  const shown = unowned.map((each) => ({ id: each.id, name: resourceName(kind, each) }));
  const names = addressNames(shown, new Set(taken));
  const deletable = patternsFor(kind, input.deletable);
  const unmanaged: { readonly address: ResourceAddress; readonly live: LiveResource }[] = [];
  for (const resource of unowned) {
    const address: ResourceAddress = `${prefix}.${names.get(resource.id) ?? resource.id}`;
    const replacedBy = leftOver.get(resource.id);
    if (replacedBy !== undefined) deletes.push({ address, live: resource, replacedBy });
    else if (matchesAny(deletable, address)) deletes.push({ address, live: resource });
    else unmanaged.push({ address, live: resource });
  }
  return { matches: [...matches.values()], deletes, unmanaged, findings, desired };
}

/** The input that every decision of a plan is made from. */
export interface MatchAllInput {
  readonly desired: DesiredState;
  readonly live: LiveState;
  readonly ledger: LedgerState;
  /** Address patterns that narrow the plan; empty: everything. */
  readonly only: readonly string[];
  /** Address patterns of resources that may be deleted even if the ledger does not own them. */
  readonly deletable: readonly string[];
  /** Addresses of files that give no resource because of errors. Absent: none. */
  readonly unreadable?: ReadonlySet<ResourceAddress>;
}

/** Matches the resources of all kinds that the workspace manages. */
export function matchAll({ desired, live, ledger, deletable, unreadable }: MatchAllInput): Matches {
  const left = (ledger.unfinished ?? []).filter(({ kind }) => kind === 'left');
  const leftOver = new Map(left.map(({ old, address }) => [old, address]));
  return Object.fromEntries(
    KINDS.flatMap((kind): readonly (readonly [string, Matched])[] => {
      const { plural } = kind;
      const wanted = desiredOf(desired, plural);
      if (wanted === undefined) return [];
      const sides = { desired: wanted, live: liveResources(live, plural), owned: ownedOf(ledger, plural) };
      return [[plural, matchResources({ kind, ...sides, deletable, leftOver, unreadable })]];
    }),
  );
}

/** Like `matchAll`, but deletes nothing, not even resources that a replacement left over. */
export const matchLive = <Desired extends DesiredState>(
  desired: Desired,
  live: LiveState,
  ledger: LedgerState,
): MatchesOf<Desired> =>
  matchAll({ desired, live, ledger: { ...ledger, unfinished: [] }, only: [], deletable: [] }) as MatchesOf<Desired>;

/** The managed kinds in the order of reports, each with its matches. */
export const allMatches = (matches: Matches): readonly { readonly kind: AnyKind; readonly matched: Matched }[] =>
  KINDS.flatMap((kind) => {
    const matched = matchedOf(matches, kind.plural);
    return matched === undefined ? [] : [{ kind, matched }];
  });

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

/** The owner of a live resource: `files` name it, only the `ledger` of the target owns it, or it is unmanaged. */
export type OwnedBy = 'files' | 'ledger' | 'unmanaged';

/**
 * The address of each live resource, by id: the one in the files, the one in the ledger, or the one that `pull` would
 * choose.
 */
export function addressesById(
  matches: Matches,
): ReadonlyMap<string, { readonly address: Address; readonly standing: OwnedBy }> {
  const known = new Map<string, { readonly address: Address; readonly standing: OwnedBy }>();
  for (const { matched } of allMatches(matches)) {
    for (const { desired, live } of matched.matches)
      if (live !== undefined) known.set(live.id, { address: desired.address, standing: 'files' });
    for (const { address, live } of matched.deletes) known.set(live.id, { address, standing: 'ledger' });
    for (const { address, live } of matched.unmanaged) known.set(live.id, { address, standing: 'unmanaged' });
  }
  return known;
}

function suggestion(pattern: string, known: readonly Address[]): Finding['details'] {
  const meant = addressWithKind(pattern, known);
  return meant === undefined ? {} : { suggestion: meant };
}

/**
 * All addresses that a pattern can match: resources of the files, of the ledger and of the service, and the parts that
 * the files and the service have.
 */
export const addressesOf = (live: LiveState, matches: Matches): readonly Address[] =>
  allMatches(matches).flatMap(({ kind, matched }): readonly Address[] => {
    const { desired, deletes, unmanaged } = matched;
    // The parts of a kind that was not read are unknown.
    const parts = liveOf(live, kind.plural) === undefined ? [] : matched.matches;
    return [
      ...[...desired, ...deletes, ...unmanaged].map(({ address }) => address),
      ...parts.flatMap(({ desired: wanted, live: found }) =>
        [
          ...(kind.children?.(kind.contentOf(wanted)).keys() ?? []),
          ...((found && kind.liveChildren?.(found).keys()) ?? []),
        ].map((child): Address => `${wanted.address}/${child}`),
      ),
    ];
  });

/** A pattern of `--only` that matches nothing is probably a typo. */
export function checkOnly({ only, live }: MatchAllInput, matches: Matches): readonly Finding[] {
  const known = addressesOf(live, matches);
  return only
    .filter((pattern) => !known.some((address) => matchesAny([pattern], address)))
    .map((pattern) =>
      errorAt('only-matches-nothing', topOf('lexform.yaml'), { pattern, ...suggestion(pattern, known) }),
    );
}
