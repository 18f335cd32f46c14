import type { Client } from './client.ts';
import type { Exchange } from './transport/exchange.ts';

/**
 * A client that keeps the bodies it reads from bytes, and one that answers such a read with what was kept last, without
 * a call.
 */
export function recordReads(client: Client): { readonly client: Client; readonly recorded: Client } {
  const { exchange } = client;
  const bodies = new Map<string, unknown>();
  const recording: Exchange = {
    ...exchange,
    async findBytes(call, begin) {
      const value = await exchange.findBytes(call, begin);
      if (value === undefined) bodies.delete(call.path);
      else bodies.set(call.path, value);
      return value;
    },
  };
  const replaying: Exchange = {
    ...exchange,
    // One path is always read by one reader, so what was kept has its type.
    findBytes: async <Value>(...[call, begin]: Parameters<typeof exchange.findBytes<Value>>) =>
      bodies.has(call.path) ? (bodies.get(call.path) as Value) : exchange.findBytes(call, begin),
  };
  return { client: { ...client, exchange: recording }, recorded: { ...client, exchange: replaying } };
}
