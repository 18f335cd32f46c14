/** The user must act: a wrong option, a missing file, a key that is not set. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface ServiceRefusal {
  /** `GET /v3/style_rules?page_size=25`: never with a key in it. */
  readonly request: string;
  readonly status: number;
  /** The service's own words (`message`, then `detail`), or empty: error bodies may be empty or HTML. At most 500 characters. */
  readonly message: string;
  /** What the status means for the user, in our words. */
  readonly hint?: string;
  /** `X-Trace-ID` of the answer. */
  readonly traceId?: string;
  /** `Retry-After` of the answer in milliseconds, as the service says it. */
  readonly retryAfterMs?: number;
}

/** The service answered no. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly refusal: ServiceRefusal;
  constructor(refusal: ServiceRefusal, options?: ErrorOptions) {
    const words = [refusal.message, refusal.hint ?? ''].filter((part) => part !== '').join('; ');
    const trace = refusal.traceId === undefined ? '' : ` (X-Trace-ID ${refusal.traceId})`;
    super(`${refusal.request} answered ${refusal.status}${words === '' ? '' : `: ${words}`}${trace}`, options);
    this.refusal = refusal;
  }
}

/** No answer came: DNS, refused connection, reset, or the deadline passed. Safe to retry a read; a write may have happened. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  constructor(request: string, cause: unknown) {
    super(`${request} got no answer${cause instanceof Error ? `: ${cause.message}` : ''}`, { cause });
  }
}
