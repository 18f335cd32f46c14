import { describe, expect, test } from 'vitest';
import { TEST_KEY } from '../support/in-process.ts';
import { ADMIN_KEY, usageWorld, usedWorld } from './usage-world.ts';

describe('--fail-over', () => {
  test('the limit of the account counts, too', async () => {
    const { lexform } = await usedWorld({ charactersMax: { free: 10, pro: 20 } });
    expect((await lexform('--fail-over', '51%')).code).toBe(0);
    expect(await lexform('--fail-over', '50%')).toMatchObject({
      code: 3,
      err: 'the account has used 10 of 20 characters (50%), at least 50% of its limit [limit-share-reached]\n',
    });
  });
});

test('an ordinary key that may not read usage leaves the account out, and --fail-over says so', async () => {
  const { lexform, makeKey, setLimit, use } = await usageWorld({
    accounts: [
      { key: TEST_KEY, plan: 'pro', scopes: ['glossaries:read'] },
      { key: ADMIN_KEY, plan: 'pro', admin: true, account: TEST_KEY },
    ],
  });
  const a = await makeKey('a');
  await setLimit(a.key_id, 10);
  await use(a.key, 7);
  const { code, out, err } = await lexform('--fail-over', '70%');
  expect(code).toBe(3);
  expect(out).not.toContain('Account since');
  expect(err).toMatch(/^the service refuses GET \/v2\/usage .*\nkey "a" has used 7 of 10/);
});
