import type { Client } from '../client/client.ts';
import type { Limit } from '../client/limit.ts';
import { EMPTY_LEDGER, type LedgerState } from '../kinds/states.ts';
import { pairKey } from '../model/entries/language-pair.ts';
import type { Change, Operation, ResourceKind } from '../model/plan/plan.ts';
import type { Address } from '../model/resources/address.ts';
import { isWithin } from '../model/resources/value.ts';
import { developerKeyTarget } from './developer-key-target.ts';
import { glossaryTarget } from './glossary-target.ts';
import { type Listings, makeListings } from './listings.ts';
import type { OperationTarget } from './operation-target.ts';
import { type OnSecret, type SecretKeeper, secretKeeper } from './secret-keeper.ts';
import { styleListTarget } from './style-list-target.ts';

/** A change that had not been sent when the run was interrupted. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

type Calls = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** Calls that change nothing. They go on after an interruption, since what was sent must still be read back. */
const READS: ReadonlySet<string> = new Set(['list', 'read', 'readEntries']);

/** The same functions, each of which takes one place of the limiter while it runs. */
function limited<Functions extends object>(calls: Functions, limit: Limit, signal: AbortSignal): Functions {
  const wrapped = Object.entries(calls as unknown as Calls).map(([name, call]) => [
    name,
    (...args: never[]) =>
      limit(() => {
        // Looked at when its turn comes: a change may have waited for it.
        if (signal.aborted && !READS.has(name)) throw new InterruptedError('the run was interrupted');
        return call(...args);
      }),
  ]);
  return Object.fromEntries(wrapped) as Functions;
}

/**
 * A client of which never more calls run at once than the limiter allows, and which starts no change once the signal is
 * aborted. Nothing that it calls may take a place of the same limiter.
 */
export const limitedClient = (client: Client, limit: Limit, signal: AbortSignal): Client => ({
  ...client,
  glossaries: limited(client.glossaries, limit, signal),
  styleLists: limited(client.styleLists, limit, signal),
  developerKeys: limited(client.developerKeys, limit, signal),
});

/** The address that a reader of the report knows the operation by. */
export function addressOf({ address, children }: Change, { touches }: Operation): Address {
  const child = touches.every((key) => key.length < 2)
    ? undefined
    : children.find(({ pair }) => isWithin(['entry', pairKey(pair)], touches));
  return child?.address ?? address;
}

/** What the operation targets of one run share. */
export interface Run {
  readonly client: Client;
  readonly listings: Listings;
  readonly secrets: SecretKeeper;
  /** What the ledger had when the plan was made. */
  readonly base: LedgerState | undefined;
}

/** Begins a run: once `signal` is aborted, it starts no change. */
export function beginRun(
  { client: given, limit, base }: { readonly client: Client; readonly limit: Limit; readonly base?: LedgerState },
  signal: AbortSignal,
  onSecret?: OnSecret,
): Run {
  const client = limitedClient(given, limit, signal);
  return { client, listings: makeListings(client), secrets: secretKeeper(onSecret), base };
}

/** An operation and its target. */
export interface Step {
  readonly operation: Operation;
  readonly target: OperationTarget;
}

/** What the ledger has under an id, at any address. */
const ownedAs = <Owned extends { readonly id: string }>(
  owned: ReadonlyMap<string, Owned>,
  id: string | undefined,
): Owned | undefined => (id === undefined ? undefined : [...owned.values()].find((each) => each.id === id));

/** The operations of a change with their targets, in running order. */
export function stepsOf(change: Change, run: Run): readonly Step[] {
  // What the operations of one change tell each other: the list that was read last, the key that was made.
  const shared = { ...run, change, seen: {}, createdKey: {} };
  const { glossaries, styleLists } = run.base ?? EMPTY_LEDGER;
  const targets: Readonly<Record<ResourceKind, (operation: Operation) => OperationTarget>> = {
    glossary: (each) => glossaryTarget({ ...shared, base: ownedAs(glossaries, change.id)?.content }, each),
    'style-list': (each) => styleListTarget({ ...shared, base: ownedAs(styleLists, change.id)?.content }, each),
    'developer-key': (each) => developerKeyTarget(shared, each),
  };
  return change.operations.map((operation) => ({
    operation,
    target: (targets[change.kind] as (typeof targets)[string])(operation),
  }));
}
