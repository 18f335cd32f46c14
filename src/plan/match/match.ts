import type { Finding } from '../../model/finding.ts';
import { grouped } from '../../model/grouped.ts';
import { byCodeUnit } from '../../model/order.ts';
import { type Address, matchesAny } from '../../model/resources/address.ts';
import { addressNames } from '../../model/resources/address-name.ts';
import type { SourceRef } from '../../model/source-ref.ts';

/** What matching needs to know of a resource that the files ask for. */
interface Wanted {
  readonly address: Address;
  readonly origin: SourceRef;
  readonly pinnedId?: string;
  readonly name: string;
  /** True: takes by its name only what no other one takes. Default false. */
  readonly yields?: boolean;
}

/** What matching needs to know of a live one. */
interface Found {
  readonly id: string;
  readonly name: string;
}

export interface MatchInput<Desired extends Wanted, Live extends Found, Owned extends { readonly id: string }> {
  /** The first part of every address of this kind. */
  readonly kind: 'glossary' | 'style_rules' | 'developer_key';
  readonly desired: readonly Desired[];
  readonly live: readonly Live[];
  readonly owned: ReadonlyMap<Desired['address'], Owned>;
  /** Address patterns of what may be deleted although nothing owns it. */
  readonly deletable: readonly string[];
  /** Id → address of the one that has taken its place, of live ones that are still to be deleted. Default: none. */
  readonly leftOver?: ReadonlyMap<string, Desired['address']>;
}

/** A resource of the files and the live one that it is; `live` is absent when it must be created. */
export interface Match<Desired, Live, Owned> {
  readonly desired: Desired;
  readonly live?: Live;
  /**
   * What the ledger says of this very live resource, under whatever address; never what it says of another one that
   * bore the address before.
   */
  readonly owned?: Owned;
  /** True when only the name says that they are the same, and the ledger does not know it. */
  readonly adopted: boolean;
}

/** A live resource that goes. `leftOf`: the address of the one that has taken its place. */
export interface Going<At extends Address, Live, Owned> {
  readonly address: At;
  readonly live: Live;
  readonly owned?: Owned;
  readonly leftOf?: At;
}

export interface Matched<Desired extends { readonly address: Address }, Live, Owned> {
  readonly matches: readonly Match<Desired, Live, Owned>[];
  /** Live resources that go: owned and no longer in the files, left over, or named by a `deletable` pattern. */
  readonly deletes: readonly Going<Desired['address'], Live, Owned>[];
  readonly unmanaged: readonly { readonly address: Desired['address']; readonly live: Live }[];
  readonly findings: readonly Finding[];
  /** Everything that was to be matched, in the order of addresses. */
  readonly desired: readonly Desired[];
}

/**
 * Which live resource is which resource of the files: a pinned id, else the ledger's id for the address, else the only
 * live resource of that name, else none. Two candidates are an error that asks for a pin. The order of either side
 * decides nothing. It is longer than 60 lines because the four rules share what is claimed by then.
 */
export function matchResources<Desired extends Wanted, Live extends Found, Owned extends { readonly id: string }>(
  input: MatchInput<Desired, Live, Owned>,
): Matched<Desired, Live, Owned> {
  type At = Desired['address'];
  const { kind, owned, deletable, leftOver } = input;
  const desired = [...input.desired].sort((left, right) => byCodeUnit(left.address, right.address));
  const live = [...input.live].sort((left, right) => byCodeUnit(left.id, right.id));
  const liveByName = grouped(live, ({ name }) => name);
  const liveById = new Map(live.map((resource) => [resource.id, resource]));
  const ownerOf = new Map([...owned].map(([address, { id }]) => [id, address]));
  const claimed = new Map<string, At>();
  const findings: Finding[] = [];
  const matches = new Map<At, Match<Desired, Live, Owned>>();
  const ownedAs = (id: string): Owned | undefined => {
    const owner = ownerOf.get(id);
    return owner === undefined ? undefined : owned.get(owner);
  };

  const fault = (at: SourceRef, code: string, details: Finding['details']): void => {
    findings.push({ code, severity: 'error', at, details });
  };
  const claim = (resource: Desired, match: Live, adopted: boolean): void => {
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
  const wanted = new Set<At | undefined>(desired.map(({ address }) => address));
  const unmatched = unpinned.filter(({ address }) => !matches.has(address));
  // A stable sort: those that yield come last, each in the order of addresses.
  for (const resource of unmatched.sort(
    (left, right) => Number(left.yields === true) - Number(right.yields === true),
  )) {
    const isOthers = (id: string): boolean =>
      claimed.has(id) || leftOver?.has(id) === true || wanted.has(ownerOf.get(id));
    const candidates = (liveByName.get(resource.name) ?? []).filter(({ id }) => !isOthers(id));
    const [only] = candidates;
    if (candidates.length > 1) {
      fault(resource.origin, 'ambiguous-name', {
        address: resource.address,
        name: resource.name,
        ids: candidates.map(({ id }) => id),
      });
    } else if (only !== undefined) claim(resource, only, !ownerOf.has(only.id));
    else matches.set(resource.address, { desired: resource, adopted: false });
  }

  const rest = live.filter(({ id }) => !claimed.has(id));
  const deletes: Going<At, Live, Owned>[] = [];
  const unowned: Live[] = [];
  for (const resource of rest) {
    const [owner, base] = [ownerOf.get(resource.id), ownedAs(resource.id)];
    if (owner === undefined || base === undefined || wanted.has(owner)) unowned.push(resource);
    else deletes.push({ address: owner, live: resource, owned: base });
  }
  // An address that goes is taken too: a consent that names it must not name a stranger.
  const taken = [...desired, ...deletes].map(({ address }) => address.slice(kind.length + 1));
  const names = addressNames(unowned, new Set(taken));
  const unmanaged: { readonly address: At; readonly live: Live }[] = [];
  for (const resource of unowned) {
    const address = `${kind}.${names.get(resource.id) ?? resource.id}` as At;
    const leftOf = leftOver?.get(resource.id);
    if (leftOf !== undefined) deletes.push({ address, live: resource, leftOf });
    else if (matchesAny(deletable, address)) deletes.push({ address, live: resource });
    else unmanaged.push({ address, live: resource });
  }
  return { matches: [...matches.values()], deletes, unmanaged, findings, desired };
}
