import { DICTIONARY_MAX_BYTES } from '../../contract/limits.ts';
import { ENTRIES_ANSWER_MAX_BYTES, ERROR_BODY_MAX_BYTES, JSON_ANSWER_MAX_BYTES } from '../../model/incoming-limits.ts';
import type { Endpoint } from '../../model/workspace/target.ts';
import { TooSlowError } from './no-answer.ts';
import type { BodyConsumer, ClientPorts, HttpRequest, HttpResponse } from './ports.ts';
import { BodyTooLargeError, readBody } from './read-body.ts';

/** One call of one endpoint. `path`: below the base address, percent-encoded, with its query. */
export interface Call {
  readonly method: HttpRequest['method'];
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /**
   * The call creates something that can be listed: to send it twice may make two. The transport never repeats it,
   * whatever the answer.
   */
  readonly once?: boolean;
  /** What a 2xx answers with: `entries` of a dictionary may be longer than any other answer. Default `json`. */
  readonly answers?: 'json' | 'entries';
}

/**
 * Head and body of an answer. `tooLarge`: a 2xx whose body was not read to its end, because there is too much of it.
 */
export interface Attempted {
  readonly head: HttpResponse;
  readonly body: Uint8Array;
  readonly tooLarge?: BodyTooLargeError;
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The slowest line on which a large body must still get through, in bytes per millisecond (100 kB/s). */
export const SLOWEST_BYTES_PER_MS = 100;
/** An answer of unknown length may be this long: a dictionary at its limit, escaped as JSON. */
const UNKNOWN_ANSWER_BYTES = 1.2 * DICTIONARY_MAX_BYTES;

interface Deadline {
  /** Milliseconds for the whole step. */
  readonly mostMs: number;
  /**
   * Milliseconds for which nothing may come, looked at when they are over: so a line that stands still is given up
   * after them at the earliest, after twice as long at the latest.
   */
  readonly stallMs: number;
  /** Whether something has come since it was asked for the last time. */
  readonly moved: () => boolean;
}

/** Runs one step of a call against a deadline. The step is aborted when the deadline passes, and need not obey. */
function beforeDeadline<Value>(
  { after }: ClientPorts,
  { mostMs, stallMs, moved }: Deadline,
  abort: AbortController,
  step: Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    let leftMs = mostMs;
    let stop: () => void = () => undefined;
    const watch = (): void => {
      const spanMs = Math.min(leftMs, stallMs);
      stop = after(spanMs, () => {
        leftMs -= spanMs;
        const hasMoved = moved();
        if (leftMs > 0 && hasMoved) return watch();
        const error = hasMoved ? new TooSlowError(mostMs, 'unfinished') : new TooSlowError(spanMs, 'stalled');
        reject(error);
        abort.abort(error);
      });
    };
    watch();
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
}

const maxBytesOf = (call: Call, status: number): number => {
  if (!isSuccess(status)) return ERROR_BODY_MAX_BYTES;
  return call.answers === 'entries' ? ENTRIES_ANSWER_MAX_BYTES : JSON_ANSWER_MAX_BYTES;
};

/** Sends a call once. Rejects with what went wrong when no whole answer came. */
export type AttemptCall = (
  call: Call,
  body: Uint8Array | undefined,
  begin: (() => BodyConsumer) | undefined,
) => Promise<Attempted>;

/**
 * `timeoutMs`: until the head of the answer must be there, and for which its body may stand still; bodies add their
 * time.
 */
export function makeAttempt(
  endpoint: Endpoint,
  ports: ClientPorts,
  { timeoutMs, userAgent }: { readonly timeoutMs: number; readonly userAgent: string },
): AttemptCall {
  const base = endpoint.baseUrl.replace(/\/+$/, '');

  return async (call, body, begin) => {
    const abort = new AbortController();
    const request: HttpRequest = {
      method: call.method,
      headers: {
        accept: 'application/json',
        authorization: `${endpoint.authScheme} ${endpoint.key.reveal()}`,
        'user-agent': userAgent,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
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
    const take = success ? begin?.() : undefined;
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
      const reading = readBody(head, { maxBytes, onBytes, ...(take !== undefined && { take }) });
      return { head, body: await beforeDeadline(ports, { mostMs: bodyMs, stallMs: timeoutMs, moved }, abort, reading) };
    } catch (error) {
      if (!(error instanceof BodyTooLargeError)) throw error;
      // What still comes is not wanted: the connection goes with it.
      abort.abort(error);
      return { head, body: new Uint8Array(), ...(success && { tooLarge: error }) };
    }
  };
}
