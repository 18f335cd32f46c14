import type { StaleDetail } from '../../change/stale-detail.ts';
import type { Client } from '../../client/client.ts';
import { failureOf } from '../../client/transport/ambiguous-failure.ts';
import type { Observation, OperationTarget } from '../../kinds/service/operation-target.ts';
import type { Operation } from '../../model/plan/plan.ts';
import { InterruptedError, type ResourceCalls } from './resource-calls.ts';

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
export interface OperationPorts
  extends RunPorts,
    Pick<Client, 'waitToRepeat' | 'now'>,
    Pick<ResourceCalls, 'inOnePlace'> {}

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
 * The last attempt has failed. Only a look at the service can tell what became of it, whatever the answer was: a lost
 * one is looked for until it may have come through, one that was answered is looked at once. `not-done`: the part is as
 * it was.
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
    // After several attempts one of them may have been carried out, and the service may not show it yet.
    const found =
      failure === 'lost' || attempt > 1
        ? await observeUntil(operation.post, target, undefined, ports)
        : await target.observe({ fresh: true });
    if (found.digest === operation.post) return done('applied', found);
    if (found.digest !== operation.pre) return otherwise;
    // What was sent and not answered may still be on its way.
    return failure === 'lost' && operation.method !== 'POST' ? otherwise : 'not-done';
  } catch {
    return otherwise;
  }
}

/**
 * The answer said no: a look that fails as well, or finds something else, does not make it a yes. Else nobody knows.
 */
const unclear = (error: Error): Ending => ({ kind: failureOf(error) === 'refused' ? 'failed' : 'unknown', error });

const mayPass = (error: Error): boolean => ['lost', 'throttled'].includes(failureOf(error));

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

/** Reports the operation as stale. If the details cannot be read, it still counts as not sent. */
function staleEnding({ digest: now }: Observation, target: OperationTarget): Ending {
  try {
    return { kind: 'stale', now, detail: target.stale() };
  } catch (error) {
    return { kind: 'failed', error: asError(error) };
  }
}

/** What came of a check, and of the change where the check allowed it. */
type Attempt =
  | { readonly kind: 'sent'; readonly createdId: string | undefined }
  /** The check found that nothing is to be sent. `isPlanned`: the part is as planned. */
  | { readonly kind: 'checked'; readonly isPlanned: boolean; readonly found: Observation }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'check-failed' | 'send-failed'; readonly error: Error };

/** A check, and the change directly after it where the part is as the plan found it. */
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
 * One operation, from the check before it to the look after it: its part is as planned already → nothing is sent; as
 * the plan found it → the call is made and read back; anything else → nothing is sent. So a plan can be run again after
 * a crash, and cannot be replayed into harm.
 *
 * A check and its change share one place of the limiter and one turn of the pace, and nothing waits between them. After
 * each wait and each failed attempt the part is checked again, so that nobody's change is overwritten. A change that
 * the check finds not carried out is sent again as the retry policy says; a POST whose answer was lost only once, after
 * looks that show nothing of it.
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
    const ended = await ports.inOnePlace(() => {
      startMs ??= now().getTime();
      return checkAndSend(operation, target, ports);
    }, earlier || undefined);
    switch (ended.kind) {
      case 'sent':
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
