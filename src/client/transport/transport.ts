import type { RetryReason } from '../../model/call-event.ts';
import { ServiceError, type ServiceRefusal, UnreachableError, UsageError } from '../../model/errors.ts';
import type { Endpoint } from '../../model/workspace/target.ts';
import { type Attempted, type Call, isSuccess, makeAttempt } from './attempt.ts';
import { isInterrupted } from './interruptible-wait.ts';
import { breakOf, mayPass, unanswered } from './no-answer.ts';
import type { BodyConsumer, ClientPorts } from './ports.ts';
import { refusalOf } from './refusal.ts';
import { asksTooMuch, mayRepeatAfter, parseRetryAfter, type RetryPolicy, retryDelayMs } from './retry.ts';
import { type Scrub, scrubber } from './scrub-key.ts';

export interface Answer {
  readonly status: number;
  readonly body: Uint8Array;
  /** `X-Trace-ID`. */
  readonly traceId: string | null;
  /**
   * True when an earlier attempt of the same call may have been carried out: its answer was lost, or said that it was
   * not.
   */
  readonly repeated: boolean;
  /** Who was asked, and what was tried, for an error that comes of the answer. */
  readonly asked?: Asked;
}

/**
 * Sends a call and repeats it as the policy says. Returns 2xx and 404 answers; throws `ServiceError` for any other and
 * `UnreachableError` for none. `begin`: is called for each attempt that a 2xx answers, and gives what takes its body
 * while it comes in; the answer has what is left. A port need not be able to do that.
 */
export type Send = (call: Call, begin?: () => BodyConsumer) => Promise<Answer>;

export interface TransportSettings {
  /**
   * Milliseconds until the head of the answer must be there, and for which its body may stand still; bodies add their
   * time. Default 30,000.
   */
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  readonly userAgent: string;
  /** How messages call who is asked; default: the host of the address. */
  readonly host?: string;
}

/** The one place where bodies are encoded. */
const encodeBody = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body));

/** A body that is too long to be read. A write was made all the same, and what came of it must be looked up. */
function tooLarge(call: Call, { head, tooLarge: error }: Attempted, asked: Asked, scrub: Scrub): Error {
  const request = scrub(`${call.method} ${call.path}`);
  const cause = new Error(`the answer cannot be read: ${error?.message ?? ''}`);
  if (call.method !== 'GET') return new UnreachableError(request, cause, asked);
  return new ServiceError({ request, status: head.status, message: cause.message, ...asked }, { cause });
}

type Asked = Required<Pick<ServiceRefusal, 'host' | 'tried'>>;

/** The transport of one target. */
export function makeSend(endpoint: Endpoint, ports: ClientPorts, settings: TransportSettings): Send {
  const scrub = scrubber(endpoint.key.reveal());
  const { retry } = settings;
  const host = settings.host ?? new URL(endpoint.baseUrl).host;
  const attempt = makeAttempt(endpoint, ports, settings);

  return async (call, begin) => {
    const { method, path } = call;
    const body = call.body === undefined ? undefined : encodeBody(call.body);
    const startMs = ports.now().getTime();
    let repeated = false;
    for (let count = 1; ; count += 1) {
      const elapsedMs = (): number => ports.now().getTime() - startMs;
      const wait = (retryAfterMs?: number): number | undefined => {
        if (call.once) return undefined;
        return retryDelayMs({ attempt: count, random: ports.random(), elapsedMs: elapsedMs(), retryAfterMs }, retry);
      };
      const asked = (): Asked => ({ host, tried: { attempts: count, milliseconds: elapsedMs() } });
      let delayMs: number | undefined;
      let reason: RetryReason;
      let failure: Error;
      try {
        const answer = await attempt(call, body, begin);
        const { status, headers } = answer.head;
        const traceId = headers.get('x-trace-id');
        if (answer.tooLarge !== undefined) throw tooLarge(call, answer, asked(), scrub);
        if (isSuccess(status) || status === 404)
          return { status, body: answer.body, traceId, repeated, asked: asked() };
        const askedMs = parseRetryAfter(headers.get('retry-after'), ports.now());
        if (mayRepeatAfter(method, status)) delayMs = wait(askedMs);
        const tooLong = asksTooMuch(askedMs, retry) && mayRepeatAfter(method, status);
        const refused = {
          ...{ method, path, status, body: answer.body, traceId, asked: asked() },
          ...(askedMs !== undefined && { retryAfterMs: askedMs }),
          ...(tooLong && { wait: { askedMs: askedMs ?? 0, allowedMs: retry.maxRetryAfterMs } }),
        };
        failure = new ServiceError(refusalOf(refused, scrub));
        if (delayMs === undefined) throw failure;
        repeated = true;
        reason = { kind: 'status', status };
      } catch (error) {
        // Trying again does not change what the user has set.
        if (error instanceof ServiceError || error instanceof UnreachableError || error instanceof UsageError)
          throw error;
        if (method !== 'POST' && mayPass(error)) delayMs = wait();
        failure = unanswered(`${method} ${path}`, error, scrub, asked());
        if (delayMs === undefined) throw failure;
        repeated = true;
        reason = { kind: 'no-answer', what: scrub(breakOf(error)) };
      }
      ports.onCallEvent?.({ kind: 'retry', host, reason, waitMs: delayMs, retry: count, retries: retry.attempts - 1 });
      if (await isInterrupted(ports, delayMs)) throw failure;
    }
  };
}
