/**
 * Why an attempt at a call did not do: the status that was answered, or a word for what broke, such as `ECONNRESET`.
 */
export type RetryReason =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'no-answer'; readonly what: string };

/** Events of calls, for people who wait for a run. Texts may come from the network. */
export type CallEvent =
  /** The call is sent again after `waitMs`: for the `retry`-th time of at most `retries`. */
  | {
      readonly kind: 'retry';
      readonly host: string;
      readonly reason: RetryReason;
      readonly waitMs: number;
      readonly retry: number;
      readonly retries: number;
    }
  /** Calls wait for their turn, because the host accepts only about this number per second. Once per run. */
  | { readonly kind: 'paced'; readonly host: string; readonly perSecond: number }
  /** A new glossary is there and not ready yet; it is looked at again, for at most `mostMs`. */
  | { readonly kind: 'not-ready'; readonly host: string; readonly name: string; readonly mostMs: number };

/** One attempt at a call that has ended, for `LEXFORM_DEBUG=calls`. */
export interface EndedCall {
  readonly method: string;
  /** Without the query, whose values may be secrets. */
  readonly path: string;
  /** Absent: no complete answer arrived. */
  readonly status?: number;
  readonly milliseconds: number;
  /** Bytes of the body of the answer. Absent: unknown. */
  readonly bytes?: number;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

/** The attempts at a call before it was given up. */
export interface Tried {
  readonly attempts: number;
  /** Milliseconds from the first attempt to the end of the last one, waits included. */
  readonly milliseconds: number;
}
