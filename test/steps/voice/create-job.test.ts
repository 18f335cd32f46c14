import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/service/faults/faults.ts';
import { kinds, MINUTE_MS, voiceBench } from './voice-bench.ts';

/** The first so many calls that make a job find the account full. */
const full = (calls: number, retryAfter?: number): Fault => ({
  kind: 'status',
  status: 429,
  method: 'POST',
  calls: Array.from({ length: calls }, (_, index) => index + 1),
  ...(retryAfter !== undefined && { retryAfter }),
});

describe('an account that has as many jobs as it may have', () => {
  test('is waited for, a look every 5 seconds, and that is told once', async () => {
    const { translate, clock, events, calls } = await voiceBench({ faults: [full(3)] });
    const report = await translate({ roomWaitMs: MINUTE_MS });
    expect(kinds(report)).toEqual(['here', 'here']);
    expect(clock.waits.slice(0, 3)).toEqual([5000, 5000, 5000]);
    expect(events.filter(({ kind }) => kind === 'no-room')).toEqual([
      { kind: 'no-room', recording: 'talk.wav', mostMs: MINUTE_MS },
    ]);
    expect(calls('POST')).toBe(4);
  });

  test('is waited for as long as the service asks', async () => {
    const { translate, clock } = await voiceBench({ faults: [full(1, 40)] });
    expect(kinds(await translate({ roomWaitMs: MINUTE_MS }))).toEqual(['here', 'here']);
    expect(clock.waits[0]).toBe(40_000);
  });

  test('is an error when the time is over, with what was waited and the flag', async () => {
    const { translate, calls, names } = await voiceBench({ faults: [full(100)] });
    const report = await translate({ roomWaitMs: 12_000 });
    expect(report.end).toMatchObject({ kind: 'error', error: { name: 'ServiceError' } });
    expect(report.end.kind === 'error' && report.end.error.message).toMatch(
      /answered 429.*the account has no room for another job until one of its jobs is done; waited 10 s; try again later, or wait longer with --wait-for-room 15m/,
    );
    expect([calls('POST'), names()]).toEqual([3, ['talk.wav']]);
  });

  test('is an error at once where nobody waits', async () => {
    const { translate, clock, calls } = await voiceBench({ faults: [full(1)] });
    const { end } = await translate();
    expect(end.kind === 'error' && end.error.message).toContain('is done; try again later');
    expect([clock.waits, calls('POST')]).toEqual([[], 1]);
  });

  test('is not waited for after Ctrl-C', async () => {
    const { translate, calls } = await voiceBench({ faults: [full(100)] });
    const abort = new AbortController();
    const report = await translate({
      roomWaitMs: MINUTE_MS,
      ports: (usual) => ({
        ...usual,
        interrupted: abort.signal,
        sleep: async () => {
          abort.abort();
          throw abort.signal.reason;
        },
      }),
    });
    expect([report.end, report.hasReceipt, calls('POST')]).toEqual([{ kind: 'interrupted' }, false, 1]);
  });

  test('that is full of the jobs of others has room when one of them is over', async () => {
    const { translate, voice, clock, events } = await voiceBench();
    const file = { name: 'other.wav', contentType: 'audio/wav', contentLength: 44 };
    for (let job = 0; job < 10; job += 1)
      await voice.create({ sourceFile: file, targets: [{ language: 'de', type: 'text/plain' }] });
    const start = clock.now().getTime();
    expect(kinds(await translate({ roomWaitMs: 15 * MINUTE_MS }))).toEqual(['here', 'here']);
    // Jobs without a recording are given up after five minutes.
    expect(clock.now().getTime() - start).toBeGreaterThanOrEqual(5 * MINUTE_MS);
    expect(events.filter(({ kind }) => kind === 'no-room')).toHaveLength(1);
  });
});
