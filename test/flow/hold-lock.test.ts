import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Holding, holdLock } from '../../src/flow/hold-lock.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { CLOCK_TOLERANCE_MINUTES, LOCK_MINUTES, type LockStore, makeLock } from '../../src/ledger/lock.ts';
import { manualClock } from '../support/manual-clock.ts';

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
  const lock = (aheadMs = 0, road: () => Road = () => 'open') =>
    makeLock(store(road), () => new Date(clock.now().getTime() + aheadMs));
  return { clock, lock, holder: () => (there === undefined ? undefined : JSON.parse(there).who) };
}

async function held(lock: Ledger['lock'], clock: ReturnType<typeof manualClock>, now = clock.now): Promise<Holding> {
  const locked = await lock.acquire(ANA);
  if (locked.kind !== 'held') throw new Error('not held');
  return holdLock({ lock } as Ledger, locked.lock, { now, every: clock.every });
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

test('whatever roads close and however long, whoever takes the lock finds nobody at work, when clocks differ by no more than is allowed', async () => {
  const stretch = fc
    .record({ road: fc.constantFrom<Road>('open', 'closed', 'answer lost'), minutes: fc.integer({ min: 1, max: 12 }) })
    .map(({ road, minutes }) => Array.from({ length: minutes }, () => road));
  const roads = fc.array(stretch, { minLength: 2, maxLength: 6 }).map((each) => each.flat());
  const ahead = fc.integer({ min: -CLOCK_TOLERANCE_MINUTES * MINUTE, max: CLOCK_TOLERANCE_MINUTES * MINUTE });
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
    { numRuns: 400 },
  );
  expect(taken).toBeGreaterThan(20);
});

test('a lock that was taken in spite of its renewals, by a clock far ahead, is noticed at the next one', async () => {
  const { clock, lock, holder } = place();
  const holding = await held(lock(), clock);
  expect((await lock(2 * LOCK_MINUTES * MINUTE).acquire(BEN)).kind).toBe('held');
  clock.advance(2 * MINUTE);
  await settled();
  expect(holding.lost.reason).toMatchObject({ message: expect.stringContaining('somebody else took the lock') });
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
  expect((await lock().look())?.holder.until).toBe(holder.until);
});
