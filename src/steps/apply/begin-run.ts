import type { Client } from '../../client/client.ts';
import type { Limit } from '../../client/limit.ts';
import type { LedgerState } from '../../kinds/states.ts';
import type { Change, Operation, Plan } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import { isWithin } from '../../model/resources/value.ts';
import { type Creations, makeCreations } from './creations.ts';
import { type Listings, makeListings } from './listings.ts';
import { limitedClient, type ResourceCalls, resourceCalls } from './resource-calls.ts';
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
  readonly callsOfResource: () => ResourceCalls;
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
  }: {
    readonly plan: Plan;
    readonly client: Client;
    readonly limit: Limit;
    readonly base?: LedgerState;
  },
  signal: AbortSignal,
  onSecret?: OnSecret,
): Run {
  const client = limitedClient(given, { limit, signal });
  const listings = makeListings(client);
  return {
    client,
    callsOfResource: () => resourceCalls(given, { limit, signal }),
    listings,
    creations: makeCreations(plan, listings),
    secrets: secretKeeper(onSecret),
    base,
  };
}
