import { expect, test } from 'vitest';
import { beginReads } from '../../src/client/begun-reads.ts';
import type { Client } from '../../src/client/client.ts';
import type { Exchange } from '../../src/client/transport/exchange.ts';
import type { Call } from '../../src/client/transport/send.ts';

const GET = { method: 'GET', path: '/v3/glossaries/1/entries?a' } as const;
const anything = (value: unknown): unknown => value;

/** A client whose reads are answered with their number. */
function bench(freshForMs?: number) {
  const made: string[] = [];
  let now = 0;
  const answer = async ({ method, path }: Call): Promise<never> => {
    made.push(`${method} ${path}`);
    if (path.includes('fault')) throw new Error(path);
    return made.length as never;
  };
  const exchange: Exchange = { read: answer, find: answer, findBytes: answer, send: answer, remove: answer };
  const begun = beginReads({ exchange } as Client, {
    monotonic: () => now,
    ...(freshForMs !== undefined && { freshForMs }),
  });
  return {
    made,
    begun,
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
    ahead: (call: Call = GET) => begun.ahead.exchange.read(call, anything as never),
    ask: (call: Call = GET) => begun.client.exchange.read(call, anything as never),
  };
}

test('the first to ask gets what was begun, and the next one makes a call', async () => {
  const { ahead, ask, made, begun, wait } = bench();
  wait(5);
  await ahead();
  wait(1_000_000);
  expect([await ask(), await ask()]).toEqual([1, 2]);
  expect(made).toHaveLength(2);
  expect(begun.starts.startOf(GET.path)).toBe(5);
});

test('nothing begins once something was asked for', async () => {
  const { ahead, ask, made } = bench();
  await ask({ ...GET, path: '/v3/languages' });
  await expect(ahead()).rejects.toThrow();
  expect(made).toEqual(['GET /v3/languages']);
});

test('nothing that writes begins', async () => {
  const { ahead, made } = bench();
  await expect(ahead({ ...GET, method: 'POST' })).rejects.toThrow();
  expect(made).toEqual([]);
});

test('what is older than it may be, or was forgotten, is read again', async () => {
  const old = bench(2000);
  await old.ahead();
  old.wait(2000);
  expect(await old.ask()).toBe(2);
  const forgotten = bench();
  await forgotten.ahead();
  forgotten.begun.forget();
  expect(await forgotten.ask()).toBe(2);
});

test.each(['send', 'remove'] as const)('what was begun of a resource is not given away after %s', async (way) => {
  const { ahead, ask, begun } = bench();
  const other = { ...GET, path: '/v3/glossaries/2/entries?a' };
  await ahead();
  await ahead(other);
  await begun.client.exchange[way]({ method: 'PATCH', path: '/v3/glossaries/1' });
  expect([await ask(), await ask(other)]).toEqual([4, 2]);
});

test('a read that fails is told to the one who asks, and to nobody else', async () => {
  const { ahead, ask } = bench();
  const call = { ...GET, path: '/fault' };
  void ahead(call).catch(() => undefined);
  void ahead({ ...GET, path: '/fault/2' }).catch(() => undefined);
  await new Promise((done) => setImmediate(done));
  await expect(ask(call)).rejects.toThrow('/fault');
});
