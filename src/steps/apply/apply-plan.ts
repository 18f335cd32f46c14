import type { Client } from '../../client/client.ts';
import type { Limit } from '../../client/limit.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { OperationTarget } from '../../kinds/service/operation-target.ts';
import { serviceOf } from '../../kinds/service/registry.ts';
import { EMPTY_LEDGER, type LedgerState, ownedOf } from '../../kinds/states.ts';
import { UsageError } from '../../model/errors.ts';
import type { Change, Operation, Plan } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import { planContradictions } from '../../plan/check-plan.ts';
import { allows } from '../../plan/guard/allowance.ts';
import type { AllowedVerdict } from '../../plan/guard/refusal.ts';
import {
  type ApplyEvent,
  type ApplyReport,
  type Outcome,
  type SecretOutcome,
  type StaleOutcome,
  wentWell,
} from '../../plan/outcome.ts';
import { addressOf, beginRun, type Run } from './begin-run.ts';
import type { ResourceCalls } from './resource-calls.ts';
import { asError, type Ending, type RunPorts, runOperation } from './run-operation.ts';
import type { OnSecret, SecretKeeper } from './secret-keeper.ts';

/** What a plan is applied with. */
export interface ApplyInput {
  readonly plan: Plan;
  /**
   * What `checkGuard` said of this very plan. One that refuses it does not compile, and one that was made by hand is
   * refused.
   */
  readonly verdict: AllowedVerdict;
  readonly client: Client;
  /** The one limiter of the run; each call takes one place of it. */
  readonly limit: Limit;
  readonly ports: RunPorts;
  /** Is called with each step. What it throws is passed over: a display does not decide what becomes of a run. */
  readonly onEvent?: (event: ApplyEvent) => void;
  /** What the ledger had when the plan was made: it names what has changed beside the plan. */
  readonly base?: LedgerState;
  /** Where the secrets of new resources go, such as keys; absent: nowhere. */
  readonly onSecret?: OnSecret;
}

/** An operation and its target. */
export interface Step {
  readonly operation: Operation;
  readonly target: OperationTarget;
  /** Shared by the operations of a change. */
  readonly calls: ResourceCalls;
}

/** The operations of a change with their targets, in running order. */
export function stepsOf(
  change: Change,
  { callsOfResource, listings, creations, secrets, base = EMPTY_LEDGER }: Run,
): readonly Step[] {
  const { kind, id, address } = change;
  const owned = [...ownedOf(base, kindNamed(kind).plural).values()].find((each) => each.id === id);
  const calls = callsOfResource();
  const targetOf = serviceOf(kind).targets({
    client: calls.client,
    change,
    list: (fresh) => listings(kind)(fresh, calls.isHeld() ? calls.client : undefined),
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
    return { operation, target: { ...target, send }, calls };
  });
}

/** What the plan is still to make has no parts that could be looked at. */
const canBeSeen = ({ id }: Change, { notIds }: Operation): boolean => id !== undefined || notIds !== undefined;

/**
 * One operation whose part is neither as it was planned from nor as it was planned to; `undefined`: it fits, or cannot
 * be looked at yet.
 */
export async function checkPrecondition(
  change: Change,
  { operation, target }: Step,
): Promise<StaleOutcome | undefined> {
  if (!canBeSeen(change, operation)) return undefined;
  const { digest: now } = await target.observe({ fresh: false });
  if (now === operation.pre || now === operation.post) return undefined;
  return { kind: 'stale', operation, address: addressOf(change, operation), now, detail: target.stale() };
}

const hasSecret = ({ kind }: Change): boolean => kindNamed(kind).hasSecret === true;

/** What became of the secrets, in the order of the plan: of each key that was made, and no other. */
const secretsOf = (plan: Plan, outcomes: readonly Outcome[], secrets: SecretKeeper): readonly SecretOutcome[] =>
  plan.changes.flatMap((change): readonly SecretOutcome[] => {
    if (!hasSecret(change)) return [];
    const known = secrets.outcome(change.address);
    if (known !== undefined) return [known];
    const made = outcomes.some(
      ({ kind, operation, address }) =>
        address === change.address && operation.notIds !== undefined && (kind === 'applied' || kind === 'already-done'),
    );
    return made ? [{ kind: 'not-seen', address: change.address }] : [];
  });

/** Every step of every change, made before the first call: what cannot be made is found while nothing has happened. */
function stepsOfPlan({ plan, verdict }: ApplyInput, run: Run): ReadonlyMap<Change, readonly Step[]> {
  if (!allows(verdict, plan))
    throw new UsageError('applyPlan needs the verdict with which checkGuard allowed this very plan', {
      code: 'plan-unusable',
    });
  if (plan.against !== undefined)
    throw new UsageError('a plan that was made without asking the service cannot be applied', {
      code: 'plan-unusable',
    });
  const [contradiction] = planContradictions(plan);
  if (contradiction !== undefined)
    throw new UsageError(`the plan contradicts itself at ${contradiction.address} (${contradiction.kind})`, {
      code: 'plan-unusable',
    });
  return new Map(plan.changes.map((change) => [change, stepsOf(change, run)]));
}

/** A listener that cannot stop a run. */
function quiet(onEvent: (event: ApplyEvent) => void): (event: ApplyEvent) => void {
  return (event) => {
    try {
      onEvent(event);
    } catch {
      // The run goes on, and its report says what became of it.
    }
  };
}

/**
 * Runs a plan. Different resources in parallel, as far as the limiter allows; the operations of one resource in
 * sequence, and none after one that did not end well. Resources with a secret come one after another: an account may
 * have so many keys and no more, so those that go make room. Rejects before the first call with `UsageError`, when the
 * plan is not allowed or contradicts itself, and never after it: each operation has exactly one outcome, in the order
 * of the plan. It is longer than 60 lines because the resources that run at once share their outcomes and one stop.
 */
export async function applyPlan(input: ApplyInput): Promise<ApplyReport> {
  const { plan, ports, onSecret } = input;
  const onEvent = quiet(input.onEvent ?? (() => {}));
  const run = beginRun(input, ports.signal, onSecret);
  const { client, creations, secrets } = run;
  const steps = new Map(stepsOfPlan(input, run));
  const ids: { readonly address: Address; readonly id: string; readonly replaces?: string }[] = [];

  async function runChange(change: Change): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    let stopped: 'interrupted' | 'earlier-operation' | 'secret-lost' | undefined;
    let isStale = false;
    const own = steps.get(change) ?? [];
    // What a step has read goes with it.
    steps.delete(change);
    for (const step of own) {
      const { operation, target, calls } = step;
      const address = addressOf(change, operation);
      if (ports.signal.aborted) stopped ??= 'interrupted';
      if (hasSecret(change) && operation.notIds !== undefined && secrets.failed()) stopped ??= 'secret-lost';
      if (stopped !== undefined) {
        // Of a resource that somebody has changed, whoever plans again wants to see all that has: looking changes
        // nothing.
        const found = isStale ? await checkPrecondition(change, step).catch(() => undefined) : undefined;
        outcomes.push(found ?? { kind: 'not-tried', operation, address, because: stopped });
        creations.settle(operation, false);
        continue;
      }
      onEvent({ kind: 'started', operation, address });
      const { waitToRepeat, now } = client;
      const operationPorts = { ...ports, waitToRepeat, now, inOnePlace: calls.inOnePlace };
      // An error that nobody expects says nothing of what was sent.
      const { id, ...ended } = await runOperation(operation, target, operationPorts).catch(
        (error: unknown): Ending => ({ kind: 'unknown', error: asError(error) }),
      );
      creations.settle(operation, false);
      const outcome: Outcome = { ...ended, operation, address };
      outcomes.push(outcome);
      onEvent({ kind: 'ended', outcome });
      if (id !== undefined && operation.notIds !== undefined) {
        const replaced = change.action === 'replace' && change.id !== undefined && { replaces: change.id };
        ids.push({ address, id, ...replaced });
      }
      isStale ||= outcome.kind === 'stale';
      if (!wentWell(outcome)) stopped = outcome.kind === 'not-tried' ? outcome.because : 'earlier-operation';
    }
    return outcomes;
  }

  let last: Promise<unknown> = Promise.resolve();
  const runs = plan.changes.map((change) => {
    if (!hasSecret(change)) return runChange(change);
    const afterIt = last.then(async () => runChange(change));
    last = afterIt;
    return afterIt;
  });
  const outcomes = (await Promise.all(runs)).flat();
  const order = new Map<Address, number>(plan.changes.map(({ address }, index) => [address, index]));
  return {
    outcomes,
    ids: ids.sort((left, right) => (order.get(left.address) ?? 0) - (order.get(right.address) ?? 0)),
    secrets: secretsOf(plan, outcomes, secrets),
  };
}
