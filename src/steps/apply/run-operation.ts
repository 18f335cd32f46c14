import type { StaleDetail } from '../../change/stale-detail.ts';
import type { Client } from '../../client/client.ts';
import { failureOf } from '../../client/transport/no-answer.ts';
import type { Observation, OperationTarget } from '../../kinds/service/service-facet.ts';
import type { Operation } from '../../model/plan/plan.ts';
import { InterruptedError, type ResourceCalls } from './resource-calls.ts';

/** Result of one operation. `id`: of the resource that it created or found. */
export type Ending =
  | { readonly kind: 'applied' | 'already-done'; readonly id?: string }
  | { readonly kind: 'stale'; readonly now: string; readonly detail: StaleDetail; readonly id?: never }
  | { readonly kind: 'failed' | 'unknown'; readonly error: Error; readonly id?: never }
  | { readonly kind: 'not-tried'; readonly because: 'interrupted'; readonly id?: never };

/** The clock of a run, and its stop signal. */
export interface RunPorts {
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Aborted: calls in flight finish and are verified, and no new call starts. */
  readonly signal: AbortSignal;
}

/** Calls, clock, signal and listeners that an operation needs. */
export interface OperationPorts
  extends RunPorts,
    Pick<Client, 'waitToRepeat' | 'now'>,
    Pick<ResourceCalls, 'inOneSlot'> {
  /** Called when the service has accepted the change, before it is read back. */
  readonly onWritten?: () => void;
}

/** Number of attempts for a POST without an answer. For a throttled one, the retry policy decides. */
const LOST_ATTEMPTS_MAX = 2;

/**
 * Pauses, in milliseconds, before reading again if the service does not show the new content yet. They are too short to
 * need a message.
 */
const LOOK_AGAIN_MS: readonly number[] = [500, 1000, 1000, 1000];

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const done = (kind: 'applied' | 'already-done', { id }: Observation): Ending => ({
  kind,
  ...(id !== undefined && { id }),
});

/** Reads the target until it is as planned, or until the pauses in `LOOK_AGAIN_MS` are used up. */
async function observeUntil(
  post: string,
  target: OperationTarget,
  createdId: string | undefined,
  { sleep }: RunPorts,
): Promise<Observation> {
  const read = () => target.observe({ fresh: true, ...(createdId !== undefined && { createdId }) });
  let found = await read();
  for (const pause of LOOK_AGAIN_MS) {
    if (found.digest === post) break;
    await sleep(pause);
    found = await read();
  }
  return found;
}

/**
 * Finds the result after the last failed attempt. Only a read can show it, whatever the answer was. If the answer was
 * lost, the part is read until the change could have arrived; otherwise it is read once. `not-done`: the part is
 * unchanged.
 */
async function resolveFailure(
  operation: Operation,
  target: OperationTarget,
  { error, attempt }: { readonly error: Error; readonly attempt: number },
  ports: RunPorts,
): Promise<Ending | 'not-done'> {
  const failure = failureOf(error);
  const otherwise = unclear(error);
  try {
    // After several attempts, one of them may have succeeded, and the service may not show it yet.
    const found =
      failure === 'lost' || attempt > 1
        ? await observeUntil(operation.post, target, undefined, ports)
        : await target.observe({ fresh: true });
    if (found.digest === operation.post) return done('applied', found);
    if (found.digest !== operation.pre) return otherwise;
    // A call without an answer may still arrive at the service.
    return failure === 'lost' && operation.method !== 'POST' ? otherwise : 'not-done';
  } catch {
    return otherwise;
  }
}

/**
 * If the service refused the call, a failed or inconclusive read does not change that. Otherwise the result is unknown.
 */
const unclear = (error: Error): Ending => ({ kind: failureOf(error) === 'refused' ? 'failed' : 'unknown', error });

const mayPass = (error: Error): boolean => ['lost', 'throttled'].includes(failureOf(error));

/** Verifies a change by reading the part. */
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

/** Reports the operation as stale. If the details cannot be read, it still counts as not sent. */
function staleEnding({ digest: now }: Observation, target: OperationTarget): Ending {
  try {
    return { kind: 'stale', now, detail: target.stale() };
  } catch (error) {
    return { kind: 'failed', error: asError(error) };
  }
}

/** Result of a check, and of the change if the check allowed it. */
type Attempt =
  | { readonly kind: 'sent'; readonly createdId: string | undefined }
  /** The check found that the change must not be sent. `isPlanned`: the part is already as planned. */
  | { readonly kind: 'checked'; readonly isPlanned: boolean; readonly found: Observation }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'check-failed' | 'send-failed'; readonly error: Error };

/** A check, and directly after it the change, if the part is as the plan found it. */
async function checkAndSend(
  { pre, post }: Operation,
  target: OperationTarget,
  { signal }: Pick<RunPorts, 'signal'>,
): Promise<Attempt> {
  try {
    const found = await target.observe({ fresh: true });
    if (found.digest === post) return { kind: 'checked', isPlanned: true, found };
    if (found.digest !== pre) return { kind: 'checked', isPlanned: false, found };
  } catch (error) {
    return { kind: 'check-failed', error: asError(error) };
  }
  if (signal.aborted) return { kind: 'interrupted' };
  try {
    return { kind: 'sent', createdId: await target.send() };
  } catch (error) {
    return error instanceof InterruptedError ? { kind: 'interrupted' } : { kind: 'send-failed', error: asError(error) };
  }
}

/**
 * Runs one operation, from the check before it to the read after it. If its part is already as planned, nothing is
 * sent. If it is as the plan found it, the call is made and verified. In any other state, nothing is sent. So a plan
 * can be run again after a crash, and running it twice does no harm.
 *
 * A check and its change share one slot of the limiter and one turn of the rate limiter, and no wait separates them.
 * After each wait and each failed attempt the part is checked again, so that no other person's change is overwritten.
 * If the check shows that a change was not made, it is sent again by the retry policy. A POST without an answer is
 * repeated only once, after reads that show no effect.
 *
 * Costs one read, one write and one read. The check of a creation reads the list of its kind.
 */
export async function runOperation(
  operation: Operation,
  target: OperationTarget,
  ports: OperationPorts,
): Promise<Ending> {
  const { now } = ports;
  const isPost = operation.method === 'POST';
  let startMs: number | undefined;
  let last: { readonly error: Error; readonly attempt: number } | undefined;
  const waitToRepeat = (error: Error, attempt: number, isCreating: boolean): Promise<boolean> =>
    ports.waitToRepeat({
      ...{ error, attempt, isCreation: isCreating },
      elapsedMs: now().getTime() - (startMs ?? now().getTime()),
    });
  for (let [attempt, failedChecks] = [1, 0]; ; ) {
    const earlier = startMs !== undefined && {
      change: { attempts: attempt - 1, startMs },
      check: { attempts: failedChecks, startMs },
    };
    const ended = await ports.inOneSlot(() => {
      startMs ??= now().getTime();
      return checkAndSend(operation, target, ports);
    }, earlier || undefined);
    switch (ended.kind) {
      case 'sent':
        ports.onWritten?.();
        return verify(operation, target, ended.createdId, ports);
      case 'interrupted':
        return { kind: 'not-tried', because: 'interrupted' };
      case 'checked':
        if (ended.isPlanned) return done(last === undefined ? 'already-done' : 'applied', ended.found);
        return last === undefined ? staleEnding(ended.found, target) : unclear(last.error);
      case 'check-failed':
        failedChecks += 1;
        if (mayPass(ended.error) && (await waitToRepeat(ended.error, failedChecks, false))) continue;
        return last === undefined ? { kind: 'failed', error: ended.error } : unclear(last.error);
      case 'send-failed': {
        const { error } = ended;
        if (failureOf(error) === 'unsent') return { kind: 'failed', error };
        last = { error, attempt };
        const isLostPost = isPost && failureOf(error) === 'lost';
        const isAgain = isLostPost
          ? attempt < LOST_ATTEMPTS_MAX
          : mayPass(error) && (await waitToRepeat(error, attempt, isPost));
        if (!isAgain || isLostPost) {
          const resolved = await resolveFailure(operation, target, last, ports);
          if (resolved !== 'not-done') return resolved;
          if (!isAgain) return { kind: 'failed', error };
        }
        attempt += 1;
        failedChecks = 0;
      }
    }
  }
}
