import type { RetryReason } from '../model/call-event.ts';
import { ServiceError, UnreachableError, UsageError } from '../model/errors.ts';
import { ATTEMPT_TIMEOUT_MS, WAIT_MAX_MS } from '../model/incoming-limits.ts';
import { scrubber } from '../model/secret.ts';
import type { Endpoint } from '../model/workspace/workspace.ts';
import { signatureScheme } from './assets/asset-address.ts';
import { makeAssetTransfer } from './assets/asset-transfer.ts';
import { makeLanguageCalls } from './calls/language-calls.ts';
import { makeTranslateCalls, makeTranslationMemoryCalls } from './calls/translate-calls.ts';
import { makeUsageCalls } from './calls/usage-calls.ts';
import { makeVoiceCalls } from './calls/voice-calls.ts';
import type { Client } from './client.ts';
import { makeExchange } from './transport/exchange.ts';
import { breakOf, isThrottled, mayPass } from './transport/no-answer.ts';
import type { ClientPorts } from './transport/ports.ts';
import { DEFAULT_RETRY, isInterrupted, isPassing, type RetryPolicy, retryDelayMs } from './transport/retry.ts';
import { makeSend, waitForPace } from './transport/send.ts';

/** Milliseconds between two looks at something that is not ready yet. */
const READY_POLL_MS = 1000;

/** How long calls may take, and how often they are repeated. */
export interface ClientOptions {
  /** Maximum milliseconds until an answer begins, and without progress; large bodies get more. Default 30,000. */
  readonly timeoutMs?: number;
  /** Parts of the policy that differ from `DEFAULT_RETRY`. */
  readonly retry?: Partial<RetryPolicy>;
  /** Default `lexform`; the CLI adds its version. */
  readonly userAgent?: string;
  /** The word before the signature of a voice asset; default: the one that belongs to `authScheme`. */
  readonly signatureScheme?: string;
  /** Maximum milliseconds to wait for a new resource that is not ready; then the run continues. Default 60,000. */
  readonly readyWaitMs?: number;
  /** The name of the service in messages; default: the host of the address. */
  readonly host?: string;
}

/** Why a call failed, if the failure may pass. */
function passingReason(error: unknown): RetryReason | undefined {
  if (error instanceof ServiceError)
    return isPassing(error.refusal.status) ? { kind: 'status', status: error.refusal.status } : undefined;
  if (!(error instanceof UnreachableError) || !mayPass(error.cause)) return undefined;
  return { kind: 'no-answer', what: breakOf(error.cause) };
}

/** The client of one target. Throws `UsageError` for an address or a key that cannot be used at all; makes no call. */
export function makeClient(endpoint: Endpoint, ports: ClientPorts, options: ClientOptions = {}): Client {
  const key = endpoint.key.reveal();
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError('the key is empty or has characters that no header can carry, such as a space or a line end', {
      code: 'key-malformed',
    });
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(endpoint.authScheme))
    throw new UsageError(`auth_scheme must be one word, but is ${JSON.stringify(endpoint.authScheme)}`);
  if (!URL.canParse(endpoint.baseUrl) || !/^https?:$/.test(new URL(endpoint.baseUrl).protocol))
    throw new UsageError('base_url is not an address of the form https://host');
  const settings = {
    timeoutMs: options.timeoutMs ?? ATTEMPT_TIMEOUT_MS,
    retry: { ...DEFAULT_RETRY, ...options.retry },
    userAgent: options.userAgent ?? 'lexform',
    host: options.host,
  };
  const send = makeSend(endpoint, ports, settings);
  const exchange = makeExchange(send, scrubber(key));
  const { baseUrl } = endpoint;
  const host = options.host ?? new URL(baseUrl).host;
  const transfer = makeAssetTransfer(ports, {
    ...settings,
    baseUrl,
    signatureScheme: options.signatureScheme ?? signatureScheme(endpoint.authScheme),
  });
  return {
    exchange,
    adminExchange: exchange,
    sleep: (milliseconds) => ports.sleep(milliseconds),
    async waitUntilReady(name, isReady) {
      const mostMs = options.readyWaitMs ?? WAIT_MAX_MS;
      ports.onCallEvent?.({ kind: 'not-ready', host, name, mostMs });
      for (let waitedMs = 0; waitedMs < mostMs; waitedMs += READY_POLL_MS) {
        await ports.sleep(READY_POLL_MS);
        if (await isReady()) return;
      }
    },
    languages: makeLanguageCalls(exchange),
    usage: makeUsageCalls(exchange),
    translation: makeTranslateCalls(exchange),
    translationMemories: makeTranslationMemoryCalls(exchange),
    voice: makeVoiceCalls(exchange, transfer, baseUrl),
    now: ports.now,
    turnOfChange: async () => {
      await waitForPace(ports, host);
      return (await waitForPace(ports, host)) ?? 0;
    },
    async waitToRepeat({ error, attempt, elapsedMs, isCreation = false }) {
      const reason = isCreation && !isThrottled(error) ? undefined : passingReason(error);
      if (reason === undefined) return false;
      const retryAfterMs = error instanceof ServiceError ? error.refusal.retryAfterMs : undefined;
      const delayMs = retryDelayMs({ attempt, random: ports.random(), elapsedMs, retryAfterMs }, settings.retry);
      if (delayMs === undefined) return false;
      const retries = settings.retry.attempts - 1;
      ports.onCallEvent?.({ kind: 'retry', host, reason, waitMs: delayMs, retry: attempt, retries });
      return !(await isInterrupted(ports, delayMs));
    },
  };
}
