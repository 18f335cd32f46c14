import type { Client } from '../client/client.ts';
import type { Limit } from '../client/limit.ts';
import type { Exchange } from '../client/transport/exchange.ts';
import type { Call } from '../client/transport/send.ts';
import { kindNamed } from '../kinds/registry.ts';
import type { OperationTarget } from '../kinds/service/operation-target.ts';
import { serviceOf } from '../kinds/service/registry.ts';
import { EMPTY_LEDGER, type LedgerState, ownedOf } from '../kinds/states.ts';
import type { Change, Operation, Plan } from '../model/plan/plan.ts';
import type { Address } from '../model/resources/address.ts';
import { isWithin } from '../model/resources/value.ts';
import { type Creations, makeCreations } from './creations.ts';
import { type Listings, makeListings } from './listings.ts';
import type { PlanReads } from './plan-reads.ts';
import { type OnSecret, type SecretKeeper, secretKeeper } from './secret-keeper.ts';

/** A change that had not been sent when the run was interrupted. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** A change that had not been sent when the read that it relies on became too old. */
export class ReadTooOldError extends Error {
  override readonly name = 'ReadTooOldError';
}

/** What the next change of a resource relies on. */
export interface ReliesOn {
  /** The path that the plan has read; absent: the run has read the part itself. */
  path?: string | undefined;
}

/** The same calls, each of which takes one place of the limiter while it runs. */
function limited(
  { read, find, findBytes, send, remove }: Exchange,
  { limit, signal, mayStart = () => true }: LimitedBy,
): Exchange {
  const inPlace = <Value>({ method }: Call, run: () => Promise<Value>): Promise<Value> =>
    limit(() => {
      // Looked at when its turn comes: a change may have waited for it. What was sent must still be read back.
      if (signal.aborted && method !== 'GET') throw new InterruptedError('the run was interrupted');
      if (method !== 'GET' && !mayStart()) throw new ReadTooOldError('what the plan has read is too old');
      return run();
    });
  return {
    read: (call, decoder) => inPlace(call, () => read(call, decoder)),
    find: (call, decoder) => inPlace(call, () => find(call, decoder)),
    findBytes: (call, begin) => inPlace(call, () => findBytes(call, begin)),
    send: (call, begin) => inPlace(call, () => send(call, begin)),
    remove: (call) => inPlace(call, () => remove(call)),
  };
}

interface LimitedBy {
  readonly limit: Limit;
  readonly signal: AbortSignal;
  /** Asked when a change has its turn. */
  readonly mayStart?: () => boolean;
}

/**
 * A client of which never more calls run at once than the limiter allows, and which starts no change once the signal is
 * aborted. Nothing that it calls may take a place of the same limiter.
 */
export const limitedClient = (client: Client, by: LimitedBy): Client => ({
  ...client,
  exchange: limited(client.exchange, by),
  adminExchange: limited(client.adminExchange, by),
});

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
  /** The client for the changes of one resource, which checks what they rely on when they have their turn. */
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
  const clientOf = (relies: ReliesOn): Client =>
    planReads === undefined
      ? client
      : limitedClient(given, {
          limit,
          signal,
          mayStart: () => relies.path === undefined || planReads.isFresh(relies.path),
        });
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

/** An operation and its target. */
export interface Step {
  readonly operation: Operation;
  readonly target: OperationTarget;
  /** Shared by the operations of a change. */
  readonly relies: ReliesOn;
}

/** The operations of a change with their targets, in running order. */
export function stepsOf(
  change: Change,
  { clientOf, listings, creations, secrets, base = EMPTY_LEDGER }: Run,
): readonly Step[] {
  const { kind, id, address } = change;
  const owned = [...ownedOf(base, kindNamed(kind).plural).values()].find((each) => each.id === id);
  const relies: ReliesOn = {};
  const targetOf = serviceOf(kind).targets({
    client: clientOf(relies),
    change,
    list: listings(kind),
    listedNew: async (made) => (await creations.listed(kind))?.find((each) => each.id === made),
    base: owned?.content,
    keepSecret: (secret) => secrets.keep(address, secret),
  });
  return change.operations.map((operation) => {
    const target = targetOf(operation);
    async function send(): Promise<string | undefined> {
      const made = await target.send();
      creations.settle(operation, true);
      return made;
    }
    return { operation, target: { ...target, send }, relies };
  });
}
