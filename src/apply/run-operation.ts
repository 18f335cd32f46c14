import type { Client } from '../client/client.ts';
import type { Limit } from '../client/limit.ts';
import { failureOf } from '../client/transport/ambiguous-failure.ts';
import type { Exchange } from '../client/transport/exchange.ts';
import type { Call } from '../client/transport/send.ts';
import type { StaleDetail } from '../kinds/change/stale-detail.ts';
import type { Observation, OperationTarget } from '../kinds/service/operation-target.ts';
import type { Operation } from '../model/plan/plan.ts';

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
  { limit, signal, isNext, mayStart = () => true }: LimitedBy,
): Exchange {
  const inPlace = <Value>({ method }: Call, run: () => Promise<Value>): Promise<Value> =>
    limit(() => {
      // Looked at when its turn comes: a change may have waited for it. What was sent must still be read back.
      if (signal.aborted && method !== 'GET') throw new InterruptedError('the run was interrupted');
      if (method !== 'GET' && !mayStart()) throw new ReadTooOldError('what the plan has read is too old');
      return run();
    }, isNext?.());
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
  /** Whether the call that begins to wait goes before the others. Default: no. */
  readonly isNext?: () => boolean;
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

/** How one operation ended. `id`: of the resource that it created or found. */
export type Ending =
  | { readonly kind: 'applied' | 'already-done'; readonly id?: string }
  | { readonly kind: 'stale'; readonly now: string; readonly detail: StaleDetail; readonly id?: never }
  | { readonly kind: 'failed' | 'unknown'; readonly error: Error; readonly id?: never }
  | { readonly kind: 'not-tried'; readonly because: 'interrupted'; readonly id?: never };

/** The clock of a run, and what stops it. */
export interface RunPorts {
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Aborted: calls in flight finish and are read back, nothing new starts. */
  readonly signal: AbortSignal;
}

/** What an operation needs besides its target. */
export interface OperationPorts extends RunPorts, Pick<Client, 'waitToRepeat'> {
  /** Told what the next call relies on. Absent: on what the run has read. */
  readonly relies?: ReliesOn;
  /** The read of the plan that stands for the look before the operation. Absent: there is none. */
  readonly plannedFrom?: string;
}

/** A POST whose answer was lost is sent once more; one that was throttled, as often as the retry policy says. */
const LOST_ATTEMPTS_MAX = 2;

/**
 * Pauses before another look when the service does not show yet what was written, in milliseconds. None is so long that
 * it would have to be told.
 */
const LOOK_AGAIN_MS: readonly number[] = [500, 1000, 1000, 1000];

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const done = (kind: 'applied' | 'already-done', { id }: Observation): Ending => ({
  kind,
  ...(id !== undefined && { id }),
});

/** Observes the target until it is as planned, or until `LOOK_AGAIN_MS` has no more pauses. */
async function observeUntil(
  post: string,
  target: OperationTarget,
  createdId: string | undefined,
  { sleep }: RunPorts,
): Promise<Observation> {
  const look = () => target.observe({ fresh: true, ...(createdId !== undefined && { createdId }) });
  let found = await look();
  for (const pause of LOOK_AGAIN_MS) {
    if (found.digest === post) break;
    await sleep(pause);
    found = await look();
  }
  return found;
}

/**
 * A call has failed. Only a look at the service can tell what became of it, whatever the answer was: a lost one is
 * looked for until it may have come through, one that was answered is looked at once. `not-done`: the part is as it
 * was.
 */
async function resolveFailure(
  operation: Operation,
  target: OperationTarget,
  error: Error,
  ports: RunPorts,
): Promise<Ending | 'not-done'> {
  const failure = failureOf(error);
  // The answer said no. A look that fails as well, or finds something else, does not make it a yes.
  const otherwise: Ending = { kind: failure === 'refused' ? 'failed' : 'unknown', error };
  try {
    const found =
      failure === 'lost'
        ? await observeUntil(operation.post, target, undefined, ports)
        : await target.observe({ fresh: true });
    if (found.digest === operation.post) return done('applied', found);
    if (found.digest !== operation.pre) return otherwise;
    // What was sent and not answered may still be on its way; to send it again is for calls that are not repeated
    // anyway.
    return failure === 'lost' && operation.method !== 'POST' ? otherwise : 'not-done';
  } catch {
    return otherwise;
  }
}

/**
 * Waits until a call that was not carried out may be made again; `false`: it may not. The transport has repeated all
 * but a POST already.
 */
async function mayRepeat(operation: Operation, error: Error, attempt: number, ports: OperationPorts): Promise<boolean> {
  if (operation.method !== 'POST') return false;
  switch (failureOf(error)) {
    case 'lost':
      return attempt < LOST_ATTEMPTS_MAX;
    case 'throttled':
      return ports.waitToRepeat(error, attempt);
    default:
      return false;
  }
}

/** Reads back what was written. */
async function verify(
  operation: Operation,
  target: OperationTarget,
  createdId: string | undefined,
  ports: RunPorts,
): Promise<Ending> {
  try {
    const found = await observeUntil(operation.post, target, createdId, ports);
    if (found.digest === operation.post)
      return done('applied', { ...found, ...(createdId !== undefined && { id: createdId }) });
    const now =
      found.digest === operation.pre
        ? 'it has not changed'
        : `it has ${found.digest} now, ${operation.post} was planned`;
    return {
      kind: 'failed',
      error: new Error(
        `${operation.method} ${operation.path} was accepted, but what was read back is not what was sent: ${now}`,
      ),
    };
  } catch (error) {
    return {
      kind: 'unknown',
      error: new Error('the change was accepted and could not be read back', { cause: asError(error) }),
    };
  }
}

/** Nothing was sent, whatever keeps it from being told in full. */
function staleEnding({ digest: now }: Observation, target: OperationTarget): Ending {
  try {
    return { kind: 'stale', now, detail: target.stale() };
  } catch (error) {
    return { kind: 'failed', error: asError(error) };
  }
}

/** The look before an operation; `undefined`: its part is as the plan found it, so it may be sent. */
async function lookBefore({ pre, post }: Operation, target: OperationTarget): Promise<Ending | undefined> {
  try {
    const found = await target.observe({ fresh: false });
    if (found.digest === post) return done('already-done', found);
    return found.digest === pre ? undefined : staleEnding(found, target);
  } catch (error) {
    return { kind: 'failed', error: asError(error) };
  }
}

/**
 * One operation, from the look before it to the look after it: its part is as planned already → nothing is sent; as the
 * plan found it → the call is made and read back; anything else → nothing is sent. So a plan can be run again after a
 * crash, and cannot be replayed into harm.
 *
 * Costs one read, one write and one read; a create needs the list once per run instead of the first read, and what the
 * plan has read just now may stand for it (`neededReads`). That is checked when the call has its turn. A call that
 * failed is looked up, whatever the answer was: a POST is made again only when a look that follows the wait shows that
 * nothing came of it.
 */
export async function runOperation(
  operation: Operation,
  target: OperationTarget,
  ports: OperationPorts,
): Promise<Ending> {
  const { relies = {} } = ports;
  relies.path = ports.plannedFrom;
  const seen = relies.path === undefined ? await lookBefore(operation, target) : undefined;
  if (seen !== undefined) return seen;
  for (let attempt = 1; ; attempt += 1) {
    if (ports.signal.aborted) return { kind: 'not-tried', because: 'interrupted' };
    let createdId: string | undefined;
    try {
      createdId = await target.send();
    } catch (thrown) {
      const error = asError(thrown);
      // From here on the run looks itself.
      relies.path = undefined;
      if (error instanceof ReadTooOldError) {
        const seenNow = await lookBefore(operation, target);
        if (seenNow !== undefined) return seenNow;
        attempt -= 1;
        continue;
      }
      if (error instanceof InterruptedError) return { kind: 'not-tried', because: 'interrupted' };
      if (failureOf(error) === 'unsent') return { kind: 'failed', error };
      const isAgain = await mayRepeat(operation, error, attempt, ports);
      const resolved = await resolveFailure(operation, target, error, ports);
      if (resolved !== 'not-done') return resolved;
      if (!isAgain) return { kind: 'failed', error };
      continue;
    }
    return verify(operation, target, createdId, ports);
  }
}
