import type { Client } from '../client/client.ts';
import type { Address } from '../model/address.ts';
import { dictionaryAddress } from '../model/address.ts';
import { pairKey } from '../model/language-pair.ts';
import type { Limit } from '../model/limit.ts';
import type { Change, Operation, Plan } from '../plan/plan.ts';
import { glossaryPart } from './glossary-part.ts';
import { limitedClient } from './limited-client.ts';
import { type Listings, makeListings } from './listings.ts';
import type { ApplyEvent, ApplyReport, Outcome } from './outcome.ts';
import type { Part } from './part.ts';
import { type Ending, type RunPorts, runOperation } from './run-operation.ts';
import { styleListPart } from './style-list-part.ts';

export interface ApplyInput {
  readonly plan: Plan;
  readonly client: Client;
  /** The one limiter of the run; each call takes one place of it. */
  readonly limit: Limit;
  readonly ports: RunPorts;
  readonly onEvent?: (event: ApplyEvent) => void;
}

/** The address that a reader of the report knows the operation by. */
function addressOf(change: Change, operation: Operation): Address {
  return change.kind === 'glossary' && 'pair' in operation
    ? dictionaryAddress(change.address, pairKey(operation.pair))
    : change.address;
}

/** One part for each operation of a change, in running order. */
function partsOf(
  change: Change,
  client: Client,
  listings: Listings,
): readonly { readonly operation: Operation; readonly part: Part }[] {
  if (change.kind === 'glossary') {
    return change.operations.map((operation) => ({
      operation,
      part: glossaryPart({ client, listings, change }, operation),
    }));
  }
  const seen = {};
  return change.operations.map((operation) => ({
    operation,
    part: styleListPart({ client, listings, change, seen }, operation),
  }));
}

const wentWell = ({ kind }: Ending): boolean => kind === 'applied' || kind === 'already-done';

function outcomeOf(ending: Ending, operation: Operation, address: Address): Outcome {
  switch (ending.kind) {
    case 'applied':
    case 'already-done':
      return { kind: ending.kind, operation, address };
    case 'stale':
      return { kind: 'stale', operation, address, now: ending.now };
    case 'failed':
    case 'unknown':
      return { kind: ending.kind, operation, address, error: ending.error };
    case 'interrupted':
      return { kind: 'not-tried', operation, address, because: 'interrupted' };
    default:
      return ending satisfies never;
  }
}

/**
 * Runs a plan. Different resources in parallel, as far as the limiter allows; the operations of one resource in sequence, and none after one that did not
 * end well. Never rejects for an operation that failed: each has exactly one outcome, in the order of the plan.
 */
export async function applyPlan({ plan, client, limit, ports, onEvent = () => {} }: ApplyInput): Promise<ApplyReport> {
  const calls = limitedClient(client, limit, ports.signal);
  const listings = makeListings(calls);
  const ids: { readonly address: Address; readonly id: string; readonly replaces?: string }[] = [];

  async function runChange(change: Change): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    let stopped: 'interrupted' | 'earlier-operation' | undefined;
    for (const { operation, part } of partsOf(change, calls, listings)) {
      const address = addressOf(change, operation);
      if (ports.signal.aborted) stopped ??= 'interrupted';
      if (stopped !== undefined) {
        outcomes.push({ kind: 'not-tried', operation, address, because: stopped });
        continue;
      }
      onEvent({ kind: 'started', operation, address });
      const ending = await runOperation(operation, part, ports);
      const outcome = outcomeOf(ending, operation, address);
      outcomes.push(outcome);
      onEvent({ kind: 'ended', outcome });
      if ('id' in ending && ending.id !== undefined && operation.kind.startsWith('create-')) {
        ids.push({
          address,
          id: ending.id,
          ...(change.action === 'replace' && change.id !== undefined && { replaces: change.id }),
        });
      }
      if (!wentWell(ending)) stopped = ending.kind === 'interrupted' ? 'interrupted' : 'earlier-operation';
    }
    return outcomes;
  }

  const outcomes = (await Promise.all(plan.changes.map(runChange))).flat();
  const order = new Map(plan.changes.map(({ address }, index) => [address as Address, index]));
  return { outcomes, ids: ids.sort((left, right) => (order.get(left.address) ?? 0) - (order.get(right.address) ?? 0)) };
}
