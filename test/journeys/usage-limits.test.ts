import { describe, expect, test } from 'vitest';
import { TEST_KEY } from '../support/in-process.ts';
import { ADMIN_KEY, csvCells, DAY_MS, usageWorld, usedWorld } from './usage-world.ts';

describe('limits beside usage', () => {
  test('a key shows what it used of its monthly limit; one that used nothing has a line of its own', async () => {
    const { lexform, makeKey, setLimit, a } = await usedWorld();
    await setLimit(a.key_id, 2000);
    await setLimit((await makeKey('idle')).key_id, 50);
    const { out } = await lexform();
    expect(out).toContain('OF MONTHLY LIMIT\na ');
    expect(out).toMatch(/^a +0000\*{4}0001 +7 .*# {2}7 of 2,000 \(<1%\)$/m);
    expect(out).toMatch(/^b +0000\*{4}\d{4} +3 .*–$/m);
    expect(out).toMatch(/^idle +0 +0 of 50 \(0%\)$/m);
    expect(out).toContain('limits count what was used since 2026-01-01');
    expect(csvCells((await lexform('--format', 'csv')).out).map((line) => line.slice(-2))).toEqual([
      ['month_characters', 'month_character_limit'],
      ['7', '2000'],
      ['', ''],
    ]);
  });

  test('the limit is compared with the whole month, also beside a report of a part of it', async () => {
    const { lexform, setLimit, a } = await usedWorld();
    await setLimit(a.key_id, 10);
    const { out } = await lexform('--from', '2026-01-16');
    expect(out).toMatch(/^a +0000\*{4}0001 +2 .* 7 of 10 \(70%\)$/m);
  });

  test('a report of other months has no limits', async () => {
    const { lexform, setLimit, clock, a } = await usedWorld();
    await setLimit(a.key_id, 10);
    clock.advance(31 * DAY_MS);
    expect((await lexform('--from', '2026-01-01', '--to', '2026-01-31')).out).not.toMatch(/limit/i);
    // In the new month nothing is used yet.
    expect((await lexform()).out).toMatch(/^a +0 +0 of 10 \(0%\)$/m);
  });

  test('two active keys with one label: ? and why, and no limit is guessed', async () => {
    const { lexform, makeKey, setLimit, a } = await usedWorld();
    await setLimit(a.key_id, 10);
    await makeKey('a');
    const { out } = await lexform();
    expect(out).toMatch(/^a +0000\*{4}0001 +7 .* \?$/m);
    expect(out).toContain('\n?: several keys have or had this label');
    expect(csvCells((await lexform('--format', 'csv')).out)[1]?.slice(-2)).toEqual(['?', '?']);
  });

  test('a key that ended this month and had the label makes it unclear, too', async () => {
    const { lexform, makeKey, setLimit, deactivate, a } = await usedWorld();
    await deactivate(a.key_id);
    await setLimit((await makeKey('a')).key_id, 10);
    expect((await lexform()).out).toMatch(/^a +0000\*{4}0001 +7 .* \?$/m);
  });

  test('one that ended in a month before does not', async () => {
    const { lexform, makeKey, setLimit, deactivate, use, clock, a } = await usedWorld();
    await deactivate(a.key_id);
    clock.advance(20 * DAY_MS);
    const successor = await makeKey('a');
    await setLimit(successor.key_id, 10);
    await use(successor.key, 4);
    expect((await lexform()).out).toMatch(/^a +0000\*{4}\d{4} +4 .* 4 of 10 \(40%\)$/m);
  });
});

describe('--fail-over', () => {
  test.each([
    ['69%', 3],
    ['70%', 3],
    ['71%', 0],
    ['100', 0],
  ])('7 of 10 characters at %s ends with %i', async (share, code) => {
    const { lexform, setLimit, a } = await usedWorld();
    await setLimit(a.key_id, 10);
    const result = await lexform('--fail-over', share);
    expect(result.code).toBe(code);
    expect(result.err).toBe(
      code === 0
        ? ''
        : `key "a" has used 7 of 10 characters (70%), at least ${share} of its limit [limit-share-reached]\n`,
    );
  });

  test('counts the month, whatever range and group are shown; JSON says who', async () => {
    const { lexform, setLimit, a } = await usedWorld();
    await setLimit(a.key_id, 10);
    const { code, out } = await lexform(
      ...['--from', '2025-01-01', '--to', '2025-01-31', '--group-by', 'key_and_day'],
      ...['--fail-over', '70%', '--json'],
    );
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({
      report: { byKeyAndDay: [] },
      failOver: {
        percent: 70,
        reached: [{ owner: { kind: 'key', label: 'a' }, unit: 'characters', used: 7, limit: 10, certain: true }],
      },
    });
  });

  test('a key that is blocked with a limit of 0, and one that is deactivated, do not count', async () => {
    const { lexform, setLimit, deactivate, a, b } = await usedWorld();
    await setLimit(a.key_id, 0);
    await setLimit(b.key_id, 3);
    await deactivate(b.key_id);
    const { code, out } = await lexform('--fail-over', '80%');
    expect(code).toBe(0);
    expect(out).toMatch(/^a .* 7 of 0 \(blocked\)$/m);
  });

  test('what cannot be told counts when it may be so, and not when it cannot', async () => {
    const { lexform, makeKey, setLimit } = await usedWorld();
    const twin = await makeKey('a');
    await setLimit(twin.key_id, 10);
    const { code, err } = await lexform('--fail-over', '70%');
    expect([code, err]).toEqual([3, expect.stringContaining('key "a" may have used up to 7 of 10 characters (70%)')]);
    expect(err).toContain('[limit-share-unclear]');
    expect((await lexform('--fail-over', '71%')).code).toBe(0);
  });

  test('the limit of the account counts, too', async () => {
    const { lexform } = await usedWorld({ charactersMax: { free: 10, pro: 20 } });
    expect((await lexform('--fail-over', '51%')).code).toBe(0);
    expect(await lexform('--fail-over', '50%')).toMatchObject({
      code: 3,
      err: 'the account has used 10 of 20 characters (50%), at least 50% of its limit [limit-share-reached]\n',
    });
  });

  test.each(['0.8', '0%', '101%', '-5', 'much'])('%s is no share', async (share) => {
    const { lexform, service } = await usageWorld();
    const { code, err } = await lexform(`--fail-over=${share}`);
    expect(code).toBe(1);
    expect(err).toContain('a whole percentage from 1% to 100% is needed');
    expect(service.calls).toEqual([]);
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
