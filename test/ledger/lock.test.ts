import { expect, test } from 'vitest';
import { type LockStore, makeLock } from '../../src/ledger/lock.ts';

const TIME = new Date('2026-01-02T03:04:05Z');
const ANA = { id: 'run-a', who: 'ana' };

/** A lock in memory. `others`: what somebody else does before each move, first to last. */
function inMemory(content?: string, others: readonly (() => string | undefined)[] = []) {
  let there = content;
  const turns = [...others];
  const store: LockStore = {
    see: async () => (there === undefined ? undefined : { at: there, bytes: new TextEncoder().encode(there) }),
    put: async (bytes) => new TextDecoder().decode(bytes),
    async move(from, to) {
      const turn = turns.shift();
      const seen = turn === undefined ? there : turn();
      const isThere = seen === from;
      if (isThere) there = to;
      return isThere;
    },
  };
  return makeLock(store, () => TIME);
}

const lockOf = (until: string): string =>
  JSON.stringify({ id: 'run-b', who: 'ben', since: '2026-01-02T03:00:00.000Z', until });

test.each([
  ['an end that is no time', lockOf('never')],
  ['no end', lockOf('')],
  ['no JSON', '{'],
  ['nobody', '{}'],
  ['null', 'null'],
])('a lock with %s blocks, says so, and can be taken away', async (_, content) => {
  const lock = inMemory(content);
  await expect(lock.acquire(ANA)).rejects.toMatchObject({ wayOut: 'Remove it with: lexform unlock --force' });
  expect(await lock.breakUnreadable()).toBe(true);
  expect((await lock.acquire(ANA)).kind).toBe('held');
});

test.each([
  ['2026-01-02T03:04:04Z', 'held'],
  ['2026-01-02T04:04:04+01:00', 'held'],
  ['2026-01-02T03:04:05.000Z', 'taken'],
  ['2026-01-02T03:04:05.001Z', 'taken'],
])('a lock until %s is %s', async (until, kind) => {
  expect((await inMemory(lockOf(until)).acquire(ANA)).kind).toBe(kind);
});

test('one that was taken and freed between two looks is got at the next try', async () => {
  expect((await inMemory(undefined, [() => lockOf('2026-01-02T03:05:00Z')]).acquire(ANA)).kind).toBe('held');
});

test('one that is never still is given up', async () => {
  const others = Array.from({ length: 50 }, () => () => 'another');
  await expect(inMemory(undefined, others).acquire(ANA)).rejects.toMatchObject({ name: 'LedgerError' });
});
