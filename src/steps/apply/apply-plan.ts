import type { Client, Limit } from '../../client/client.ts';
import { EMPTY_LEDGER, kindNamed } from '../../kinds/registry.ts';
import { serviceOf } from '../../kinds/service/registry.ts';
import type { OperationTarget } from '../../kinds/service/service-facet.ts';
import { type LedgerState, ownedOf } from '../../kinds/states.ts';
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

/** The plan to apply, and its context. */
export interface ApplyInput {
  readonly plan: Plan;
  /**
   * The result of `checkGuard` for this plan object. A verdict that refuses does not compile, and a hand-made one is
   * refused at run time.
   */
  readonly verdict: AllowedVerdict;
  readonly client: Client;
  /** The only limiter of the run; each call takes one of its slots. */
  readonly limit: Limit;
  readonly ports: RunPorts;
  /** Called with each step. Exceptions are ignored: a display must not change the course of a run. */
  readonly onEvent?: (event: ApplyEvent) => void;
  /** The ledger's state when the plan was made. It helps to name changes outside the plan. */
  readonly base?: LedgerState;
  /** Receives the secrets of new resources, such as keys. Absent: the secrets are lost. */
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
    listedNew: async (createdId) => (await creations.listed(kind))?.find((each) => each.id === createdId),
    base: owned?.content,
    keepSecret: (secret) => secrets.keep(address, secret),
  });
  return change.operations.map((operation) => {
    const target = targetOf(operation);
    async function send(): Promise<string | undefined> {
      const createdId = await target.send();
      creations.settle(operation, true);
      return createdId;
    }
    return { operation, target: { ...target, send }, calls };
  });
}

/** False for a part of a resource that the plan will create: it cannot be read yet. */
const canBeSeen = ({ id }: Change, { notIds }: Operation): boolean => id !== undefined || notIds !== undefined;

/**
 * The outcome of an operation whose part differs from both the planned old and the planned new state. `undefined`: the
 * part fits, or cannot be read yet.
 */
async function checkPrecondition(change: Change, { operation, target }: Step): Promise<StaleOutcome | undefined> {
  if (!canBeSeen(change, operation)) return undefined;
  const { digest: now } = await target.observe({ fresh: false });
  if (now === operation.pre || now === operation.post) return undefined;
  return { kind: 'stale', operation, address: addressOf(change, operation), now, detail: target.stale() };
}

const hasSecret = ({ kind }: Change): boolean => kindNamed(kind).hasSecret === true;

/** The outcomes of the secrets, in the order of the plan: one for each key that was created. */
const secretsOf = (plan: Plan, outcomes: readonly Outcome[], secrets: SecretKeeper): readonly SecretOutcome[] =>
  plan.changes.flatMap((change): readonly SecretOutcome[] => {
    if (!hasSecret(change)) return [];
    const known = secrets.outcome(change.address);
    if (known !== undefined) return [known];
    const isCreated = outcomes.some(
      ({ kind, operation, address }) =>
        address === change.address && operation.notIds !== undefined && (kind === 'applied' || kind === 'already-done'),
    );
    return isCreated ? [{ kind: 'not-seen', address: change.address }] : [];
  });

interface PlannedChange {
  readonly change: Change;
  readonly steps: Step[];
}

/** Every step of every change, made before the first call: an impossible step is found while nothing has changed. */
function stepsOfPlan({ plan, verdict }: ApplyInput, run: Run): readonly PlannedChange[] {
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
  return plan.changes.map((change) => ({ change, steps: [...stepsOf(change, run)] }));
}

/** A listener whose exceptions do not stop the run. */
function quiet(onEvent: (event: ApplyEvent) => void): (event: ApplyEvent) => void {
  return (event) => {
    try {
      onEvent(event);
    } catch {
      // The run continues, and its report contains the outcomes.
    }
  };
}

/**
 * Runs a plan. Different resources run in parallel, within the limiter. The operations of one resource run in sequence,
 * and none after one that did not end well. Resources with a secret run one after another: an account may have a
 * limited number of keys, so deletions must make room. Rejects with `UsageError` before the first call if the plan is
 * not allowed or contradicts itself, and never after it: each operation has exactly one outcome, in the order of the
 * plan. The function is longer than 60 lines because parallel resources share their outcomes and one stop.
 */
export async function applyPlan(input: ApplyInput): Promise<ApplyReport> {
  const { plan, ports, onSecret } = input;
  const onEvent = quiet(input.onEvent ?? (() => {}));
  const run = beginRun(input, ports.signal, onSecret);
  const { client, creations, secrets } = run;
  const planned = stepsOfPlan(input, run);
  const ids: { readonly address: Address; readonly id: string; readonly replaces?: string }[] = [];

  async function runChange({ change, steps }: PlannedChange): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    let stopped: 'interrupted' | 'earlier-operation' | 'secret-lost' | undefined;
    let isStale = false;
    // Taken out of the plan, so that the content that a finished step has read is freed.
    for (const step of steps.splice(0)) {
      const { operation, target, calls } = step;
      const address = addressOf(change, operation);
      if (ports.signal.aborted) stopped ??= 'interrupted';
      if (hasSecret(change) && operation.notIds !== undefined && secrets.failed()) stopped ??= 'secret-lost';
      if (stopped !== undefined) {
        // If another person changed the resource, the user needs to see all such changes before planning again. Reading
        // changes nothing.
        const found = isStale ? await checkPrecondition(change, step).catch(() => undefined) : undefined;
        outcomes.push(found ?? { kind: 'not-tried', operation, address, because: stopped });
        creations.settle(operation, false);
        continue;
      }
      onEvent({ kind: 'started', operation, address });
      const { waitToRepeat, now } = client;
      const onWritten = (): void => onEvent({ kind: 'written', operation, address });
      const operationPorts = { ...ports, waitToRepeat, now, inOneSlot: calls.inOneSlot, onWritten };
      // After an unexpected error, it is unknown whether the change was sent.
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
  const runs = planned.map((each) => {
    if (!hasSecret(each.change)) return runChange(each);
    const afterIt = last.then(async () => runChange(each));
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

export interface PreconditionsInput {
  readonly plan: Plan;
  readonly client: Client;
  readonly limit: Limit;
  /** The ledger's state when the plan was made. It helps to name changes outside the plan. */
  readonly base?: LedgerState;
}

/**
 * The operations of a plan that no longer fit, in its order: their part differs from both the planned old and the
 * planned new state. Makes one read for each and no changing call. Rejects if a part cannot be read.
 */
export async function checkPreconditions(input: PreconditionsInput): Promise<readonly StaleOutcome[]> {
  const run = beginRun(input, new AbortController().signal);
  const found = await Promise.all(
    input.plan.changes.map(async (change) => {
      const stale: StaleOutcome[] = [];
      for (const step of stepsOf(change, run)) {
        const found = await checkPrecondition(change, step);
        if (found !== undefined) stale.push(found);
      }
      return stale;
    }),
  );
  return found.flat();
}
