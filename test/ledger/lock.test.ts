import { describe, expect, test } from 'vitest';
import { type HolderProcess, type LockStore, makeLock } from '../../src/ledger/lock.ts';
import { manualClock } from '../support/manual-clock.ts';

const TIME = new Date('2026-01-02T03:04:05Z');
const ANA = { id: 'run-a', who: 'ana' };

/** A lock in memory. `others`: what somebody else does before each move, first to last. */
function inMemory(
  content?: string,
  others: readonly (() => string | undefined)[] = [],
  isGone?: (process: HolderProcess) => Promise<boolean>,
  now: () => Date = () => TIME,
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
  return makeLock(store, now, isGone);
}

const lockOf = (until: string): string =>
  JSON.stringify({ id: 'run-b', who: 'ben', since: '2026-01-02T03:00:00.000Z', until });

test.each([
  ['an end that is no time', lockOf('never')],
  ['no end', lockOf('')],
  ['no beginning', JSON.stringify({ ...JSON.parse(lockOf('2026-01-02T03:10:00Z')), since: undefined })],
  ['no name', JSON.stringify({ ...JSON.parse(lockOf('2026-01-02T03:10:00Z')), who: 7 })],
  ['no id', JSON.stringify({ ...JSON.parse(lockOf('2026-01-02T03:10:00Z')), id: null })],
  ['no JSON', '{'],
  ['nobody', '{}'],
  ['null', 'null'],
])('a lock with %s blocks, says so, and can be taken away', async (_, content) => {
  const lock = inMemory(content);
  await expect(lock.acquire(ANA)).rejects.toMatchObject({
    wayOut: 'Remove it with: lexform ledger unlock --force',
    code: 'lock-unreadable',
  });
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

test('one of the same run is held after the answer to its first call was lost', async () => {
  const own = JSON.stringify({ ...ANA, since: '2026-01-02T03:04:05Z', until: '2026-01-02T03:14:05Z' });
  expect((await inMemory(own).acquire(ANA)).kind).toBe('held');
  expect((await inMemory(own).acquire({ ...ANA, id: 'run-b' })).kind).toBe('taken');
});

test('one that was taken and freed between two looks is got at the next try', async () => {
  expect((await inMemory(undefined, [() => lockOf('2026-01-02T03:05:00Z')]).acquire(ANA)).kind).toBe('held');
});

test('one that is spoiled nine times is got at the tenth try, and one that is never still is given up', async () => {
  const others = (length: number) => Array.from({ length }, () => () => 'another');
  expect((await inMemory(undefined, others(9)).acquire(ANA)).kind).toBe('held');
  await expect(inMemory(undefined, others(10)).acquire(ANA)).rejects.toMatchObject({
    name: 'LedgerError',
    message: 'the lock of the target keeps changing',
    wayOut: 'Run the same command again',
    code: 'ledger-contended',
  });
});

describe('the time of a lock', () => {
  const moving = () => {
    const clock = manualClock('2026-01-02T03:04:05Z');
    return { clock, lock: inMemory(undefined, [], undefined, clock.now) };
  };

  test('is ten minutes from when it is taken', async () => {
    expect(await inMemory().acquire(ANA)).toEqual({
      kind: 'held',
      lock: {
        at: expect.any(String),
        holder: { ...ANA, since: '2026-01-02T03:04:05.000Z', until: '2026-01-02T03:14:05.000Z' },
      },
    });
  });

  test('is ten minutes from each renewal, whenever it was taken', async () => {
    const { clock, lock } = moving();
    const locked = await lock.acquire(ANA);
    if (locked.kind !== 'held') throw new Error('nobody else is there');
    clock.advance(9 * 60_000);
    expect((await lock.renew(locked.lock))?.holder).toEqual({
      ...ANA,
      since: '2026-01-02T03:04:05.000Z',
      until: '2026-01-02T03:23:05.000Z',
    });
  });

  test('keeps others out to its last millisecond, and no longer', async () => {
    const { clock, lock } = moving();
    await lock.acquire(ANA);
    clock.advance(600_000);
    expect((await lock.acquire({ id: 'run-b', who: 'ben' })).kind).toBe('taken');
    expect(await lock.busy()).toMatchObject({ who: 'ana' });
    clock.advance(1);
    expect(await lock.busy()).toBeUndefined();
    expect((await lock.acquire({ id: 'run-b', who: 'ben' })).kind).toBe('held');
  });
});

test('what stands at the place of a lock is JSON that a person can read, and it is read as it was written', async () => {
  const run = 'https://ci.example/7';
  const lock = inMemory();
  await lock.acquire({ ...ANA, run });
  const seen = await lock.read();
  expect(seen?.at).toBe(`{
  "id": "run-a",
  "who": "ana",
  "run": "https://ci.example/7",
  "since": "2026-01-02T03:04:05.000Z",
  "until": "2026-01-02T03:14:05.000Z"
}
`);
  expect(seen?.holder).toEqual(JSON.parse(seen?.at ?? ''));
  const odd = inMemory(JSON.stringify({ ...JSON.parse(lockOf('2026-01-02T03:10:00Z')), run: 7 }));
  expect((await odd.read())?.holder).toEqual(JSON.parse(lockOf('2026-01-02T03:10:00Z')));
});

test('of a place where nothing is, nobody is busy, and there is nothing to take away', async () => {
  const lock = inMemory();
  expect(await lock.read()).toBeUndefined();
  expect(await lock.busy()).toBeUndefined();
  expect(await lock.breakUnreadable()).toBe(false);
  // One that says whose it is is broken by who has seen it alone.
  const held = inMemory(lockOf('2026-01-02T03:10:00Z'));
  expect(await held.breakUnreadable()).toBe(false);
  const seen = await held.read();
  if (seen === undefined) throw new Error('it is held');
  expect(await held.breakLock({ ...seen, at: 'another' })).toBe(false);
  expect(await held.breakLock(seen)).toBe(true);
  expect(await held.read()).toBeUndefined();
});

test('a lock that is released twice, or is no longer its own, is left alone', async () => {
  const lock = inMemory();
  const locked = await lock.acquire(ANA);
  if (locked.kind !== 'held') throw new Error('nobody else is there');
  await lock.release(locked.lock);
  expect(await lock.read()).toBeUndefined();
  const other = inMemory(lockOf('2026-01-02T03:10:00Z'));
  await other.release(locked.lock);
  expect((await other.read())?.holder.who).toBe('ben');
  expect(await other.renew(locked.lock)).toBeUndefined();
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
  expect(await lock.acquire(ANA)).toMatchObject({ kind: 'held', staleHolder: { who: 'ben', process: PROCESS } });
  expect(asked).toEqual([PROCESS, PROCESS]);
  // Its own lock has no dead before it.
  expect(await lock.acquire(ANA)).not.toHaveProperty('staleHolder');
});

test('the lock of a process that is gone, or one that has expired, is removed by whoever needs none', async () => {
  const gone = inMemory(lockOfProcess(PROCESS), [], async () => true);
  expect(await gone.removeStaleLock()).toMatchObject({ who: 'ben', process: PROCESS });
  expect(await gone.read()).toBeUndefined();
  expect(await gone.removeStaleLock()).toBeUndefined();
  const expired = inMemory(lockOf('2026-01-02T03:04:04Z'));
  expect(await expired.removeStaleLock()).toMatchObject({ who: 'ben' });
  expect(await expired.read()).toBeUndefined();
});

test('no lock is removed that another run has taken by now, that is held, or that nobody can read', async () => {
  const faster = inMemory(lockOfProcess(PROCESS), [() => lockOf('2026-01-02T03:10:00Z')], async () => true);
  expect(await faster.removeStaleLock()).toBeUndefined();
  const held = inMemory(lockOf('2026-01-02T03:10:00Z'), [], async () => true);
  expect(await held.removeStaleLock()).toBeUndefined();
  expect(await held.busy()).toMatchObject({ who: 'ben' });
  const unread = inMemory('{');
  expect(await unread.removeStaleLock()).toBeUndefined();
  expect(await unread.breakUnreadable()).toBe(true);
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
  { where: 'the lock names no number that a process has', process: { ...PROCESS, pid: 0 }, isGone: async () => true },
  { where: 'the lock names a part of a number', process: { ...PROCESS, pid: 1.5 }, isGone: async () => true },
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
