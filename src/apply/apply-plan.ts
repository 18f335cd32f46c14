import type { Client } from '../client/client.ts';
import type { Address } from '../model/address.ts';
import type { LedgerState } from '../model/ledger-state.ts';
import type { Limit } from '../model/limit.ts';
import type { Change, Operation, Plan } from '../plan/plan.ts';
import { limitedClient } from './limited-client.ts';
import { makeListings } from './listings.ts';
import { lookAtStep } from './look-at-plan.ts';
import type { ApplyEvent, ApplyReport, Outcome, SecretOutcome } from './outcome.ts';
import { type Ending, type RunPorts, runOperation } from './run-operation.ts';
import { type OnSecret, type SecretKeeper, secretKeeper } from './secret-keeper.ts';
import { addressOf, type Run, stepsOf } from './steps.ts';

export interface ApplyInput {
  readonly plan: Plan;
  readonly client: Client;
  /** The one limiter of the run; each call takes one place of it. */
  readonly limit: Limit;
  readonly ports: RunPorts;
  readonly onEvent?: (event: ApplyEvent) => void;
  /** What the history had when the plan was made: it names what has changed beside the plan. */
  readonly base?: LedgerState;
  /** Where the secrets of new developer keys go; absent: nowhere. */
  readonly onSecret?: OnSecret;
}

/** What became of the secrets, in the order of the plan: of each key that was made, and no other. */
const secretsOf = (plan: Plan, outcomes: readonly Outcome[], secrets: SecretKeeper): readonly SecretOutcome[] =>
  plan.changes.flatMap((change): readonly SecretOutcome[] => {
    if (change.kind !== 'developer-key') return [];
    const known = secrets.outcome(change.address);
    if (known !== undefined) return [known];
    const made = outcomes.some(
      ({ kind, operation, address }) =>
        address === change.address &&
        operation.kind === 'create-developer-key' &&
        (kind === 'applied' || kind === 'already-done'),
    );
    return made ? [{ kind: 'not-seen', address: change.address }] : [];
  });

const wentWell = ({ kind }: Ending): boolean => kind === 'applied' || kind === 'already-done';

function outcomeOf(ending: Ending, operation: Operation, address: Address): Outcome {
  switch (ending.kind) {
    case 'applied':
    case 'already-done':
      return { kind: ending.kind, operation, address };
    case 'stale':
      return { kind: 'stale', operation, address, now: ending.now, detail: ending.detail };
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
 * end well. Developer keys come one after another: an account may have so many and no more, so those that go make room. Never rejects for an operation that failed: each has exactly one outcome, in the order of the plan.
 */
export async function applyPlan(input: ApplyInput): Promise<ApplyReport> {
  const { plan, limit, ports, onEvent = () => {}, onSecret } = input;
  const client = limitedClient(input.client, limit, ports.signal);
  const secrets = secretKeeper(onSecret);
  const run: Run = { client, listings: makeListings(client), secrets, base: input.base };
  const ids: { readonly address: Address; readonly id: string; readonly replaces?: string }[] = [];

  async function runChange(change: Change): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    let stopped: 'interrupted' | 'earlier-operation' | 'secret-lost' | undefined;
    let isStale = false;
    for (const step of stepsOf(change, run)) {
      const { operation, part } = step;
      const address = addressOf(change, operation);
      if (ports.signal.aborted) stopped ??= 'interrupted';
      if (operation.kind === 'create-developer-key' && secrets.failed()) stopped ??= 'secret-lost';
      if (stopped !== undefined) {
        // Of a resource that somebody has changed, whoever plans again wants to see all that has: looking changes nothing.
        const found = isStale ? await lookAtStep(change, step).catch(() => undefined) : undefined;
        outcomes.push(found ?? { kind: 'not-tried', operation, address, because: stopped });
        continue;
      }
      onEvent({ kind: 'started', operation, address });
      const ending = await runOperation(operation, part, { ...ports, waitToRepeat: client.waitToRepeat });
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
      isStale ||= ending.kind === 'stale';
      if (!wentWell(ending)) stopped = ending.kind === 'interrupted' ? 'interrupted' : 'earlier-operation';
    }
    return outcomes;
  }

  let lastKey: Promise<unknown> = Promise.resolve();
  const runs = plan.changes.map((change) => {
    if (change.kind !== 'developer-key') return runChange(change);
    const afterIt = lastKey.then(async () => runChange(change));
    lastKey = afterIt;
    return afterIt;
  });
  const outcomes = (await Promise.all(runs)).flat();
  const order = new Map(plan.changes.map(({ address }, index) => [address as Address, index]));
  return {
    outcomes,
    ids: ids.sort((left, right) => (order.get(left.address) ?? 0) - (order.get(right.address) ?? 0)),
    secrets: secretsOf(plan, outcomes, secrets),
  };
}
