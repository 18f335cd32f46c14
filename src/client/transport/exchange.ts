import type { RetryReason } from '../../model/call-event.ts';
import * as d from '../../model/decode.ts';
import { ServiceError, type ServiceRefusal, UnreachableError, UsageError } from '../../model/errors.ts';
import type { Endpoint } from '../../model/workspace/target.ts';
import { type Attempted, type Call, isSuccess, makeAttempt } from './attempt.ts';
import { breakOf, mayPass, unanswered } from './no-answer.ts';
import type { BodyConsumer, ClientPorts } from './ports.ts';
import { plainLine, refusalOf } from './refusal.ts';
import {
  asksTooMuch,
  isInterrupted,
  mayRepeatAfter,
  parseRetryAfter,
  type RetryPolicy,
  retryDelayMs,
} from './retry.ts';
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

/**
 * The body cannot be read as it comes in, and what was taken of it is gone: it must be asked for once more, and read as
 * a whole.
 */
export const AGAIN = Symbol('again');

/** Reads a body that may be long while it comes in, and keeps nothing of what it has read. */
export interface BodyReader<Value> {
  readonly take: BodyConsumer;
  /**
   * What is left of the body, which is all of it where nothing was taken. Throws `DecodeError` for what cannot be read.
   */
  readonly end: (rest: Uint8Array) => Value | typeof AGAIN;
  /** A whole body, of which nothing was taken. Throws as `end`. */
  readonly whole: (body: Uint8Array) => Value;
}

export interface Exchange {
  /** A call whose answer is read. A 404 is an error. */
  read<Value>(call: Call, decoder: d.Decoder<Value>): Promise<Value>;
  /** The same; `undefined` for a 404. */
  find<Value>(call: Call, decoder: d.Decoder<Value>): Promise<Value | undefined>;
  /**
   * The same for an answer that is better read from its bytes, while they come in. Each attempt begins a reader of its
   * own.
   */
  findBytes<Value>(call: Call, begin: () => BodyReader<Value>): Promise<Value | undefined>;
  /** A call of which only the status matters. A 404 is an error. */
  send(call: Call): Promise<void>;
  /** A deletion. A 404 is an error on a first attempt, and done after one that may have been carried out. */
  remove(call: Call): Promise<void>;
}

/**
 * Calls and the parsing of their answers. An unreadable 2xx answer to a read is a refusal; to a write it is as good as
 * a lost answer: the change was made, and what came of it must be looked up.
 */
export function makeExchange(send: Send, scrub: (text: string) => string): Exchange {
  const refused = ({ method, path }: Call, { status, body, traceId, asked }: Answer): ServiceError =>
    new ServiceError(refusalOf({ method, path, status, body, traceId, ...(asked !== undefined && { asked }) }, scrub));

  function parsed<Value>(call: Call, answer: Answer, parse: (body: Uint8Array) => Value): Value {
    try {
      return parse(answer.body);
    } catch (error) {
      if (!(error instanceof d.DecodeError)) throw error;
      // Names of rules are text of the service: the key may be echoed in one, and a cursor moved by one.
      const cause = new d.DecodeError(plainLine(scrub(`the answer cannot be read: ${error.message}`)));
      // The hint looks at the body, which may be the page of a proxy; its text is not shown.
      const { refusal } = refused(call, answer);
      const remedy = refusal.hint === undefined ? {} : { remedy: refusal.hint };
      if (call.method !== 'GET')
        throw new UnreachableError(`${call.method} ${call.path}`, cause, { ...answer.asked, ...remedy });
      throw new ServiceError({ ...refusal, message: cause.message }, { cause });
    }
  }

  async function findBytes<Value>(call: Call, begin: () => BodyReader<Value>): Promise<Value | undefined> {
    let reader = begin();
    const answer = await send(call, () => {
      reader = begin();
      return reader.take;
    });
    if (answer.status === 404) return undefined;
    const value = parsed(call, answer, reader.end);
    if (value !== AGAIN) return value;
    const again = await send(call);
    return again.status === 404 ? undefined : parsed(call, again, reader.whole);
  }

  async function find<Value>(call: Call, decoder: d.Decoder<Value>): Promise<Value | undefined> {
    const answer = await send(call);
    return answer.status === 404 ? undefined : parsed(call, answer, (body) => d.parseJson(body, decoder));
  }

  /** `mayBeGone`: a 404 may be the answer to a repetition of what was done before. */
  async function answered(call: Call, mayBeGone = false): Promise<Answer> {
    const answer = await send(call);
    if (answer.status === 404 && !(mayBeGone && answer.repeated)) throw refused(call, answer);
    return answer;
  }

  return {
    find,
    findBytes,
    read: async (call, decoder) => parsed(call, await answered(call), (body) => d.parseJson(body, decoder)),
    send: async (call) => void (await answered(call)),
    remove: async (call) => void (await answered(call, true)),
  };
}
