import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makePace, makePaces } from '../../../src/client/transport/pace.ts';
import { runs } from '../../support/runs.ts';

/** Time that passes as soon as everybody waits. */
function simulatedTime() {
  let now = 0;
  const waiting: { readonly at: number; readonly wake: () => void }[] = [];
  const sleep = (milliseconds: number): Promise<void> =>
    new Promise((wake) => {
      waiting.push({ at: now + milliseconds, wake });
    });
  const settled = (): Promise<void> => new Promise((done) => setImmediate(done));
  return {
    clock: { monotonic: () => now, sleep },
    async run(work: Promise<unknown>): Promise<number> {
      let isOver = false;
      void work.then(() => {
        isOver = true;
      });
      for (await settled(); !isOver; await settled()) {
        waiting.sort((left, right) => left.at - right.at);
        const [next] = waiting.splice(0, 1);
        if (next === undefined) throw new Error('nobody waits, and the work is not over');
        now = Math.max(now, next.at);
        next.wake();
      }
      return now;
    },
  };
}

/** A refusal that asks for no wait. */
const NOW = { retryAfterMs: 0 };

interface Load {
  readonly perSecond: number;
  readonly burst: number;
  readonly callers: number;
  readonly calls: number;
  readonly latencyMs: number;
}

/** Callers that share a pace make calls to a token bucket, and repeat after a second what it refuses. */
async function underLoad({ perSecond, burst, callers, calls, latencyMs }: Load, paced = true) {
  const { clock, run } = simulatedTime();
  const pace = makePace(clock);
  let [tokens, filledMs, left, refused, most] = [burst, 0, calls, 0, 0];
  const isAnswered = (): boolean => {
    tokens = Math.min(burst, tokens + ((clock.monotonic() - filledMs) * perSecond) / 1000);
    filledMs = clock.monotonic();
    if (tokens < 1 - 1e-9) return false;
    tokens -= 1;
    return true;
  };
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      for (let attempts = 1; ; attempts += 1) {
        most = Math.max(most, attempts);
        const began = paced ? await pace.waitForStart() : 0;
        await clock.sleep(latencyMs / 2);
        const isDone = isAnswered();
        await clock.sleep(latencyMs / 2);
        pace.answered(began, isDone ? undefined : { retryAfterMs: 1000 });
        if (isDone) break;
        refused += 1;
        await clock.sleep(1000);
      }
    }
  };
  const ms = await run(Promise.all(Array.from({ length: callers }, caller)));
  return { ms, refused, most };
}

describe('a pace', () => {
  test('lets calls go at once while none is refused', async () => {
    const { ms } = await underLoad({ perSecond: 1e9, burst: 1000, callers: 8, calls: 800, latencyMs: 20 });
    expect(ms).toBe(2000);
  });

  test('stays near the rate of a token bucket that twenty targets share', async () => {
    const load = { perSecond: 100, burst: 20, callers: 80, calls: 6000, latencyMs: 20 };
    const { ms, refused } = await underLoad(load);
    expect(ms / 60_000).toBeLessThanOrEqual(1.15);
    expect(refused / load.calls).toBeLessThan(0.05);
  });

  test('of any bucket, no call is refused again and again', async () => {
    const anyLoad = fc.record({
      perSecond: fc.integer({ min: 20, max: 400 }),
      burst: fc.integer({ min: 10, max: 40 }),
      callers: fc.integer({ min: 20, max: 100 }),
      latencyMs: fc.integer({ min: 1, max: 50 }),
    });
    const check = async (load: Omit<Load, 'calls'>): Promise<void> => {
      // What the callers can make at all is more than the bucket lets through.
      fc.pre(load.callers / (load.latencyMs / 1000) > 2 * load.perSecond);
      const calls = load.perSecond * 60;
      const { ms, refused, most } = await underLoad({ ...load, calls });
      expect(ms / (60 * 1000)).toBeLessThanOrEqual(1.4);
      expect(refused / calls).toBeLessThan(0.3);
      expect(most).toBeLessThanOrEqual(6);
    };
    await fc.assert(fc.asyncProperty(anyLoad, check), { numRuns: runs(5) });
  });

  test('pauses all calls for as long as a refusal asks, and goes on at half the rate, which goes up in steps', async () => {
    const { clock, run } = simulatedTime();
    const pace = makePace(clock);
    for (let call = 0; call < 40; call += 1) pace.answered(await pace.waitForStart());
    pace.answered(await pace.waitForStart(), { retryAfterMs: 8000 });
    // Calls that began before the pause say nothing new.
    pace.answered(0, { retryAfterMs: 60_000 });
    const began: number[] = [];
    await run(Promise.all(Array.from({ length: 60 }, async () => void began.push(await pace.waitForStart()))));
    expect(began[0]).toBe(8000);
    // 20 a second are 5 in the first quarter of a second; the second one has a quarter more.
    const inQuarter = (at: number): number =>
      began.filter((ms) => ms >= 8000 + 250 * at && ms < 8000 + 250 * (at + 1)).length;
    expect(inQuarter(0)).toBe(5);
    expect(inQuarter(3)).toBeGreaterThan(inQuarter(0));
  });

  test('ends a long pause with Ctrl-C', async () => {
    const abort = new AbortController();
    const { monotonic, sleep } = simulatedTime().clock;
    const pace = makePace({
      monotonic,
      sleep: (milliseconds, signal) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
          void sleep(milliseconds).then(resolve);
        }),
    });
    pace.answered(0, { retryAfterMs: 60_000 });
    const turn = pace.waitForStart(undefined, abort.signal);
    abort.abort();
    expect(await turn).toBe(0);
  });

  test('forgets a refusal once none follows', async () => {
    const { clock, run } = simulatedTime();
    const pace = makePace(clock);
    pace.answered(await pace.waitForStart(), NOW);
    await run(clock.sleep(60_000));
    const from = clock.monotonic();
    await run(Promise.all(Array.from({ length: 100 }, () => pace.waitForStart())));
    expect(clock.monotonic() - from).toBeLessThan(200);
  });

  test('takes no few answers of few calls for the rate of the host', async () => {
    const { clock, run } = simulatedTime();
    const pace = makePace(clock);
    const calls = async (count: number): Promise<void> => {
      for (let call = 0; call < count; call += 1) pace.answered(await pace.waitForStart());
    };
    const refused = async (): Promise<void> => pace.answered(await pace.waitForStart(), NOW);
    const inTwoSeconds = async (): Promise<number> => {
      const from = clock.monotonic();
      await run(calls(100));
      return (100 * 2000) / (clock.monotonic() - from);
    };
    pace.answered(0, NOW);
    await run(calls(300));
    await run(refused());
    const before = await inTwoSeconds();
    // Nobody calls for a while, and then a call is refused.
    await run(clock.sleep(3000));
    await run(calls(10));
    await run(clock.sleep(1500));
    await run(refused());
    expect(await inTwoSeconds()).toBeGreaterThan(before * 0.45);
  });

  test('of an address is shared, and who came first has the first turn', async () => {
    const { clock, run } = simulatedTime();
    const paceOf = makePaces(clock);
    const [first, second, other] = [paceOf('https://a.test'), paceOf('https://a.test'), paceOf('https://b.test')];
    first.answered(await first.waitForStart(), { retryAfterMs: 100 });
    const order: string[] = [];
    const call = async (name: string, pace: typeof first): Promise<void> => {
      await pace.waitForStart();
      order.push(name);
    };
    await run(
      Promise.all([
        ...[1, 2, 3].map((at) => call(`second ${at}`, second)),
        ...[1, 2].map((at) => call(`first ${at}`, first)),
        call('other', other),
      ]),
    );
    expect(order).toEqual(['other', 'first 1', 'first 2', 'second 1', 'second 2', 'second 3']);
  });

  test('tells once of a wait of two seconds, with the rate', async () => {
    const { clock, run } = simulatedTime();
    const pace = makePace(clock);
    const told: number[] = [];
    const calls = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () => pace.waitForStart((perSecond) => told.push(Math.round(perSecond)))),
      );
    await run(calls(50));
    pace.answered(0, NOW);
    await run(calls(10));
    expect(told).toEqual([]);
    await run(calls(60));
    await run(clock.sleep(10));
    pace.answered(clock.monotonic(), NOW);
    await run(calls(200));
    expect(told).toHaveLength(1);
    expect(told[0]).toBeGreaterThanOrEqual(10);
  });
});
