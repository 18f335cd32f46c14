import type { LimitFunction } from 'p-limit';
import type { Client } from '../client/client.ts';

type Calls = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** The same functions, each of which takes one place of the limiter while it runs. */
function limited<Functions extends object>(calls: Functions, limit: LimitFunction): Functions {
  const wrapped = Object.entries(calls as unknown as Calls).map(([name, call]) => [
    name,
    (...args: never[]) => limit(() => call(...args)),
  ]);
  return Object.fromEntries(wrapped) as Functions;
}

/** A client of which never more calls run at once than the limiter allows. Nothing that it calls may take a place of the same limiter. */
export const limitedClient = (client: Client, limit: LimitFunction): Client => ({
  glossaries: limited(client.glossaries, limit),
  styleLists: limited(client.styleLists, limit),
});
