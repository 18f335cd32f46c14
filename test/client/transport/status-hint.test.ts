import { expect, test } from 'vitest';
import { parseRetryAfter } from '../../../src/client/transport/retry.ts';
import { statusHint, waitHint } from '../../../src/client/transport/status-hint.ts';

const denied = (message: string) =>
  statusHint({ method: 'GET', path: '/v3/style_rules', status: 403, message, isPage: false });

test('a refusal for a free key says once that style rules need a paid plan', () => {
  expect(denied('Style rules need a paid plan')).toMatch(/^or the key is wrong/);
  expect(denied('Forbidden')).toMatch(/^style rules need a paid plan; or the key is wrong/);
});

test('a wait of any length is told in words, and an option is offered only where it can allow the wait', () => {
  expect(waitHint(90_000, 60_000)).toContain('asks to wait 90 s before another try, and at most 60 s are allowed');
  expect(waitHint(90_000, 60_000)).toContain('--max-wait 90s');
  for (const seconds of ['9'.repeat(400), '1'.repeat(30), '99999999999']) {
    const askedMs = parseRetryAfter(seconds, new Date(0)) ?? 0;
    expect(Number.isSafeInteger(askedMs)).toBe(true);
    expect(waitHint(askedMs, 60_000)).toBe(
      'it asks to wait more than a year before another try, and at most 60 s are allowed; that is longer than ' +
        '--max-wait can allow',
    );
  }
  expect(parseRetryAfter('1e400', new Date(0))).toBeUndefined();
});
