import type { Client } from '../client/client.ts';
import type { Limit } from '../client/limit.ts';
import type { LedgerState } from '../kinds/states.ts';
import type { Change, Operation, Plan } from '../model/plan/plan.ts';
import type { Address } from '../model/resources/address.ts';
import { isWithin } from '../model/resources/value.ts';
import { type Creations, makeCreations } from './creations.ts';
import { type Listings, makeListings } from './listings.ts';
import type { PlanReads } from './plan-reads.ts';
import { limitedClient, type ReliesOn } from './run-operation.ts';
import { type OnSecret, type SecretKeeper, secretKeeper } from './secret-keeper.ts';

/** The address that a reader of the report knows the operation by. */
export function addressOf({ address, children }: Change, { touches }: Operation): Address {
  const child = touches.every((key) => key.length < 2)
    ? undefined
    : children.find((each) => isWithin(['entry', each.address.slice(address.length + 1)], touches));
  return child?.address ?? address;
}

/** What the operation targets of one run share. */
export interface Run {
  readonly client: Client;
  /**
   * The client for the changes of one resource, which checks what they rely on when they have their turn. But for the
   * first, its calls go before those of resources that were not begun: what was looked at is changed soon.
   */
  readonly clientOf: (relies: ReliesOn) => Client;
  readonly listings: Listings;
  readonly creations: Creations;
  readonly secrets: SecretKeeper;
  /** What the ledger had when the plan was made. */
  readonly base: LedgerState | undefined;
}

/** Begins a run: once `signal` is aborted, it starts no change. */
export function beginRun(
  {
    plan,
    client: given,
    limit,
    base,
    planReads,
  }: {
    readonly plan: Plan;
    readonly client: Client;
    readonly limit: Limit;
    readonly base?: LedgerState;
    readonly planReads?: PlanReads;
  },
  signal: AbortSignal,
  onSecret?: OnSecret,
): Run {
  const client = limitedClient(given, { limit, signal });
  const clientOf = (relies: ReliesOn): Client => {
    let isBegun = false;
    const isNext = (): boolean => {
      const was = isBegun;
      isBegun = true;
      return was;
    };
    const mayStart = (): boolean => relies.path === undefined || planReads?.isFresh(relies.path) !== false;
    return limitedClient(given, { limit, signal, isNext, mayStart });
  };
  const listings = makeListings(client);
  return {
    client,
    clientOf,
    listings,
    creations: makeCreations(plan, listings),
    secrets: secretKeeper(onSecret),
    base,
  };
}
