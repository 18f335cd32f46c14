import type { Client } from './client.ts';
import type { Exchange } from './transport/exchange.ts';
import type { Call } from './transport/send.ts';

/** When reads began, in milliseconds of a clock that never goes back. */
export interface ReadStarts {
  /** Of the first read of this path, whatever its query; `undefined`: there was none. */
  readonly startOf: (path: string) => number | undefined;
}

const withoutQuery = (path: string): string => path.split('?', 1)[0] ?? path;

/** A client that notes when each of its reads begins. The first read of a path counts: of pages, that of the first. */
export function recordReads(
  client: Client,
  monotonic: () => number,
): { readonly client: Client; readonly starts: ReadStarts } {
  const starts = new Map<string, number>();
  const note = ({ method, path }: Call): void => {
    const key = withoutQuery(path);
    if (method === 'GET' && !starts.has(key)) starts.set(key, monotonic());
  };
  const { exchange } = client;
  const noted: Exchange = {
    ...exchange,
    read(call, decoder) {
      note(call);
      return exchange.read(call, decoder);
    },
    find(call, decoder) {
      note(call);
      return exchange.find(call, decoder);
    },
    findBytes(call, begin) {
      note(call);
      return exchange.findBytes(call, begin);
    },
  };
  return {
    client: { ...client, exchange: noted },
    starts: { startOf: (path) => starts.get(withoutQuery(path)) },
  };
}

/**
 * A client that keeps the bodies it reads from bytes, and one that answers such a read with what was kept last, without
 * a call.
 */
export function keepReads(client: Client): { readonly client: Client; readonly kept: Client } {
  const { exchange } = client;
  const bodies = new Map<string, unknown>();
  const keeping: Exchange = {
    ...exchange,
    async findBytes(call, begin) {
      const value = await exchange.findBytes(call, begin);
      if (value === undefined) bodies.delete(call.path);
      else bodies.set(call.path, value);
      return value;
    },
  };
  const kept: Exchange = {
    ...exchange,
    // One path is always read by one reader, so what was kept has its type.
    findBytes: async <Value>(...[call, begin]: Parameters<typeof exchange.findBytes<Value>>) =>
      bodies.has(call.path) ? (bodies.get(call.path) as Value) : exchange.findBytes(call, begin),
  };
  return { client: { ...client, exchange: keeping }, kept: { ...client, exchange: kept } };
}
