import { expect, test } from 'vitest';
import { type HolderProcess, type LockStore, makeLock } from '../../src/ledger/lock.ts';

const TIME = new Date('2026-01-02T03:04:05Z');
const ANA = { id: 'run-a', who: 'ana' };

/** A lock in memory. `others`: what somebody else does before each move, first to last. */
function inMemory(
  content?: string,
  others: readonly (() => string | undefined)[] = [],
  isGone?: (process: HolderProcess) => Promise<boolean>,
) {
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
  return makeLock(store, () => TIME, isGone);
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

const PROCESS: HolderProcess = { machine: 'f'.repeat(32), pid: 4711, started: '99' };
const lockOfProcess = (process: unknown): string =>
  JSON.stringify({ ...JSON.parse(lockOf('2026-01-02T03:10:00.000Z')), process });

test('the lock of a process that is gone is free before its time is over, and whoever takes it learns whose it was', async () => {
  const asked: HolderProcess[] = [];
  const isGone = async (process: HolderProcess): Promise<boolean> => {
    asked.push(process);
    return true;
  };
  const lock = inMemory(lockOfProcess(PROCESS), [], isGone);
  expect(await lock.busy()).toBeUndefined();
  expect(await lock.acquire(ANA)).toMatchObject({ kind: 'held', dead: { who: 'ben', process: PROCESS } });
  expect(asked).toEqual([PROCESS, PROCESS]);
  // Its own lock has no dead before it.
  expect(await lock.acquire(ANA)).not.toHaveProperty('dead');
});

interface Standing {
  readonly where: string;
  readonly process: unknown;
  readonly isGone?: (process: HolderProcess) => Promise<boolean>;
}

const STANDS: readonly Standing[] = [
  { where: 'nobody can tell', process: PROCESS },
  { where: 'the process runs', process: PROCESS, isGone: async () => false },
  { where: 'the lock names no process', process: undefined, isGone: async () => true },
  { where: 'the lock names something else', process: { ...PROCESS, pid: '4711' }, isGone: async () => true },
  { where: 'the lock names a group of processes', process: { ...PROCESS, pid: -1 }, isGone: async () => true },
];

test.each(STANDS)('a lock stands until its end where $where', async ({ process, isGone }) => {
  const lock = inMemory(lockOfProcess(process), [], isGone);
  expect(await lock.busy()).toMatchObject({ who: 'ben' });
  expect(await lock.acquire(ANA)).toMatchObject({ kind: 'taken', by: { who: 'ben' } });
});

test('a renewed lock still names its process', async () => {
  const lock = inMemory();
  const locked = await lock.acquire({ ...ANA, process: PROCESS });
  if (locked.kind !== 'held') throw new Error('nobody else is there');
  expect((await lock.renew(locked.lock))?.holder.process).toEqual(PROCESS);
});
