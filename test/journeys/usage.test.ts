import { describe, expect, test } from 'vitest';
import { TEST_KEY } from '../support/in-process.ts';
import { usageWorld } from './usage-world.ts';

describe('usage without an admin key', () => {
  const NOTE =
    'analytics by key and day need an admin key: target "test" has no admin_key; add admin_key: env:NAME or file:PATH\n';

  test('a free account has its limit, a bar, and a share that --fail-over knows', async () => {
    const { lexform, use } = await usageWorld({
      admin: false,
      accounts: [{ key: TEST_KEY, plan: 'free' }],
      charactersMax: { free: 10, pro: null },
    });
    await use(TEST_KEY, 7);
    const { out } = await lexform();
    expect(out).toBe(
      'Usage of test in the current period\n\naccount    7 of 10 characters (70%)  [##############      ]\n',
    );
    expect((await lexform('--fail-over', '71%')).code).toBe(0);
    expect(await lexform('--fail-over', '70%')).toEqual({
      code: 3,
      out,
      err: `${NOTE}the account has used 7 of 10 characters (70%), at least 70% of its limit [limit-share-reached]\n`,
    });
  });
});
