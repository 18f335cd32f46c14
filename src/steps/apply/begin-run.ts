import type { Client, Limit } from '../../client/client.ts';
import { listLive, serviceOf } from '../../kinds/service/registry.ts';
import type { LedgerState } from '../../kinds/states.ts';
import type { Change, Operation, Plan, ResourceKind } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import { isWithin, type LiveResource } from '../../model/resources/resource.ts';
import { limitedClient, type ResourceCalls, resourceCalls } from './resource-calls.ts';
import { type OnSecret, type SecretKeeper, secretKeeper } from './secret-keeper.ts';

/**
 * A list of a target. `fresh`: read the service again; else the last reading of the run is reused. `holder`: the client
 * of the resource that holds a slot of the limiter and reads the list in it. A holder always reads afresh, since it
 * must not wait for a read that needs a slot.
 */
type Listing = (fresh: boolean, holder?: Client) => Promise<readonly LiveResource[]>;

/** The list of each kind. */
type Listings = (kind: ResourceKind) => Listing;

function remembered(read: (holder?: Client) => ReturnType<Listing>): Listing {
  let last: ReturnType<Listing> | undefined;
  return (fresh, holder) => {
    if (!fresh && last !== undefined) return last;
    const reading = read(holder);
    last = reading;
    // A failed read is not cached: the next one tries again.
    reading.catch(() => {
      if (last === reading) last = undefined;
    });
    return reading;
  };
}

export function makeListings(client: Client): Listings {
  const listings = new Map<ResourceKind, Listing>();
  return (kind) => {
    const found = listings.get(kind) ?? remembered((holder) => listLive(holder ?? client, kind));
    listings.set(kind, found);
    return found;
  };
}

/** The creations of a run, and the listing that can verify all of them together. */
interface Creations {
  /** The service has created the resource of an operation (`isCreated`), or the run will not send the operation. */
  readonly settle: (operation: Operation, isCreated: boolean) => void;
  /**
   * The service's list of a kind, read when every creation of the kind is settled. `undefined` if reading the new
   * resources one by one takes fewer calls, or if the list could not be read. Takes no slot of a limiter.
   */
  readonly listed: (kind: ResourceKind) => Promise<readonly LiveResource[] | undefined>;
}

/** The creations of one kind. */
interface KindCreations {
  /** Ids of operations. */
  readonly open: Set<string>;
  createdCount: number;
  readonly whenSettled: Promise<void>;
  readonly allSettled: () => void;
  list?: Promise<readonly LiveResource[] | undefined>;
}

function openCreations(ids: readonly string[]): KindCreations {
  let allSettled = (): void => {};
  const whenSettled = new Promise<void>((resolve) => {
    allSettled = resolve;
  });
  return { open: new Set(ids), createdCount: 0, whenSettled, allSettled };
}

/** Does nothing if the plan creates no resource, or if the kind is read back one by one. */
export function makeCreations({ changes }: Pick<Plan, 'changes'>, listings: Listings): Creations {
  const kinds = new Map<ResourceKind, KindCreations>();
  const kindOf = new Map<string, KindCreations>();
  for (const kind of new Set(changes.map((change) => change.kind))) {
    const creations = changes
      .filter((change) => change.kind === kind)
      .flatMap(({ operations }) => operations.filter(({ notIds }) => notIds !== undefined).map(({ id }) => id));
    if (creations.length === 0 || serviceOf(kind).listCalls === undefined) continue;
    const kindCreations = openCreations(creations);
    kinds.set(kind, kindCreations);
    for (const id of creations) kindOf.set(id, kindCreations);
  }

  async function listIfFewer(
    kind: ResourceKind,
    kindCreations: KindCreations,
  ): Promise<readonly LiveResource[] | undefined> {
    await kindCreations.whenSettled;
    const { createdCount } = kindCreations;
    const list = listings(kind);
    try {
      // The creations have already read this list.
      const { length } = await list(false);
      const calls = serviceOf(kind).listCalls?.(length + createdCount);
      return calls !== undefined && calls < createdCount ? await list(true) : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    settle({ id }, isCreated) {
      const kindCreations = kindOf.get(id);
      if (kindCreations?.open.delete(id) !== true) return;
      if (isCreated) kindCreations.createdCount += 1;
      if (kindCreations.open.size === 0) kindCreations.allSettled();
    },
    async listed(kind) {
      const kindCreations = kinds.get(kind);
      if (kindCreations === undefined) return undefined;
      kindCreations.list ??= listIfFewer(kind, kindCreations);
      return kindCreations.list;
    },
  };
}

/** The address by which a reader of the report knows the operation. */
export function addressOf({ address, children }: Change, { touches }: Operation): Address {
  const child = touches.every((key) => key.length < 2)
    ? undefined
    : children.find((each) => isWithin(['entry', each.address.slice(address.length + 1)], touches));
  return child?.address ?? address;
}

/** State that the operation targets of one run share. */
export interface Run {
  readonly client: Client;
  readonly callsOfResource: () => ResourceCalls;
  readonly listings: Listings;
  readonly creations: Creations;
  readonly secrets: SecretKeeper;
  /** The ledger's state when the plan was made. */
  readonly base: LedgerState | undefined;
}

/** Begins a run. It starts no change after `signal` is aborted. */
export function beginRun(
  {
    plan,
    client: targetClient,
    limit,
    base,
  }: {
    readonly plan: Plan;
    readonly client: Client;
    readonly limit: Limit;
    readonly base?: LedgerState;
  },
  signal: AbortSignal,
  onSecret?: OnSecret,
): Run {
  const client = limitedClient(targetClient, { limit, signal });
  const listings = makeListings(client);
  return {
    client,
    callsOfResource: () => resourceCalls(targetClient, { limit, signal }),
    listings,
    creations: makeCreations(plan, listings),
    secrets: secretKeeper(onSecret),
    base,
  };
}
