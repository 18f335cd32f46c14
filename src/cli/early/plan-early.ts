import type { Client } from '../../client/client.ts';
import type { Limit } from '../../client/limit.ts';
import { FILES } from '../../kinds/files/registry.ts';
import type { ResourceSource } from '../../kinds/files/resource-source.ts';
import { matchResources } from '../../kinds/match/match.ts';
import type { Match } from '../../kinds/match/matches.ts';
import { planNeeds } from '../../kinds/match/needs.ts';
import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { readEntries } from '../../kinds/service/read-entries.ts';
import { listingOf, readListing } from '../../kinds/service/read-listing.ts';
import { type LiveState, liveOf } from '../../kinds/states.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import type { ResourceAddress } from '../../model/resources/address.ts';
import type { PlanningOptions } from '../options/common-options.ts';
import type { EarlyReading, OwnedBefore } from './early-reads.ts';

/**
 * Which live resources are those of the files, by address; `undefined` where that is not certain before all files are
 * read: what was moved is found by what it holds.
 */
function matchHeads(
  kind: AnyKind,
  heads: readonly ResourceSource[],
  live: LiveState,
  { owned: all, unfinished = [] }: OwnedBefore,
): ReadonlyMap<ResourceAddress, NonNullable<Match['live']>> | undefined {
  const owned = new Map(all.filter((each) => each.kind === kind).map((each) => [each.address, each]));
  const addresses = new Set(heads.map(({ address }) => address));
  const isNew = heads.some(({ address }) => !owned.has(address));
  const isGone = [...owned.keys()].some((address) => !addresses.has(address));
  if (unfinished.length > 0 || (isNew && isGone)) return undefined;
  const sides = { desired: heads, live: liveOf(live, kind.plural) ?? [], owned };
  const { matches } = matchResources({ kind, ...sides, deletable: [], leftOver: new Map() });
  return new Map(matches.flatMap((match) => (match.live ? [[match.desired.address, match.live] as const] : [])));
}

/** What the service lists and the ledger owns, and how more is read. */
interface Listed {
  readonly live: LiveState;
  readonly owned: OwnedBefore;
  readonly client: Client;
  readonly limit: Limit;
}

/** Reads the children of a resource that the plan is about. `undefined`: nobody knows yet which they are. */
function childReads(
  kind: AnyKind,
  heads: readonly ResourceSource[],
  only: readonly string[],
  { live: all, owned, client, limit }: Listed,
): ((desired: ResourceSource) => Promise<unknown>) | undefined {
  const matched = matchHeads(kind, heads, all, owned);
  const scope = scopeOf(only);
  return (
    matched &&
    (async (desired) => {
      const live = matched.get(desired.address);
      if (live === undefined) return;
      const needs = planNeeds(kind, { desired, live, adopted: false }, { scope, deletable: [] });
      await readEntries(client, { [kind.plural]: [live] }, needs, limit);
    })
  );
}

/**
 * The reads of a plan: the lists that every plan of the workspace reads, and then the children of each resource as soon
 * as its files are read. Nothing with `--since`, which chooses the resources by what has changed, nor with `--against`,
 * which asks nobody.
 */
export function planEarly({
  since,
  against,
  only,
}: Pick<PlanningOptions, 'only'> & { readonly since?: string; readonly against?: string }): EarlyReading {
  if (since !== undefined || against !== undefined) return { begin: async () => undefined };
  let onListed: (reading: Listed) => void = () => undefined;
  const listed = new Promise<Listed>((done) => {
    onListed = done;
  });
  return {
    onHeads(name, heads) {
      const starting = listed.then((reading) => childReads(kindNamed(name), heads, only, reading));
      return (source) => void starting.then((start) => start?.(source)).catch(() => undefined);
    },
    readsLedger: true,
    async begin({ client, limit }, config, owned = { owned: [] }) {
      const kinds = FILES.filter((facet) => config.patterns[facet.kind] !== undefined && facet.isOneFile !== true)
        .map((facet) => kindNamed(facet.kind))
        .filter(({ needsAdminKey }) => needsAdminKey !== true);
      const list = (isRead: (kind: AnyKind) => boolean) => readListing(client, listingOf(kinds.filter(isRead)), limit);
      list(({ liveChildren }) => liveChildren === undefined).catch(() => undefined);
      const live = await list(({ liveChildren }) => liveChildren !== undefined);
      // What is said to have moved is found by its new address when all files are read.
      if ((config.moved ?? []).length === 0) onListed({ live, owned, client, limit });
    },
  };
}
