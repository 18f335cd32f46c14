import { DICTIONARY_MAX_BYTES } from '../../contract/limits.ts';
import type { RetryReason } from '../../model/call-event.ts';
import { ServiceError, type ServiceRefusal, UnreachableError, UsageError } from '../../model/errors.ts';
import { ENTRIES_ANSWER_MAX_BYTES, ERROR_BODY_MAX_BYTES, JSON_ANSWER_MAX_BYTES } from '../../model/incoming-limits.ts';
import { type Scrub, scrubber } from '../../model/secret.ts';
import type { Endpoint } from '../../model/workspace/workspace.ts';
import { BodyTooLargeError, encodeBody, readBody } from './body.ts';
import { beforeDeadline, SLOWEST_BYTES_PER_MS } from './deadline.ts';
import { breakOf, mayPass, unanswered } from './no-answer.ts';
import type { BodyConsumer, ClientPorts, HttpRequest, HttpResponse } from './ports.ts';
import { refusalOf } from './refusal.ts';
import {
  asksTooMuch,
  isInterrupted,
  isRepeatable,
  mayRepeatAfter,
  parseRetryAfter,
  type RetryPolicy,
  retryDelayMs,
} from './retry.ts';

/** Attempts that failed, and when the first one began, in milliseconds. */
export interface Earlier {
  readonly attempts: number;
  readonly startMs: number;
}

/** One call of one endpoint. `path`: below the base address, percent-encoded, with its query. */
export interface Call {
  readonly method: HttpRequest['method'];
  readonly path: string;
  /**
   * Sent as JSON, where a `LongText` is written as a string. A function creates the body when the call starts, so that
   * waiting calls hold no bodies in memory.
   */
  readonly body?: unknown;
  /** A POST that creates something that Lexform manages. Like a PATCH, a PUT or a DELETE, it is never repeated here. */
  readonly once?: boolean;
  /**
   * The turn of the pace that the caller has taken for a check and its change, in milliseconds. The transport then
   * takes no turn and never repeats the call, so that nothing waits between the check and the change. Absent: it does
   * both.
   */
  readonly turnMs?: number;
  /** Earlier attempts of the caller, for the error. Absent: none. */
  readonly earlier?: Earlier;
  /** The body of a 2xx answer: `entries` of a dictionary may be longer than any other. Default `json`. */
  readonly answers?: 'json' | 'entries';
  /** `none`: a 404 is a valid answer and means "does not exist". Default: it is an error. */
  readonly missing?: 'none';
}

export interface Answer {
  readonly status: number;
  readonly body: Uint8Array;
  /** `X-Trace-ID`. */
  readonly traceId: string | null;
  /** The host and the earlier attempts, for errors about the content of the answer. */
  readonly callContext?: CallContext;
}

/**
 * Sends a call. Repeats reads, and POSTs that manage nothing, by the retry policy. Never repeats a change: the caller
 * must check the resource before it sends the change again. Returns a 2xx, and a 404 if the call allows it; throws
 * `ServiceError` for other answers and `UnreachableError` without an answer. `begin`: called for each attempt that gets
 * a 2xx; returns a consumer that takes the body while it arrives. The answer contains the rest. Ports without this
 * ability return the whole body.
 */
export type Send = (call: Call, begin?: () => BodyConsumer) => Promise<Answer>;

export interface TransportSettings {
  /**
   * Maximum milliseconds until the head of the answer arrives, and without any progress of its body. Large bodies get
   * more time. Default 30,000.
   */
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  readonly userAgent: string;
  /** The name of the service in messages; default: the host of the address. */
  readonly host?: string;
}

/**
 * Head and body of an answer. `tooLarge`: a 2xx whose body was not read to its end, because there is too much of it.
 */
interface Attempted {
  readonly head: HttpResponse;
  readonly body: Uint8Array;
  /** Bytes of the body that a consumer has taken. They are not in `body`. */
  readonly taken: number;
  readonly tooLarge?: BodyTooLargeError;
}

/** Too many calls. */
const THROTTLED: ReadonlySet<number> = new Set([429, 529]);

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** An answer of unknown length may be this long: a dictionary at its limit, escaped as JSON. */
const UNKNOWN_ANSWER_BYTES = 1.2 * DICTIONARY_MAX_BYTES;

const maxBytesOf = (call: Call, status: number): number => {
  if (!isSuccess(status)) return ERROR_BODY_MAX_BYTES;
  return call.answers === 'entries' ? ENTRIES_ANSWER_MAX_BYTES : JSON_ANSWER_MAX_BYTES;
};

/**
 * Runs one attempt. A read is aborted when the run ends. Any other call continues, because its result must be known.
 */
async function untilEnded<Value>(
  { method }: Call,
  { ended }: ClientPorts,
  run: (abort: AbortController) => Promise<Value>,
): Promise<Value> {
  const abort = new AbortController();
  if (ended === undefined || method !== 'GET') return run(abort);
  ended.throwIfAborted();
  const giveUp = (): void => abort.abort(ended.reason);
  ended.addEventListener('abort', giveUp);
  try {
    return await run(abort);
  } finally {
    ended.removeEventListener('abort', giveUp);
  }
}

/** Returns a function that sends a call once, and rejects if no complete answer arrives. */
function makeAttempt(endpoint: Endpoint, ports: ClientPorts, { timeoutMs, userAgent }: TransportSettings) {
  const base = endpoint.baseUrl.replace(/(?<!\/)\/+$/, '');

  return async (
    call: Call,
    abort: AbortController,
    body?: Uint8Array<ArrayBuffer>,
    begin?: () => BodyConsumer,
  ): Promise<Attempted> => {
    const request: HttpRequest = {
      method: call.method,
      headers: {
        accept: 'application/json',
        authorization: `${endpoint.authScheme} ${endpoint.key.reveal()}`,
        'user-agent': userAgent,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body,
      signal: abort.signal,
    };
    const headMs = timeoutMs + (body?.byteLength ?? 0) / SLOWEST_BYTES_PER_MS;
    const sending = ports.fetch(`${base}${call.path}`, request);
    const head = await beforeDeadline(ports, { mostMs: headMs, stallMs: headMs, moved: () => false }, abort, sending);
    const success = isSuccess(head.status);
    const maxBytes = maxBytesOf(call, head.status);
    const length = Number(head.headers.get('content-length') ?? UNKNOWN_ANSWER_BYTES);
    const answerBytes = Number.isFinite(length) ? Math.min(Math.max(0, length), maxBytes) : 0;
    const bodyMs = timeoutMs + answerBytes / SLOWEST_BYTES_PER_MS;
    const reader = success ? begin?.() : undefined;
    let taken = 0;
    const take: BodyConsumer | undefined =
      reader &&
      ((bytes) => {
        const count = reader(bytes);
        taken += count;
        return count;
      });
    let came = false;
    const moved = (): boolean => {
      const has = came;
      came = false;
      return has;
    };
    const onBytes = (): void => {
      came = true;
    };
    try {
      const reading = readBody(head, { maxBytes, onBytes, take });
      const body = await beforeDeadline(ports, { mostMs: bodyMs, stallMs: timeoutMs, moved }, abort, reading);
      return { head, body, taken };
    } catch (error) {
      if (!(error instanceof BodyTooLargeError)) throw error;
      // Closes the connection, because the rest of the answer is not needed.
      abort.abort(error);
      return { head, body: new Uint8Array(), taken, ...(success && { tooLarge: error }) };
    }
  };
}

/** The error for an answer that is too long. A write was made anyway, and its result must be looked up. */
function tooLarge(call: Call, { head, tooLarge: error }: Attempted, callContext: CallContext, scrub: Scrub): Error {
  const request = scrub(`${call.method} ${call.path}`);
  const cause = new Error(`the answer cannot be read: ${error?.message ?? ''}`);
  if (call.method !== 'GET') return new UnreachableError(request, cause, callContext);
  return new ServiceError({ request, status: head.status, message: cause.message, ...callContext }, { cause });
}

/** Waits for the turn of a call at its host; `undefined` without a pace. */
export const waitForPace = async (
  { pace, onCallEvent, interrupted }: ClientPorts,
  host: string,
): Promise<number | undefined> =>
  pace?.waitForStart((perSecond) => onCallEvent?.({ kind: 'paced', host, perSecond }), interrupted);

type CallContext = Required<Pick<ServiceRefusal, 'host' | 'tried'>>;

/**
 * The transport of one target. The function is longer than 60 lines because it is a record of short functions over one
 * endpoint and its settings.
 */
export function makeSend(endpoint: Endpoint, ports: ClientPorts, settings: TransportSettings): Send {
  const scrub = scrubber(endpoint.key.reveal());
  const { retry } = settings;
  const host = settings.host ?? new URL(endpoint.baseUrl).host;
  const attempt = makeAttempt(endpoint, ports, settings);

  /** Makes the attempt with a number, and reports how it ended. */
  const attemptOnce = async (
    call: Call,
    number: number,
    body?: Uint8Array<ArrayBuffer>,
    begin?: () => BodyConsumer,
  ): Promise<Attempted> => {
    const startMs = ports.now().getTime();
    let answer: Attempted | undefined;
    try {
      answer = await untilEnded(call, ports, (abort) => attempt(call, abort, body, begin));
      return answer;
    } finally {
      ports.onCall?.({
        ...{ method: call.method, path: scrub(call.path.replace(/\?.*/s, '')), attempt: number },
        milliseconds: ports.now().getTime() - startMs,
        ...(answer && { status: answer.head.status, bytes: answer.body.byteLength + answer.taken }),
      });
    }
  };

  return async (call, begin) => {
    const { method, path } = call;
    const body = call.body === undefined ? undefined : encodeBody(call.body);
    let beganMs = call.turnMs ?? (await waitForPace(ports, host));
    const { attempts: before, startMs } = call.earlier ?? { attempts: 0, startMs: ports.now().getTime() };
    for (let count = 1; ; count += 1) {
      const elapsedMs = (): number => ports.now().getTime() - startMs;
      const wait = (retryAfterMs?: number): number | undefined => {
        if (!isRepeatable(call) || ports.ended?.aborted === true) return undefined;
        return retryDelayMs({ attempt: count, random: ports.random(), elapsedMs: elapsedMs(), retryAfterMs }, retry);
      };
      const callContext = (): CallContext => ({ host, tried: { attempts: before + count, milliseconds: elapsedMs() } });
      let delayMs: number | undefined;
      let reason: RetryReason;
      let failure: Error;
      try {
        const answer = await attemptOnce(call, before + count, body, begin);
        const { status, headers } = answer.head;
        const askedMs = parseRetryAfter(headers.get('retry-after'), ports.now(), headers.get('date'));
        // A wait beyond the allowed maximum is not made.
        const retryAfterMs = asksTooMuch(askedMs, retry) ? undefined : askedMs;
        if (beganMs !== undefined) ports.pace?.answered(beganMs, THROTTLED.has(status) ? { retryAfterMs } : undefined);
        const traceId = headers.get('x-trace-id');
        if (answer.tooLarge !== undefined) throw tooLarge(call, answer, callContext(), scrub);
        const isMissing = status === 404 && call.missing === 'none';
        if (isSuccess(status) || isMissing) return { status, body: answer.body, traceId, callContext: callContext() };
        if (mayRepeatAfter(method, status)) delayMs = wait(askedMs);
        const tooLong = asksTooMuch(askedMs, retry) && mayRepeatAfter(method, status);
        const refused = {
          ...{ method, path, status, body: answer.body, traceId, callContext: callContext() },
          retryAfterMs: askedMs,
          ...(tooLong && { wait: { askedMs: askedMs ?? 0, allowedMs: retry.maxRetryAfterMs } }),
        };
        failure = new ServiceError(refusalOf(refused, scrub));
        if (delayMs === undefined) throw failure;
        reason = { kind: 'status', status };
      } catch (error) {
        // Trying again does not change what the user has set.
        if (error instanceof ServiceError || error instanceof UnreachableError || error instanceof UsageError)
          throw error;
        if (method !== 'POST' && mayPass(error)) delayMs = wait();
        failure = unanswered(`${method} ${path}`, error, scrub, callContext());
        if (delayMs === undefined) throw failure;
        reason = { kind: 'no-answer', what: scrub(breakOf(error)) };
      }
      ports.onCallEvent?.({ kind: 'retry', host, reason, waitMs: delayMs, retry: count, retries: retry.attempts - 1 });
      if (await isInterrupted(ports, delayMs)) throw failure;
      beganMs = await waitForPace(ports, host);
    }
  };
}
