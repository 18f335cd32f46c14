import type { Client } from '../../src/client/client.ts';
import type { Exchange } from '../../src/client/transport/exchange.ts';
import type { Call } from '../../src/client/transport/send.ts';
import { AREAS } from '../../src/contract/calls.ts';
import type { LiveState } from '../../src/kinds/states.ts';
import type { PairKey } from '../../src/model/entries/language-pair.ts';

type Answer = (call: Call) => unknown;

/** An exchange whose answers are decoded already. */
export const answering = (answer: Answer): Exchange => {
  const run = async (call: Call): Promise<unknown> => answer(call);
  return { read: run, find: run, findBytes: run, send: run, remove: run } as unknown as Exchange;
};

/** A client with nothing but calls, whose answers are decoded already. */
export const answeringClient = (answer: Answer): Client =>
  ({
    exchange: answering(answer),
    adminExchange: answering(answer),
    sleep: async () => undefined,
  }) as unknown as Client;

/** What a reading of the service gives, decoded. */
function readingOf({ glossaries = [], styleLists = [], developerKeys = [] }: LiveState, path: string): unknown {
  const { pathname, searchParams } = new URL(path, 'https://service.test');
  const [, , , id, part] = pathname.split('/');
  if (path.startsWith(AREAS.developerKeys)) return developerKeys;
  if (path.startsWith(AREAS.glossaries)) {
    if (id === undefined) return glossaries;
    const glossary = glossaries.find((each) => each.id === id);
    if (part === undefined) return glossary;
    const pair = `${searchParams.get('source_lang')}->${searchParams.get('target_lang')}` as PairKey;
    return glossary?.dictionaries.get(pair)?.entries;
  }
  if (id !== undefined) return styleLists.find((each) => each.id === id);
  return searchParams.get('page') === '0' ? styleLists.map((list) => ({ id: list.id, list })) : [];
}

/** A client of a service that has `there.live`. `write`: gives the decoded answer to a call that changes something. */
export const liveClient = (there: { readonly live: LiveState }, write: Answer = () => undefined): Client =>
  answeringClient((call) => (call.method === 'GET' ? readingOf(there.live, call.path) : write(call)));

/** The same client, where `instead` answers the calls that `fits` is true of; `make` makes the call after all. */
export function intercepted(
  client: Client,
  fits: (call: Call) => boolean,
  instead: (call: Call, make: () => Promise<unknown>) => Promise<unknown>,
): Client {
  const wrap = (exchange: Exchange): Exchange => {
    const through = (name: keyof Exchange) => (call: Call, more: never) => {
      const make = exchange[name] as (call: Call, more: never) => Promise<unknown>;
      return fits(call) ? instead(call, async () => make(call, more)) : make(call, more);
    };
    return {
      read: through('read'),
      find: through('find'),
      findBytes: through('findBytes'),
      send: through('send'),
    } as unknown as Exchange;
  };
  return { ...client, exchange: wrap(client.exchange), adminExchange: wrap(client.adminExchange) };
}

/** True for calls of a method, or any, whose path begins so. */
export const callsOf =
  (path: string, method?: Call['method']) =>
  (call: Call): boolean =>
    call.path.startsWith(path) && (method === undefined || call.method === method);
