import { expect, test } from 'vitest';
import { realPorts } from '../../../src/app/machine/real-ports.ts';

const ports = realPorts({});
const MANY_YEARS = 2 ** 31 - 1;

test('a pause lasts as long as it should, unless it is interrupted', async () => {
  const began = ports.monotonic();
  await ports.sleep(20);
  expect(ports.monotonic() - began).toBeGreaterThan(15);
  const interruption = new AbortController();
  const pause = ports.sleep(MANY_YEARS, interruption.signal);
  interruption.abort();
  await expect(pause).rejects.toMatchObject({ name: 'AbortError' });
});

test('a task runs after its time, unless it is cancelled', async () => {
  const ran: string[] = [];
  ports.after(1, () => ran.push('cancelled'))();
  await new Promise<void>((done) => {
    ports.after(5, () => {
      ran.push('later');
      done();
    });
  });
  expect(ran).toEqual(['later']);
});

test('a task runs again and again until it is stopped', async () => {
  let times = 0;
  await new Promise<void>((done) => {
    const stop = ports.every(1, () => {
      times += 1;
      if (times === 3) stop();
      if (times === 3) ports.after(10, done);
    });
  });
  expect(times).toBe(3);
});

test('a deadline passes by itself', async () => {
  const signal = ports.deadline(1);
  if (!signal.aborted) await new Promise((passed) => signal.addEventListener('abort', passed));
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('a time is now, and no two ids are equal', () => {
  expect(Math.abs(ports.now().getTime() - Date.now())).toBeLessThan(60_000);
  expect(new Set([ports.id(), ports.id(), ports.id()]).size).toBe(3);
});
