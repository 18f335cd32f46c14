import type { Client } from '../client/client.ts';
import type { Limit } from '../client/limit.ts';

/** A change that had not been sent when the run was interrupted. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

type Calls = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** Calls that change nothing. They go on after an interruption, since what was sent must still be read back. */
const READS: ReadonlySet<string> = new Set(['list', 'read', 'readEntries']);

/** The same functions, each of which takes one place of the limiter while it runs. */
function limited<Functions extends object>(calls: Functions, limit: Limit, signal: AbortSignal): Functions {
  const wrapped = Object.entries(calls as unknown as Calls).map(([name, call]) => [
    name,
    (...args: never[]) =>
      limit(() => {
        // Looked at when its turn comes: a change may have waited for it.
        if (signal.aborted && !READS.has(name)) throw new InterruptedError('the run was interrupted');
        return call(...args);
      }),
  ]);
  return Object.fromEntries(wrapped) as Functions;
}

/**
 * A client of which never more calls run at once than the limiter allows, and which starts no change once the signal is
 * aborted. Nothing that it calls may take a place of the same limiter.
 */
export const limitedClient = (client: Client, limit: Limit, signal: AbortSignal): Client => ({
  ...client,
  glossaries: limited(client.glossaries, limit, signal),
  styleLists: limited(client.styleLists, limit, signal),
  developerKeys: limited(client.developerKeys, limit, signal),
});
