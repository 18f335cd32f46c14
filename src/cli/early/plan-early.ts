import type { Client } from '../../client/client.ts';
import type { Limit } from '../../client/limit.ts';
import { FILES } from '../../kinds/files/registry.ts';
import type { ResourceSource } from '../../kinds/files/resource-source.ts';
import { matchResources } from '../../kinds/match/match.ts';
import { planNeeds } from '../../kinds/match/needs.ts';
import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { LiveResource } from '../../kinds/resource.ts';
import { readEntries } from '../../kinds/service/read-entries.ts';
import { listingOf, readListing } from '../../kinds/service/read-listing.ts';
import { type LiveState, liveOf } from '../../kinds/states.ts';
import { grouped } from '../../model/grouped.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import type { ResourceAddress } from '../../model/resources/address.ts';
import type { OnSource } from '../../workspace/read-desired.ts';
import type { PlanningOptions } from '../options/common-options.ts';
import type { EarlyReading, OwnedBefore } from './early-reads.ts';

/** What the service lists and the ledger owns, and how more is read. */
interface Listed {
  readonly live: LiveState;
  readonly owned: OwnedBefore;
  readonly client: Client;
  readonly limit: Limit;
}

/**
 * Which live resource is that of a file, before the other files are read. `undefined`: where something may have moved
 * nobody knows yet, since that is found by what it holds.
 */
function matcherOf(
  kind: AnyKind,
  addresses: readonly ResourceAddress[],
  { live: all, owned: { owned: ofAll, unfinished = [] } }: Listed,
): ((source: ResourceSource) => LiveResource | undefined) | undefined {
  const owned = new Map(ofAll.filter((each) => each.kind === kind).map((each) => [each.address, each]));
  const named = new Set(addresses);
  const isNew = addresses.some((address) => !owned.has(address));
  const isGone = [...owned.keys()].some((address) => !named.has(address));
  if (unfinished.length > 0 || (isNew && isGone)) return undefined;
  const live = liveOf(all, kind.plural) ?? [];
  const liveById = new Map(live.map((each) => [each.id, each]));
  const ofOthers = new Set([...owned].flatMap(([address, { id }]) => (named.has(address) ? [id] : [])));
  const free = live.filter(({ id }) => !ofOthers.has(id));
  const freeByName = grouped(free, (each) => kind.name(kind.contentOfLive(each)) ?? '');
  return (source) => {
    const own = owned.get(source.address);
    const byId = [source.pinnedId, own?.id].flatMap((id) => liveById.get(id ?? '') ?? []);
    const byName = freeByName.get(kind.name(kind.contentOf(source)) ?? '') ?? [];
    const { matches } = matchResources({
      kind,
      desired: [source],
      live: [...new Set([...byId, ...byName])],
      owned: new Map(own && [[source.address, own]]),
      deletable: [],
      leftOver: new Map(),
    });
    return matches[0]?.live;
  };
}

/** Reads the children of resources of the files, as far as the plan is about them. */
function childReads(
  kind: AnyKind,
  addresses: readonly ResourceAddress[],
  only: readonly string[],
  listed: Listed,
): OnSource | undefined {
  const matched = matcherOf(kind, addresses, listed);
  const { client, limit } = listed;
  const scope = scopeOf(only);
  const begun = new Set<string>();
  return (
    matched &&
    ((desired) => {
      const live = matched(desired);
      if (live === undefined || begun.has(live.id)) return;
      begun.add(live.id);
      const needs = planNeeds(kind, { desired, live, adopted: false }, { scope, deletable: [] });
      readEntries(client, { [kind.plural]: [live] }, needs, limit).catch(() => undefined);
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
    onFiles(name, addresses) {
      const kind = kindNamed(name);
      if (kind.liveChildren === undefined) return undefined;
      const starting = listed.then((reading) => childReads(kind, addresses, only, reading));
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
