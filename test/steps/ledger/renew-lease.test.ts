import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { type HeldLock, type LockStore, makeLock } from '../../../src/ledger/lock.ts';
import { type Lease, renewLease } from '../../../src/steps/ledger/apply-under-ledger.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { least, runs } from '../../support/runs.ts';

const MINUTE = 60_000;
const ANA = { id: 'run-a', who: 'ana' };
const BEN = { id: 'run-b', who: 'ben' };

type Road = 'open' | 'closed' | 'answer lost';

/** A place for a lock that two runners see, each with a clock and a road to it of its own. */
function place() {
  const clock = manualClock('2026-01-02T03:00:00Z');
  let there: string | undefined;
  const store = (road: () => Road): LockStore => {
    const over = async <Of>(deed: () => Of): Promise<Of> => {
      if (road() === 'closed') throw new Error('no network');
      const done = deed();
      if (road() === 'answer lost') throw new Error('no answer');
      return done;
    };
    return {
      see: () => over(() => (there === undefined ? undefined : { at: there, bytes: new TextEncoder().encode(there) })),
      put: async (bytes) => new TextDecoder().decode(bytes),
      move: (from, to) =>
        over(() => {
          if (there !== from) return false;
          there = to;
          return true;
        }),
    };
  };
  const lock = (aheadMs = 0, road: () => Road = () => 'open', now = () => new Date(clock.now().getTime() + aheadMs)) =>
    makeLock(store(road), now);
  return { clock, lock, holder: () => (there === undefined ? undefined : JSON.parse(there).who) };
}

async function held(lock: Ledger['lock'], clock: ReturnType<typeof manualClock>, now = clock.now): Promise<Lease> {
  const locked = await lock.acquire(ANA);
  if (locked.kind !== 'held') throw new Error('not held');
  return renewLease({ lock } as Ledger, locked.lock, { now, every: clock.every });
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

test('whatever roads close and however long, whoever takes the lock finds nobody at work, when clocks differ by no more than is allowed', async () => {
  const stretch = fc
    .record({ road: fc.constantFrom<Road>('open', 'closed', 'answer lost'), minutes: fc.integer({ min: 1, max: 12 }) })
    .map(({ road, minutes }) => Array.from({ length: minutes }, () => road));
  const roads = fc.array(stretch, { minLength: 2, maxLength: 6 }).map((each) => each.flat());
  const ahead = fc.integer({ min: -5 * MINUTE, max: 5 * MINUTE });
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(roads, ahead, async (minutes, aheadMs) => {
      const { clock, lock } = place();
      let road: Road = 'open';
      const holding = await held(
        lock(0, () => road),
        clock,
      );
      const other = lock(aheadMs);
      for (const each of minutes) {
        road = each;
        clock.advance(MINUTE);
        await settled();
        const { kind } = await other.acquire(BEN);
        if (kind === 'taken') continue;
        taken += 1;
        expect(holding.lost.aborted).toBe(true);
        return;
      }
      // Nobody loses a lock that was renewed.
      if (minutes.every((each) => each === 'open')) expect(holding.lost.aborted).toBe(false);
    }),
    { numRuns: runs(400) },
  );
  expect(taken).toBeGreaterThan(least(20));
});

test('a lock that was taken in spite of its renewals, by a clock far ahead, is noticed at the next one', async () => {
  const { clock, lock, holder } = place();
  const holding = await held(lock(), clock);
  expect((await lock(20 * MINUTE).acquire(BEN)).kind).toBe('held');
  clock.advance(2 * MINUTE);
  await settled();
  expect(holding.lost.reason).toMatchObject({ message: expect.stringContaining('another run took the lock') });
  await lock().release(await holding.end());
  expect(holder()).toBe('ben');
});

test('a renewal whose answer was lost is its own, also when it was the last one', async () => {
  const { clock, lock, holder } = place();
  let road: Road = 'answer lost';
  const mine = lock(0, () => road);
  road = 'open';
  const holding = await held(mine, clock);
  for (const each of ['answer lost', 'open', 'answer lost'] as const) {
    road = each;
    clock.advance(2 * MINUTE);
    await settled();
    expect(holding.lost.aborted).toBe(false);
  }
  road = 'open';
  await mine.release(await holding.end());
  expect(holder()).toBe(undefined);
  expect(clock.timers()).toBe(0);
});

test('when it has ended, nothing is renewed', async () => {
  const { clock, lock } = place();
  const holding = await held(lock(), clock);
  const { holder } = await holding.end();
  clock.advance(4 * MINUTE);
  holding.keep();
  await settled();
  expect((await lock().read())?.holder.until).toBe(holder.until);
});

/** A lock whose store is asked by turns: `renewals` are those under way, each of which ends as the test says. */
function slowly(first: Partial<HeldLock['holder']> = {}) {
  const clock = manualClock('2026-01-02T03:00:00Z');
  const holder = { ...ANA, since: '2026-01-02T03:00:00.000Z', until: '2026-01-02T03:10:00.000Z', ...first };
  const renewals: ((next: HeldLock | undefined | Error) => void)[] = [];
  const steps: number[] = [];
  let looks = 0;
  const ledger = {
    lock: {
      renew: () =>
        new Promise<HeldLock | undefined>((resolve, reject) => {
          renewals.push((next) => (next instanceof Error ? reject(next) : resolve(next)));
        }),
      read: async () => {
        looks += 1;
        return { at: 'seen', holder };
      },
    },
  } as unknown as Ledger;
  const every = (step: number, task: () => void) => {
    steps.push(step);
    return clock.every(step, task);
  };
  const holding = renewLease(ledger, { at: 'first', holder }, { now: clock.now, every });
  /** The lock with another end, as a renewal gives it. */
  const until = (time: string): HeldLock => ({ at: time, holder: { ...holder, until: `2026-01-02T${time}.000Z` } });
  return { clock, holding, renewals, steps, until, looks: () => looks };
}

test('the lock is looked at every thirty seconds, and put off when two of its ten minutes are over', async () => {
  const { clock, renewals, steps, until } = slowly();
  expect(steps).toEqual([30_000]);
  clock.advance(119_999);
  expect(renewals).toHaveLength(0);
  clock.advance(1);
  expect(renewals).toHaveLength(1);
  renewals[0]?.(until('03:12:00'));
  await settled();
  // Two minutes after the renewal, and not before.
  clock.advance(119_999);
  expect(renewals).toHaveLength(1);
  clock.advance(1);
  expect(renewals).toHaveLength(2);
});

test('no second renewal begins while one is under way', async () => {
  const { clock, renewals, until } = slowly();
  clock.advance(2 * MINUTE);
  clock.advance(2 * MINUTE);
  expect(renewals).toHaveLength(1);
  renewals[0]?.(until('03:14:00'));
  await settled();
  clock.advance(2 * MINUTE);
  expect(renewals).toHaveLength(2);
});

test('a renewal that fails is no loss, and is tried again at the next look', async () => {
  const { clock, holding, renewals } = slowly();
  clock.advance(2 * MINUTE);
  renewals[0]?.(new Error('no network'));
  await settled();
  expect(holding.lost.aborted).toBe(false);
  clock.advance(30_000);
  expect(renewals).toHaveLength(2);
});

test('a lock that nobody can put off is lost less than five minutes before its end, and not earlier', async () => {
  const { clock, holding } = slowly();
  clock.advance(5 * MINUTE);
  expect(holding.lost.aborted).toBe(false);
  clock.advance(30_000);
  expect(holding.lost.reason).toEqual(new Error('the lock of the target could not be renewed in time'));
});

test('it is looked at on demand too', () => {
  const { clock, holding, renewals } = slowly({ until: '2026-01-02T03:08:30.000Z' });
  holding.keep();
  expect(renewals).toHaveLength(0);
  clock.advance(29_999);
  expect(renewals).toHaveLength(0);
  clock.advance(1);
  expect(renewals).toHaveLength(1);
});

test('the end waits for a renewal that is under way, and gives the lock as it is then', async () => {
  const { clock, holding, renewals, until, looks } = slowly();
  clock.advance(2 * MINUTE);
  let ended: HeldLock | undefined;
  const end = holding.end().then((lock) => {
    ended = lock;
  });
  await settled();
  expect(ended).toBeUndefined();
  renewals[0]?.(until('03:12:00'));
  await end;
  expect(ended).toEqual(until('03:12:00'));
  // What it was told needs no look.
  expect(looks()).toBe(0);
  expect(clock.timers()).toBe(0);
});

test('the end of a lock that was never put off is the lock as it was taken', async () => {
  const { clock, holding, looks } = slowly();
  clock.advance(MINUTE);
  expect((await holding.end()).at).toBe('first');
  expect(looks()).toBe(0);
});

test('the end looks where a renewal failed: it may have been done', async () => {
  const { clock, holding, renewals, looks } = slowly();
  clock.advance(2 * MINUTE);
  renewals[0]?.(new Error('no answer'));
  expect((await holding.end()).at).toBe('seen');
  expect(looks()).toBe(1);
});

test('whoever takes the lock finds nobody at work, however the clock of the holder jumps', async () => {
  const HOUR = 60 * MINUTE;
  const jump = fc.record({
    minutes: fc.integer({ min: 1, max: 15 }),
    byMs: fc.constantFrom(-30 * HOUR, -3 * HOUR, -20 * MINUTE, 0, 20 * MINUTE, 3 * HOUR),
  });
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(jump, { minLength: 1, maxLength: 5 }), async (jumps) => {
      const { clock, lock, holder } = place();
      let offMs = 0;
      const now = () => new Date(clock.now().getTime() + offMs);
      const own = lock(0, () => 'open', now);
      const holding = await held(own, clock, now);
      const other = lock();
      for (const { minutes, byMs } of jumps) {
        offMs += byMs;
        for (let minute = 0; minute < minutes; minute += 1) {
          clock.advance(MINUTE / 2);
          await settled();
          clock.advance(MINUTE / 2);
          await settled();
          const { kind } = await other.acquire(BEN);
          if (kind === 'taken') expect(holder()).toBe('ana');
          else {
            expect(holding.lost.aborted).toBe(true);
            return;
          }
        }
      }
      if (!holding.lost.aborted) kept += 1;
      await own.release(await holding.end());
      expect((await other.acquire(BEN)).kind).toBe('held');
    }),
    { numRuns: runs(100), examples: [[[{ minutes: 15, byMs: -3 * HOUR }]]] },
  );
  expect(kept).toBeGreaterThan(least(10));
});
