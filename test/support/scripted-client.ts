import type { Client } from '../../src/client/client.ts';
import { type ClientOptions, makeClient } from '../../src/client/make-client.ts';
import type { HttpResponse } from '../../src/client/transport/ports.ts';
import type { CallEvent } from '../../src/model/call-event.ts';
import { secret } from '../../src/model/secret.ts';
import { type ManualClock, manualClock } from './manual-clock.ts';

export const KEY = '5ecre7-k3y:fx';

/** What one call is answered with: a response, or what the network does instead. */
export type Reply = HttpResponse | Error | 'silence';

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON; `undefined` when there was none. */
  readonly json: unknown;
}

export interface ScriptedClient {
  readonly client: Client;
  readonly clock: ManualClock;
  readonly sent: readonly SentRequest[];
  readonly events: readonly CallEvent[];
  /** What the pace was told of each answer: whether there were too many calls. */
  readonly paced: readonly boolean[];
}

/** A JSON answer, or an empty one. */
export const answer = (status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}): HttpResponse =>
  new Response(body === undefined ? null : JSON.stringify(body), { status, headers });

/** A client whose calls are answered in order, or by a function. `waits`: what becomes of a call that waits its turn. */
export function scriptedClient(
  replies: readonly Reply[] | ((request: SentRequest) => Reply),
  options: ClientOptions = {},
  waits: (onLong?: (perSecond: number) => void) => number = () => 0,
): ScriptedClient {
  const clock = manualClock();
  const sent: SentRequest[] = [];
  const events: CallEvent[] = [];
  const paced: boolean[] = [];
  const { now, sleep, after } = clock;
  const client = makeClient(
    { baseUrl: 'https://api.example.com', authScheme: 'Service-Auth-Key', key: secret(KEY) },
    {
      now,
      sleep,
      after,
      random: () => 0.5,
      onCallEvent: (event) => events.push(event),
      pace: {
        waitForStart: async (onLong) => waits(onLong),
        answered: (_, refused) => paced.push(refused !== undefined),
      },
      fetch: async (url, { method, headers, body }) => {
        const path = url.replace('https://api.example.com', '');
        const json: unknown = body === undefined ? undefined : JSON.parse(new TextDecoder().decode(body));
        const request = { method, path, headers, json };
        sent.push(request);
        const reply = typeof replies === 'function' ? replies(request) : replies[sent.length - 1];
        if (reply === undefined) throw new Error(`no reply for call ${sent.length}: ${method} ${path}`);
        if (reply === 'silence') return new Promise(() => undefined);
        if (reply instanceof Error) throw reply;
        return reply;
      },
    },
    options,
  );
  return { client, clock, sent, events, paced };
}
