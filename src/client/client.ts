import type { LanguageCalls } from './calls/language-calls.ts';
import type { TranslateCalls } from './calls/translate-calls.ts';
import type { TranslationMemoryCalls } from './calls/translation-memory-calls.ts';
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
  /** The same with the admin key, where the run has asked for it; else with the one key of this client. */
  readonly adminExchange: Exchange;
  /** Ids of resources that must not be touched: no listing shows them. Absent: none. */
  readonly hidden?: ReadonlySet<string>;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /**
   * Looks at something new that the service says is not ready, each second until it is, or until the time for that is
   * up. `name`: of what is waited for.
   */
  readonly waitUntilReady: (name: string, isReady: () => Promise<boolean>) => Promise<void>;
  readonly languages: LanguageCalls;
  /** `analytics` needs an admin key, `usage` an ordinary one. */
  readonly usage: UsageCalls;
  readonly translation: TranslateCalls;
  readonly translationMemories: TranslationMemoryCalls;
  readonly voice: VoiceCalls;
  /**
   * Waits, as the retry policy says, before a call that the client does not repeat by itself is sent again. `attempt`:
   * the one that failed, counted from 1. Resolves to `false`, at once, when the answer was not "too many requests" or
   * the attempts are used up. Takes no place of a limiter.
   */
  readonly waitToRepeat: (error: unknown, attempt: number) => Promise<boolean>;
}
