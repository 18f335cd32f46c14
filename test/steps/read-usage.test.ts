import fc from 'fast-check';
import pLimit from 'p-limit';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { type DeveloperKey, keyId } from '../../src/kinds/developer-key/developer-key.ts';
import type { AccountUsage, DayRange, KeyUsage, Usage, UsageReport } from '../../src/model/account/usage.ts';
import { ServiceError, UsageError } from '../../src/model/errors.ts';
import { makeLimit } from '../../src/steps/make-limit.ts';
import {
  keyStandings,
  reachedStandings,
  readAccountUsage,
  readAnalytics,
  readReport,
  type UsageOverview,
  type UsageStanding,
  usageRange,
} from '../../src/steps/usage-standing.ts';
import { answering } from '../support/live-client.ts';

const NOW = new Date('2026-01-16T12:00:00Z');

const characters = (count: number): Usage => ({
  totalCharacters: count,
  textTranslationCharacters: count,
  documentTranslationCharacters: 0,
  textImprovementCharacters: 0,
  speechToTextMinutes: 0,
});

const row = (label: string, count: number, apiKey = 'abcd****wxyz'): KeyUsage => ({
  label,
  apiKey,
  usage: characters(count),
});

const developerKey = (label: string, limit: number | null, more: Partial<DeveloperKey> = {}): DeveloperKey => ({
  id: keyId(`id of ${label}`),
  label,
  creationTime: '2025-01-01T00:00:00Z',
  deactivated: false,
  limits: { characters: limit, speechToTextMilliseconds: null },
  ...more,
});

const report = ({ from, to }: DayRange, byKey: readonly KeyUsage[] = []): UsageReport => ({
  total: characters(byKey.reduce((sum, { usage }) => sum + usage.totalCharacters, 0)),
  start: from,
  end: to,
  byKey,
  byKeyAndDay: [],
});

/** Clients that know what they are told, and note what they are asked. */
function clients({
  account = { characters: { used: 0, limit: null }, products: [] },
  keys = [],
  byKey = () => [],
}: {
  readonly account?: AccountUsage | Error;
  readonly keys?: readonly DeveloperKey[];
  readonly byKey?: (range: DayRange) => readonly KeyUsage[];
} = {}) {
  const asked: string[] = [];
  const usage = {
    usage: async () => {
      if (account instanceof Error) throw account;
      return account;
    },
  };
  const admin = {
    adminExchange: answering(() => {
      asked.push('keys');
      return keys;
    }),
    usage: {
      analytics: async ({ from, to, groupBy }: DayRange & { readonly groupBy?: string }) => {
        asked.push(`${from} ${to} ${groupBy}`);
        return report({ from, to }, byKey({ from, to }));
      },
    },
  };
  const calls = { client: { usage } as unknown as Client, admin: admin as unknown as Client, limit: makeLimit(4) };
  return { asked, calls };
}

const THIS_MONTH = { from: '2026-01-01', to: '2026-01-16' };
const REQUEST = { range: THIS_MONTH, groupBy: 'key', now: NOW, limits: false } as const;

describe('the range of days', () => {
  test.each([
    [{}, '2026-01-01', '2026-01-16'],
    [{ from: '2025-12-31' }, '2025-12-31', '2026-01-16'],
    [{ to: '2025-11-20' }, '2025-11-01', '2025-11-20'],
    [{ from: '2024-02-29', to: '2024-02-29' }, '2024-02-29', '2024-02-29'],
  ])('%o is %s to %s', (asked, from, to) => {
    expect(usageRange(asked, NOW)).toEqual({ from, to });
  });

  test('days are those of UTC', () => {
    expect(usageRange({}, new Date('2026-01-31T23:30:00-05:00'))).toEqual({ from: '2026-02-01', to: '2026-02-01' });
  });

  test('20 reports are taken, one day more is not', () => {
    // 20 × 366 days back from 2026-01-16.
    const first = new Date(Date.UTC(2026, 0, 16) - (20 * 366 - 1) * 86_400_000).toISOString().slice(0, 10);
    const before = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10);
    expect(usageRange({ from: first }, NOW).from).toBe(first);
    expect(() => usageRange({ from: before }, NOW)).toThrow(UsageError);
  });
});

describe('a report over any number of days', () => {
  test('is read in parts of at most 366 days, side by side, as many at once as the limiter allows', async () => {
    let [running, most] = [0, 0];
    const admin = {
      usage: {
        analytics: async (range: DayRange) => {
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
          return report(range, [row('a', 1)]);
        },
      },
    } as unknown as Client;
    const read = (concurrency: number) =>
      readReport({ admin, limit: pLimit(concurrency) }, { from: '2023-01-01', to: '2026-01-16' }, 'key');
    expect(await read(3)).toMatchObject({ start: '2023-01-01', end: '2026-01-16', byKey: [row('a', 4)] });
    expect(most).toBe(3);
    most = 0;
    await read(1);
    expect(most).toBe(1);
  });
});

describe('the limits', () => {
  test('of the month so far take no second report', async () => {
    const { calls, asked } = clients({ keys: [developerKey('a', 10)], byKey: () => [row('a', 7)] });
    expect(await readAnalytics(calls, REQUEST)).toMatchObject({
      limitPeriod: THIS_MONTH,
      standings: [{ owner: { kind: 'key', label: 'a' }, unit: 'characters', used: 7, limit: 10, certain: true }],
    });
    expect(asked).toEqual(['2026-01-01 2026-01-16 key', 'keys']);
  });

  test('begin with the usage period of the account, when the service says when that is', async () => {
    const account = { characters: { used: 0, limit: null }, products: [], periodStart: '2026-01-10T08:00:00Z' };
    const { calls, asked } = clients({
      account,
      keys: [developerKey('a', 10)],
      byKey: ({ from }) => [row('a', from === '2026-01-10' ? 4 : 7)],
    });
    expect(await readAnalytics(calls, REQUEST)).toMatchObject({
      report: { byKey: [row('a', 7)] },
      limitPeriod: { from: '2026-01-10', to: '2026-01-16' },
      standings: [{ used: 4, limit: 10 }],
    });
    expect(asked).toEqual(['2026-01-01 2026-01-16 key', 'keys', '2026-01-10 2026-01-16 key']);
  });

  test('count until today, also beside a report that ends before', async () => {
    const { calls, asked } = clients({
      keys: [developerKey('a', 10)],
      byKey: ({ to }) => [row('a', Number(to.slice(8)))],
    });
    const overview = await readAnalytics(calls, { ...REQUEST, range: { from: '2026-01-01', to: '2026-01-05' } });
    expect(overview).toMatchObject({ report: { byKey: [row('a', 5)] }, standings: [{ used: 16, limit: 10 }] });
    expect(asked.at(-1)).toBe('2026-01-01 2026-01-16 key');
  });

  test('are not shown beside days to come', async () => {
    const range = { from: '2026-01-17', to: '2026-01-31' };
    expect(await readAnalytics(clients().calls, { ...REQUEST, range })).not.toHaveProperty('limitPeriod');
  });

  test('that begin in the future begin with the month', async () => {
    const account = { characters: { used: 0, limit: null }, products: [], periodStart: '2026-02-01T00:00:00Z' };
    expect(await readAnalytics(clients({ account }).calls, REQUEST)).toMatchObject({ limitPeriod: THIS_MONTH });
  });

  test('of other months, and beside days, are read only on request', async () => {
    const old = { from: '2025-12-01', to: '2026-01-16' };
    const { calls, asked } = clients();
    await readAnalytics(calls, { ...REQUEST, range: old });
    await readAnalytics(calls, { ...REQUEST, groupBy: 'key_and_day' });
    expect(asked).toEqual(['2025-12-01 2026-01-16 key', '2026-01-01 2026-01-16 key_and_day']);
    await readAnalytics(calls, { ...REQUEST, groupBy: 'key_and_day', limits: true });
    expect(asked.slice(2)).toEqual(['2026-01-01 2026-01-16 key_and_day', 'keys', '2026-01-01 2026-01-16 key']);
  });

  test('usage of labels that no key has is counted: a key may have been renamed', async () => {
    const { calls } = clients({ keys: [developerKey('new', 10)], byKey: () => [row('old', 7), row('new', 1)] });
    expect(await readAnalytics(calls, REQUEST)).toMatchObject({ strayCharacters: 7 });
  });
});

/** A report that asks for nothing more than it shows. */
const analytics = async (
  range: DayRange,
  periodStart?: string,
  groupBy: 'key' | 'key_and_day' = 'key',
): Promise<UsageOverview> => {
  const account = { characters: { used: 9, limit: 10 }, products: [], ...(periodStart && { periodStart }) };
  const { calls } = clients({ account, byKey: () => [row('stray', 3)] });
  return readAnalytics(calls, { ...REQUEST, range, groupBy });
};

describe('the limits of the current period', () => {
  const until = '2026-01-16';

  test.each([
    ['from the first of its month', '2026-01-01', '2026-01-10', true],
    ['from the day before that', '2025-12-31', '2026-01-10', false],
    ['from the beginning of the period', '2025-12-20', '2025-12-20', true],
    ['from the day before that one', '2025-12-19', '2025-12-20', false],
    ['of today', '2026-01-16', undefined, true],
  ])('are shown beside a report %s (%s, since %s): %s', async (_, from, periodStart, isShown) => {
    const found = await analytics({ from, to: until }, periodStart);
    expect('limitPeriod' in found).toBe(isShown);
    expect(found).toMatchObject({
      account: { characters: { used: 9 } },
      standings: [{ owner: { kind: 'account' }, used: 9 }],
      strayCharacters: isShown ? 3 : 0,
    });
  });

  test.each([undefined, 'x2026-01-10', 'January 2026'])(
    'begin with the month where the period begins %s',
    async (start) => {
      expect(await analytics(THIS_MONTH, start)).toMatchObject({ limitPeriod: THIS_MONTH });
    },
  );
});

describe('a limit', () => {
  const standing = (used: number, limit: number): UsageStanding => ({
    ...{ owner: { kind: 'account' }, unit: 'characters', certain: true },
    ...{ used, limit },
  });

  test('is reached at its share, and never where it is 0', () => {
    const all = [standing(79, 100), standing(80, 100), standing(81, 100), standing(0, 0), standing(0, 100)];
    expect(reachedStandings(all, 80)).toEqual(all.slice(1, 3));
  });

  test('is one of the account, of the key of the target, or of speech', async () => {
    const characters = { used: 1, limit: 10 };
    const read = async (account: Partial<AccountUsage>) =>
      (await readAccountUsage(clients({ account: { characters, products: [], ...account } }).calls)).standings;
    const certain = true;
    expect(await read({ key: { used: 2, limit: 20 }, speechMinutes: { used: 0.5, limit: 30 } })).toEqual([
      { owner: { kind: 'account' }, unit: 'characters', ...characters, certain },
      { owner: { kind: 'target-key' }, unit: 'characters', used: 2, limit: 20, certain },
      { owner: { kind: 'speech' }, unit: 'minutes', used: 0.5, limit: 30, certain },
    ]);
    expect(await read({ characters: { used: 1, limit: null }, key: { used: 1, limit: null } })).toEqual([]);
  });
});

describe('an account that cannot be read', () => {
  const refused = (status: number) => new ServiceError({ request: 'GET /v2/usage', status, message: '' });

  test.each([401, 403, 404])('with %i is left out', async (status) => {
    const overview = await readAnalytics(clients({ account: refused(status) }).calls, REQUEST);
    expect(overview).not.toHaveProperty('account');
  });

  test.each([429, 500])('with %i is an error: nobody may take it for an account without limits', async (status) => {
    await expect(readAnalytics(clients({ account: refused(status) }).calls, REQUEST)).rejects.toMatchObject({
      refusal: { status },
    });
  });
});

describe('whose usage it is', () => {
  const SINCE = '2026-01-01';
  const ended = { deactivated: true, deactivatedTime: '2025-12-31T23:59:59Z' };

  test.each([
    ['one key, one row', [developerKey('a', 10)], [row('a', 7)], [[7, true]]],
    ['no row', [developerKey('a', 10)], [row('b', 7)], [[0, true]]],
    ['two masks with the label of one key', [developerKey('a', 10)], [row('a', 7), row('a', 2, 'x')], [[7, false]]],
    [
      'two keys',
      [developerKey('a', 10), developerKey('a', 20)],
      [row('a', 7)],
      [
        [7, false],
        [7, false],
      ],
    ],
    ['two keys that used nothing', [developerKey('a', 10), developerKey('a', null)], [], [[0, true]]],
    ['a namesake that ended before', [developerKey('a', 10), developerKey('a', 9, ended)], [row('a', 7)], [[7, true]]],
    [
      'a namesake that ended since',
      [developerKey('a', 10), developerKey('a', 9, { deactivated: true, deactivatedTime: '2026-01-01T00:00:00Z' })],
      [row('a', 7)],
      [[7, false]],
    ],
    [
      'a namesake that ended nobody knows when',
      [developerKey('a', 10), developerKey('a', 9, { deactivated: true })],
      [row('a', 7)],
      [[7, false]],
    ],
    ['a label like a property', [developerKey('__proto__', 10)], [row('__proto__', 7)], [[7, true]]],
  ])('%s', (_, keys, used, expected) => {
    expect(keyStandings(keys, used, SINCE).map((each) => [each.used, each.certain])).toEqual(expected);
  });

  test('speech is compared in minutes', () => {
    const key = developerKey('a', null, { limits: { characters: null, speechToTextMilliseconds: 90_000 } });
    const used = [{ ...row('a', 7), usage: { ...characters(7), speechToTextMinutes: 1.2 } }];
    expect(keyStandings([key], used, SINCE)).toEqual([
      { owner: { kind: 'key', label: 'a' }, unit: 'minutes', used: 1.2, limit: 1.5, certain: true },
    ]);
  });

  test('whichever key used what, one that reached its share is found', () => {
    const arbitraryKeys = fc.array(
      fc.record({
        label: fc.constantFrom('a', 'b'),
        limit: fc.integer({ min: 1, max: 20 }),
        used: fc.integer({ min: 0, max: 20 }),
        mask: fc.constantFrom('x', 'y', 'z'),
        gone: fc.boolean(),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(arbitraryKeys, fc.integer({ min: 1, max: 100 }), (all, percent) => {
        const keys = all.map(({ label, limit, gone }) =>
          developerKey(label, limit, gone ? { deactivated: true, deactivatedTime: '2026-01-05T00:00:00Z' } : {}),
        );
        // Keys with one label and one mask share a row, as `joinReports` makes it.
        const sums = new Map<string, KeyUsage>();
        for (const { label, used, mask } of all.filter((key) => key.used > 0)) {
          const before = sums.get(label + mask)?.usage.totalCharacters ?? 0;
          sums.set(label + mask, row(label, before + used, mask));
        }
        const standings = keyStandings(keys, [...sums.values()], SINCE);
        const found = reachedStandings(standings, percent);
        for (const { label, limit } of all.filter((key) => !key.gone && key.used * 100 >= percent * key.limit))
          expect(found).toContainEqual(expect.objectContaining({ owner: { kind: 'key', label }, limit }));
        // What is certain is true.
        for (const { owner, used, certain } of standings) {
          if (!certain || owner.kind !== 'key') continue;
          const own = all.filter((key) => !key.gone && key.label === owner.label);
          expect(own.map((key) => key.used)).toContain(used);
        }
      }),
    );
  });
});

test('a usage period that begins today is one, and one that begins tomorrow is none yet', async () => {
  const since = async (periodStart: string) => {
    const { calls } = clients({ account: { characters: { used: 0, limit: null }, products: [], periodStart } });
    const range = { from: '2026-01-16', to: '2026-01-16' };
    const found = await readAnalytics(calls, { range, groupBy: 'key', now: NOW, limits: true });
    return found.kind === 'analytics' ? found.limitPeriod : undefined;
  };
  expect(await since('2026-01-16T00:00:00Z')).toEqual({ from: '2026-01-16', to: '2026-01-16' });
  expect(await since('2026-01-17T00:00:00Z')).toEqual({ from: '2026-01-01', to: '2026-01-16' });
});

test('an ordinary key knows the account and how far its limits are used up', async () => {
  const account = { characters: { used: 9, limit: 10 }, products: [] };
  const { calls } = clients({ account });
  const found = await readAccountUsage(calls);
  expect(found).toMatchObject({ kind: 'account', account, standings: [{ used: 9, limit: 10 }] });
  await expect(readAccountUsage(clients({ account: new UsageError('no key') }).calls)).rejects.toThrow('no key');
});
