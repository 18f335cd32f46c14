import type { LanguageCalls } from './calls/language-calls.ts';
import type { TranslateCalls, TranslationMemoryCalls } from './calls/translate-calls.ts';
import type { UsageCalls } from './calls/usage-calls.ts';
import type { VoiceCalls } from './calls/voice-calls.ts';
import type { Exchange } from './transport/exchange.ts';

/** Everything the tool asks of one target. A record of functions; `makeClient` makes one. */
export interface Client {
  /**
   * Any call, with the deadlines, repetitions and errors of the transport. Each kind of resource makes its calls with
   * it.
   */
  readonly exchange: Exchange;
  /** The same with the admin key, if the run needs it; otherwise with the only key of this client. */
  readonly adminExchange: Exchange;
  /** Ids of resources that must not be touched: no listing shows them. Absent: none. */
  readonly hidden?: ReadonlySet<string>;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /**
   * Checks a new resource that is not ready each second, until it is ready or the maximum time is over. `name`: the
   * name of the resource, for messages.
   */
  readonly waitUntilReady: (name: string, isReady: () => Promise<boolean>) => Promise<void>;
  readonly languages: LanguageCalls;
  /** `analytics` needs an admin key, `usage` an ordinary one. */
  readonly usage: UsageCalls;
  readonly translation: TranslateCalls;
  readonly translationMemories: TranslationMemoryCalls;
  readonly voice: VoiceCalls;
  /**
   * Waits for the turns of a check and the change that follows it. Returns `Call.turnMs` for both. Takes no place of a
   * limiter.
   */
  readonly turnOfChange: () => Promise<number>;
  /**
   * Waits by the retry policy before a change is checked and sent again, or a check is repeated. Resolves to `false` at
   * once if it must not be repeated: the failure is permanent, or the attempts or the time are used up. Takes no place
   * of a limiter.
   */
  readonly waitToRepeat: (failed: FailedAttempt) => Promise<boolean>;
  readonly now: () => Date;
}

/** An attempt that the client does not repeat by itself. */
export interface FailedAttempt {
  readonly error: unknown;
  /** Counted from 1. */
  readonly attempt: number;
  /** Milliseconds since the first attempt began. */
  readonly elapsedMs: number;
  /** The call creates something: only "too many requests" is waited for. Default false. */
  readonly isCreation?: boolean;
}

/**
 * Runs a task when the limiter has a free place. `highPriority`: the task runs before all waiting tasks without this
 * flag. Default false. A task must not wait for a place of its own limiter.
 */
export type Limit = <Value>(task: () => Promise<Value> | Value, highPriority?: boolean) => Promise<Value>;

/**
 * A limiter for calls that all need each other: when one fails, the calls that have not started fail with the same
 * error, and are not sent.
 */
export function untilFailure(limit: Limit): Limit {
  const failed = new AbortController();
  return (task, highPriority) =>
    limit(async () => {
      failed.signal.throwIfAborted();
      try {
        return await task();
      } catch (error) {
        failed.abort(error);
        throw error;
      }
    }, highPriority);
}
