import { ServiceError, UnreachableError, UsageError } from '../model/errors.ts';
import type { Endpoint } from '../model/target.ts';
import type { ClientPorts, HttpRequest, HttpResponse, Take } from './ports.ts';
import { refusalOf, type Scrub, scrubber } from './refusal.ts';
import { mayRepeatAfter, parseRetryAfter, type RetryPolicy, retryDelayMs } from './retry.ts';

/** One call of one endpoint. `path`: below the base address, percent-encoded, with its query. */
export interface Call {
  readonly method: HttpRequest['method'];
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The call creates something that can be listed: to send it twice may make two. The transport never repeats it, whatever the answer. */
  readonly once?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly body: Uint8Array;
  /** `X-Trace-ID`. */
  readonly traceId: string | null;
  /** True when an earlier attempt of the same call may have been carried out: its answer was lost, or said that it was not. */
  readonly repeated: boolean;
}

/**
 * Sends a call and repeats it as the policy says. Returns 2xx and 404 answers; throws `ServiceError` for any other and `UnreachableError` for none. `begin`: is
 * called for each attempt that a 2xx answers, and gives what takes its body while it comes in; the answer has what is left. A port need not be able to do that.
 */
export type Send = (call: Call, begin?: () => Take) => Promise<Answer>;

export interface TransportSettings {
  /** Milliseconds until the head of the answer must be there, and again until its body is; bodies add their time. Default 30,000. */
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  readonly userAgent: string;
}

/** The slowest line on which a large body must still get through, in bytes per millisecond (100 kB/s). */
const SLOWEST_BYTES_PER_MS = 100;
/** An answer of unknown length may be this long: a dictionary at its limit of 10 MB, escaped as JSON. */
const UNKNOWN_ANSWER_BYTES = 12_000_000;

/** The one place where bodies are encoded. */
const encodeBody = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body));

/** Runs one step of a call against a deadline. The step is aborted when the deadline passes, and need not obey. */
const beforeDeadline = <Value>(
  { after }: ClientPorts,
  deadlineMs: number,
  abort: AbortController,
  step: Promise<Value>,
): Promise<Value> =>
  new Promise((resolve, reject) => {
    const stop = after(deadlineMs, () => {
      const error = new Error(`nothing came within ${Math.round(deadlineMs / 1000)} s`);
      reject(error);
      abort.abort(error);
    });
    step.then(
      (value) => {
        stop();
        resolve(value);
      },
      (error: unknown) => {
        stop();
        reject(error);
      },
    );
  });

/** The error with the key taken out of its words: some fetches quote a header that they refuse. */
function withoutKey(error: unknown, scrub: Scrub): Error {
  const { message, code } = error as { readonly message?: unknown; readonly code?: unknown };
  const clean = new Error(scrub(typeof message === 'string' ? message : String(error)));
  return typeof code === 'string' ? Object.assign(clean, { code }) : clean;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The transport of one target. */
export function makeSend(endpoint: Endpoint, ports: ClientPorts, settings: TransportSettings): Send {
  const scrub = scrubber(endpoint.key.reveal());
  const base = endpoint.baseUrl.replace(/\/+$/, '');

  /** One attempt: head and body. Rejects with what went wrong when no whole answer came. */
  async function attempt(
    call: Call,
    body: Uint8Array | undefined,
    begin: (() => Take) | undefined,
  ): Promise<{ head: HttpResponse; body: Uint8Array }> {
    const abort = new AbortController();
    const request: HttpRequest = {
      method: call.method,
      headers: {
        accept: 'application/json',
        authorization: `${endpoint.authScheme} ${endpoint.key.reveal()}`,
        'user-agent': settings.userAgent,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      signal: abort.signal,
    };
    const headMs = settings.timeoutMs + (body?.byteLength ?? 0) / SLOWEST_BYTES_PER_MS;
    const head = await beforeDeadline(ports, headMs, abort, ports.fetch(`${base}${call.path}`, request));
    const length = Number(head.headers.get('content-length') ?? UNKNOWN_ANSWER_BYTES);
    const answerBytes = Number.isFinite(length) ? Math.min(Math.max(0, length), 10 * UNKNOWN_ANSWER_BYTES) : 0;
    const bodyMs = settings.timeoutMs + answerBytes / SLOWEST_BYTES_PER_MS;
    const take = isSuccess(head.status) && head.drain !== undefined ? begin?.() : undefined;
    const bytes = await beforeDeadline(
      ports,
      bodyMs,
      abort,
      take === undefined ? head.arrayBuffer() : (head.drain?.(take) as Promise<ArrayBuffer>),
    );
    return { head, body: new Uint8Array(bytes) };
  }

  return async (call, begin) => {
    const { method, path } = call;
    const body = call.body === undefined ? undefined : encodeBody(call.body);
    let repeated = false;
    for (let count = 1; ; count += 1) {
      const wait = (retryAfterMs?: number): number | undefined =>
        retryDelayMs(
          { attempt: count, random: ports.random(), ...(retryAfterMs !== undefined && { retryAfterMs }) },
          settings.retry,
        );
      let delayMs: number | undefined;
      try {
        const answer = await attempt(call, body, begin);
        const { status, headers } = answer.head;
        const traceId = headers.get('x-trace-id');
        if (isSuccess(status) || status === 404) return { status, body: answer.body, traceId, repeated };
        const retryAfterMs = parseRetryAfter(headers.get('retry-after'), ports.now());
        if (call.once !== true && mayRepeatAfter(method, status)) delayMs = wait(retryAfterMs);
        if (delayMs === undefined) {
          const refusal = refusalOf({ method, path, status, body: answer.body, traceId }, scrub);
          throw new ServiceError({ ...refusal, ...(retryAfterMs !== undefined && { retryAfterMs }) });
        }
        repeated = true;
      } catch (error) {
        // Trying again does not change what the user has set.
        if (error instanceof ServiceError || error instanceof UsageError) throw error;
        if (method !== 'POST') delayMs = wait();
        if (delayMs === undefined) throw new UnreachableError(scrub(`${method} ${path}`), withoutKey(error, scrub));
        repeated = true;
      }
      await ports.sleep(delayMs);
    }
  };
}
