import type { Tried } from './call-event.ts';
import type { ErrorCode } from './codes/error-codes.ts';
import { durationText } from './duration-text.ts';

/** The names of HTTP statuses in the words of the standard, and of the service for its own statuses (456, 529). */
const NAMES: Readonly<Record<number, string>> = {
  400: 'bad request',
  401: 'not authorized',
  403: 'forbidden',
  404: 'not found',
  405: 'method not allowed',
  406: 'not acceptable',
  407: 'proxy authentication required',
  408: 'request timeout',
  409: 'conflict',
  410: 'gone',
  411: 'length required',
  413: 'request too large',
  414: 'address too long',
  415: 'unsupported media type',
  422: 'request cannot be processed',
  429: 'too many requests',
  431: 'headers too large',
  451: 'blocked for legal reasons',
  456: 'quota exceeded',
  500: 'internal error of the service',
  501: 'not implemented',
  502: 'bad gateway',
  503: 'service unavailable',
  504: 'gateway timeout',
  511: 'network sign-in required',
  529: 'too many requests',
};

/** `429` → `too many requests`; a status that is not known is named by its class. */
export function statusName(status: number): string {
  const known = NAMES[status];
  if (known !== undefined) return known;
  if (status >= 500) return 'error of the service';
  if (status >= 400) return 'refused';
  return status >= 300 ? 'redirect' : 'unexpected status';
}

/** The user must act: a wrong option, a missing file, a key that is not set. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code: ErrorCode;
  constructor(message: string, { code = 'usage', cause }: { readonly code?: ErrorCode } & ErrorOptions = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

/** The facts of a refused call. */
export interface ServiceRefusal {
  /** `GET /v3/style_rules?page_size=25`: never with a key in it. */
  readonly request: string;
  readonly status: number;
  /**
   * The service's own words (`message`, then `detail`), or empty: error bodies may be empty or HTML. At most 500
   * characters.
   */
  readonly message: string;
  /** The meaning of the status for the user, in our words. */
  readonly hint?: string;
  /** `X-Trace-ID` of the answer. */
  readonly traceId?: string;
  /** The host of the target, or a word for a service in this process. */
  readonly host?: string;
  /** Attempts, and milliseconds from the first one to the end of the last one. */
  readonly tried?: { readonly attempts: number; readonly milliseconds: number };
  /** Milliseconds that the service asked to wait, if any. */
  readonly retryAfterMs?: number;
}

const triedText = ({ attempts, milliseconds }: Tried): string =>
  attempts < 2 ? '' : `tried ${attempts} times in ${durationText(milliseconds)}`;

/** ` (tried 5 times in 12 s, X-Trace-ID abc)`, or nothing. */
function factsText(facts: readonly string[]): string {
  const known = facts.filter((fact) => fact !== '');
  return known.length === 0 ? '' : ` (${known.join(', ')})`;
}

const CODES_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'access-refused',
  403: 'access-refused',
  404: 'not-found',
  410: 'not-found',
  429: 'too-many-requests',
  456: 'quota-exceeded',
  529: 'too-many-requests',
};

/** A status below 400 is not a refusal: the answer was not understood. */
function codeOfStatus(status: number): ErrorCode {
  if (status < 400) return 'answer-unreadable';
  return CODES_OF_STATUS[status] ?? (status >= 500 ? 'service-failed' : 'service-refused');
}

/** The service answered no. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly refusal: ServiceRefusal;
  constructor(refusal: ServiceRefusal, options?: ErrorOptions) {
    const { request, status, message, hint = '', traceId, host, tried } = refusal;
    const words = [message, hint].filter((part) => part !== '').join('; ');
    const at = host === undefined ? '' : ` at ${host}`;
    // The service's own words say what the status means; where it has none, the name of the status does.
    const name = message === '' ? ` (${statusName(status)})` : '';
    const trace = traceId === undefined ? '' : `X-Trace-ID ${traceId}`;
    const facts = factsText([tried === undefined ? '' : triedText(tried), trace]);
    super(`${request}${at} answered ${status}${name}${words === '' ? '' : `: ${words}`}${facts}`, options);
    this.refusal = refusal;
    this.code = codeOfStatus(status);
  }
}

/**
 * No answer arrived: DNS, refused connection, reset, or the deadline passed. A read can be repeated; a write may have
 * happened.
 */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly code = 'unreachable' satisfies ErrorCode;
  constructor(
    request: string,
    cause: unknown,
    {
      host,
      tried,
      remedy,
    }: Pick<ServiceRefusal, 'host' | 'tried'> & { /** What the user can do. */ readonly remedy?: string } = {},
  ) {
    const from = host === undefined ? '' : ` from ${host}`;
    const why = cause instanceof Error ? `: ${cause.message}` : '';
    const facts = factsText([tried === undefined ? '' : triedText(tried)]);
    super(`${request} got no answer${from}${why}${remedy === undefined ? '' : `; ${remedy}`}${facts}`, { cause });
  }
}
