import { CALL_TIME_LIMIT_MS, WAIT_MAX_MS } from '../../model/incoming-limits.ts';
import type { ClientPorts, HttpRequest } from './ports.ts';

export interface RetryPolicy {
  /** Attempts in all, the first included. Default 5. */
  readonly attempts: number;
  /** Maximum milliseconds before the second attempt; doubles with every further attempt. Default 500. */
  readonly baseDelayMs: number;
  /** Maximum milliseconds before any attempt, unless the service asks for more. Default 10,000. */
  readonly maxDelayMs: number;
  /**
   * Maximum milliseconds of a `Retry-After`. If the service asks for more, the call is not repeated. Default 60,000.
   */
  readonly maxRetryAfterMs: number;
  /**
   * Maximum milliseconds between the first and the last attempt. Default 300,000, and longer if a longer `Retry-After`
   * is allowed.
   */
  readonly timeLimitMs?: number;
}

export const DEFAULT_RETRY: RetryPolicy = {
  attempts: 5,
  baseDelayMs: 500,
  maxDelayMs: 10_000,
  maxRetryAfterMs: WAIT_MAX_MS,
};

export interface RetryInput {
  /** The one that just failed, counted from 1. */
  readonly attempt: number;
  /** The wait that the service asked for, if any. */
  readonly retryAfterMs?: number | undefined;
  /** Uniform in [0, 1). */
  readonly random: number;
  /** Milliseconds since the first attempt began. Default 0. */
  readonly elapsedMs?: number;
}

/** True when the service asks to wait for longer than anybody has allowed. */
export const asksTooMuch = (retryAfterMs: number | undefined, { maxRetryAfterMs }: RetryPolicy): boolean =>
  retryAfterMs !== undefined && retryAfterMs > maxRetryAfterMs;

/** Who allows a long wait allows the time for it. */
const timeLimitOf = ({ timeLimitMs = CALL_TIME_LIMIT_MS, maxRetryAfterMs }: RetryPolicy): number =>
  Math.max(timeLimitMs, maxRetryAfterMs > WAIT_MAX_MS ? CALL_TIME_LIMIT_MS + maxRetryAfterMs : 0);

/**
 * Milliseconds to wait before the next attempt, or `undefined` to give up. Exponential with full jitter: anything from
 * 0 to the limit, so that parallel calls do not come back together. A `Retry-After` takes the place of the jitter; one
 * that asks for more than is allowed ends the attempts.
 */
export function retryDelayMs(input: RetryInput, policy: RetryPolicy): number | undefined {
  const { attempt, retryAfterMs, random, elapsedMs = 0 } = input;
  if (attempt >= policy.attempts || asksTooMuch(retryAfterMs, policy)) return undefined;
  const delayMs =
    retryAfterMs === undefined
      ? Math.floor(random * Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (attempt - 1)))
      : Math.max(0, retryAfterMs);
  return elapsedMs + delayMs > timeLimitOf(policy) ? undefined : delayMs;
}

/**
 * `Retry-After` as milliseconds: seconds or an HTTP date; `undefined` when it is neither. A date in the past is 0. A
 * date counts from the header `Date` of the answer, else from `now`: the clock of the service may differ by hours.
 */
export function parseRetryAfter(value: string | null, now: Date, answered: string | null = null): number | undefined {
  const text = value?.trim() ?? '';
  // A number with hundreds of digits is Infinity.
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  // An HTTP date begins with the name of a day. Date.parse without this check accepts `-1` and `7 apples`.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  const date = Date.parse(text);
  if (Number.isNaN(date)) return undefined;
  const from = Date.parse(answered ?? '');
  return Math.max(0, date - (Number.isNaN(from) ? now.getTime() : from));
}

/**
 * Too many requests (429, 529), a fault of the service (500) or of something in front of it (502, 503, 504): these may
 * pass. 456 is not here: as a spent quota it does not pass, and as the
 * throttle of the glossary endpoints it names no time (public facts F8, F9).
 */
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504, 529]);

export const isPassing = (status: number): boolean => PASSING_STATUSES.has(status);

/**
 * True when the transport may repeat a call: a read, or a POST that manages nothing. Everything else is a change, which
 * must not be sent without a new check, and reads of a check must be made again with the others of it.
 */
export const isRepeatable = ({
  method,
  once,
  turnMs,
}: {
  readonly method: HttpRequest['method'];
  readonly once?: boolean | undefined;
  readonly turnMs?: number | undefined;
}): boolean => turnMs === undefined && (method === 'GET' || (method === 'POST' && once !== true));

/** True when a repeatable call may be repeated after this answer: a POST only after 429. */
export const mayRepeatAfter = (method: HttpRequest['method'], status: number): boolean =>
  method === 'POST' ? status === 429 : isPassing(status);

/** Maximum milliseconds of a wait that continues after Ctrl-C, so that a run can finish its calls and clean up. */
const UNINTERRUPTED_MS = 10_000;

/** Waits. Returns true if the run has ended, and immediately if the user interrupts a long wait. */
export async function isInterrupted(
  ports: Pick<ClientPorts, 'sleep' | 'interrupted' | 'ended'>,
  milliseconds: number,
): Promise<boolean> {
  const { sleep, ended } = ports;
  const signals =
    milliseconds > UNINTERRUPTED_MS ? [ports.interrupted, ended].filter((each) => each !== undefined) : [];
  if (signals.length === 0) {
    await sleep(milliseconds);
    return ended?.aborted === true;
  }
  const signal = AbortSignal.any(signals);
  await sleep(milliseconds, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return signal.aborted;
}
