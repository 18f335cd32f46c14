import { type Exchange, makeExchange } from '../../src/client/transport/exchange.ts';
import { DEFAULT_RETRY } from '../../src/client/transport/retry.ts';
import { makeSend } from '../../src/client/transport/send.ts';
import { scrubber, secret } from '../../src/model/secret.ts';
import { manualClock } from '../support/manual-clock.ts';
import { KEY, type Reply } from '../support/scripted-client.ts';

const ORIGIN = 'https://api.example.com';

/** One call as it went out: method, path with its query, body as JSON. */
export type SentCall = readonly [method: string, path: string, json: unknown];

export interface ScriptedExchange {
  readonly exchange: Exchange;
  readonly sent: readonly SentCall[];
}

/** An exchange for one area's calls, whose network is a list of replies, or answers by a function of the address. */
export function scriptedExchange(
  replies: readonly Reply[] | ((url: URL) => Reply),
  { attempts = 2 }: { readonly attempts?: number } = {},
): ScriptedExchange {
  const sent: SentCall[] = [];
  const { now, sleep, after } = manualClock();
  const send = makeSend(
    { baseUrl: ORIGIN, authScheme: 'Service-Auth-Key', key: secret(KEY) },
    {
      now,
      sleep,
      after,
      random: () => 0.5,
      fetch: async (url, { method, body }) => {
        const json: unknown = body === undefined ? undefined : JSON.parse(new TextDecoder().decode(body));
        sent.push([method, url.replace(ORIGIN, ''), json]);
        const reply = typeof replies === 'function' ? replies(new URL(url)) : replies[sent.length - 1];
        if (reply === undefined) throw new Error(`no reply for call ${sent.length}`);
        if (reply === 'silence') return new Promise(() => undefined);
        if (reply instanceof Error) throw reply;
        return reply;
      },
    },
    { timeoutMs: 1000, retry: { ...DEFAULT_RETRY, attempts }, userAgent: 'test' },
  );
  return { exchange: makeExchange(send, scrubber(KEY)), sent };
}
