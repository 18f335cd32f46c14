import type { Client } from './client.ts';
import { type ReadStarts, recordReads } from './record-reads.ts';
import type { Exchange } from './transport/exchange.ts';
import type { Call } from './transport/send.ts';

/** Reads that begin before the run knows whether it needs them. */
export interface BegunReads {
  /** Begins reads and keeps them for `client`. Makes no call once it is closed, or `client` was asked for one. */
  readonly ahead: Client;
  /** Makes every call, but for a read that was begun: the first to ask for it gets it, whether it is over or not. */
  readonly client: Client;
  /** When they began. */
  readonly starts: ReadStarts;
  /** True as long as nobody has asked `client` for anything. */
  readonly isOpen: () => boolean;
  /** Begins nothing more. What was begun is kept. */
  readonly close: () => void;
  /** The same, and nothing is kept. */
  readonly forget: () => void;
}

/**
 * Begins reads with a client. `freshForMs`: milliseconds after its start for which a read is handed over; default: for
 * however long. What fails is told to the one who asks for it, and to nobody where nobody does.
 */
export function beginReads(
  given: Client,
  {
    monotonic,
    freshForMs = Number.POSITIVE_INFINITY,
  }: { readonly monotonic: () => number; readonly freshForMs?: number },
): BegunReads {
  const { client: noted, starts } = recordReads(given, monotonic);
  const begun = new Map<string, Promise<unknown>>();
  let isOpen = true;
  const close = (): void => {
    isOpen = false;
  };
  type Way = <Value>(call: Call, make: () => Promise<Value>) => Promise<Value>;
  const keep: Way = async ({ method, path }, make) => {
    if (!isOpen || method !== 'GET') throw new Error('nothing begins any more');
    const read = make();
    read.catch(() => undefined);
    begun.set(path, read);
    return read;
  };
  const take: Way = async <Value>({ method, path }: Call, make: () => Promise<Value>) => {
    const read = method === 'GET' ? begun.get(path) : undefined;
    const start = starts.startOf(path);
    close();
    begun.delete(path);
    // One path is always read by one reader, so what was begun has its type.
    if (read !== undefined && start !== undefined && monotonic() - start < freshForMs) return read as Promise<Value>;
    return make();
  };
  /** What was begun below a path is of no use once something is sent to it. */
  const drop = ({ path }: Call): void => {
    for (const key of begun.keys()) if (key.startsWith(path)) begun.delete(key);
  };
  const by = (way: Way, { exchange }: Client): Exchange => ({
    send(call, begin) {
      drop(call);
      return exchange.send(call, begin);
    },
    remove(call) {
      drop(call);
      return exchange.remove(call);
    },
    read: (call, decoder) => way(call, () => exchange.read(call, decoder)),
    find: (call, decoder) => way(call, () => exchange.find(call, decoder)),
    findBytes: (call, begin) => way(call, () => exchange.findBytes(call, begin)),
  });
  return {
    ahead: { ...noted, exchange: by(keep, noted) },
    client: { ...given, exchange: by(take, given) },
    starts,
    isOpen: () => isOpen,
    close,
    forget() {
      close();
      begun.clear();
    },
  };
}
