import { describe, expect, test } from 'vitest';
import { DEFAULT_RETRY, mayRepeatAfter, parseRetryAfter, retryDelayMs } from '../../../src/client/transport/retry.ts';

describe('retryDelayMs', () => {
  test('doubles its limit with every attempt, up to 10 seconds, and takes any share of it', () => {
    const policy = { ...DEFAULT_RETRY, attempts: 9 };
    const delays = [1, 2, 3, 4, 5, 6, 7].map((attempt) => retryDelayMs({ attempt, random: 0.5 }, policy));
    expect(delays).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
    expect(retryDelayMs({ attempt: 3, random: 0 }, policy)).toBe(0);
  });

  test('gives up after the last attempt, whatever the service asks for', () => {
    expect(retryDelayMs({ attempt: 5, random: 0.5, retryAfterMs: 1 }, DEFAULT_RETRY)).toBeUndefined();
  });

  test('waits as long as the service asks, and gives up when that is more than is allowed', () => {
    expect(retryDelayMs({ attempt: 1, random: 0.5, retryAfterMs: 7000 }, DEFAULT_RETRY)).toBe(7000);
    expect(retryDelayMs({ attempt: 1, random: 0.5, retryAfterMs: 60_000 }, DEFAULT_RETRY)).toBe(60_000);
    expect(retryDelayMs({ attempt: 1, random: 0.5, retryAfterMs: 60_001 }, DEFAULT_RETRY)).toBeUndefined();
    const patient = { ...DEFAULT_RETRY, maxRetryAfterMs: 3_600_000 };
    expect(retryDelayMs({ attempt: 1, random: 0.5, retryAfterMs: 3_600_000 }, patient)).toBe(3_600_000);
  });

  test('gives up when the next attempt would begin after the time of all attempts', () => {
    const wait = { attempt: 2, random: 0.5, retryAfterMs: 20_000 };
    const policy = { ...DEFAULT_RETRY, timeLimitMs: 90_000 };
    expect(retryDelayMs({ ...wait, elapsedMs: 70_000 }, policy)).toBe(20_000);
    expect(retryDelayMs({ ...wait, elapsedMs: 70_001 }, policy)).toBeUndefined();
    expect(retryDelayMs({ ...wait, elapsedMs: 290_000 }, DEFAULT_RETRY)).toBeUndefined();
  });
});

test.each([
  ['3', 3000],
  ['0', 0],
  ['Tue, 01 Jan 2030 00:00:05 GMT', 5000],
  ['Mon, 31 Dec 2029 00:00:00 GMT', 0],
  ['-1', undefined],
  ['7 apples', undefined],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After %s is %s milliseconds', (value, expected) => {
  expect(parseRetryAfter(value, new Date('2030-01-01T00:00:00Z'))).toBe(expected);
});

test('a POST that creates nothing is repeated after 429 alone, other methods after every passing status, and nothing after 456', () => {
  const statuses = [400, 403, 404, 408, 413, 429, 456, 500, 501, 502, 503, 504, 529];
  expect(statuses.filter((status) => mayRepeatAfter('POST', status))).toEqual([429]);
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const)
    expect(statuses.filter((status) => mayRepeatAfter(method, status))).toEqual([429, 500, 502, 503, 504, 529]);
});
