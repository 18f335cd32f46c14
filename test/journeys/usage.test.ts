import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createService, type ServiceOptions } from '../../src/service/create-service.ts';
import { listen } from '../../src/service/listen.ts';
import { runLexform } from '../support/cli.ts';
import { idsInOrder, TEST_KEY } from '../support/in-process.ts';
import { manualClock } from '../support/manual-clock.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const ADMIN_KEY = 'test-admin-key';
const KEYS = '/v2/admin/developer-keys';
const DAY_MS = 86_400_000;

/** A service that listens, a workspace with both keys, and a clock for both. */
async function world({
  start = '2026-01-15T12:00:00Z',
  admin = true,
  ...options
}: Partial<ServiceOptions> & { readonly start?: string; readonly admin?: boolean } = {}) {
  const clock = manualClock(start);
  const service = createService(
    {
      accounts: [
        { key: TEST_KEY, plan: 'pro' },
        { key: ADMIN_KEY, plan: 'pro', admin: true, account: TEST_KEY },
      ],
      onError: (error) => {
        throw error;
      },
      ...options,
    },
    { now: clock.now, id: idsInOrder(), sleep: clock.sleep, random: () => 0.5 },
  );
  const { url, close } = await listen(service);
  onTestFinished(close);
  const adminKey = admin ? ', admin_key: env:ADMIN' : '';
  const config = `version: 1\ntargets:\n  test: { base_url: "${url}", key: env:KEY${adminKey} }\nglossaries: glossaries/*/glossary.yaml\n`;
  const cwd = await tempWorkspace({ 'lexform.yaml': config });
  const env = { KEY: TEST_KEY, ADMIN: ADMIN_KEY };
  const asAdmin = caller(service, ADMIN_KEY);
  return {
    service,
    clock,
    cwd,
    lexform: (...args: readonly string[]) => runLexform({ cwd, env, now: clock.now }, 'usage', ...args),
    /** The key itself. */
    makeKey: async (label: string): Promise<{ readonly key: string; readonly key_id: string }> =>
      (await asAdmin('POST', KEYS, { label })).body,
    setLimit: async (keyId: string, characters: number | null) =>
      expect((await asAdmin('PUT', `${KEYS}/limits`, { key_id: keyId, characters })).status).toBe(200),
    deactivate: async (keyId: string) =>
      expect((await asAdmin('PUT', `${KEYS}/deactivate`, { key_id: keyId })).status).toBe(200),
    use: async (key: string, characters: number) => {
      const body = { text: ['x'.repeat(characters)], target_lang: 'de' };
      expect((await caller(service, key)('POST', '/v2/translate', body)).status).toBe(200);
    },
  };
}

/** Two keys, "a" with 5 characters on the first day and 2 on the second, "b" with 3 on the first. */
async function used(options: Parameters<typeof world>[0] = {}) {
  const opened = await world(options);
  const [a, b] = [await opened.makeKey('a'), await opened.makeKey('b')];
  await opened.use(a.key, 5);
  await opened.use(b.key, 3);
  opened.clock.advance(DAY_MS);
  await opened.use(a.key, 2);
  return { ...opened, a, b };
}

/** The fields of a CSV without quotes, line by line. */
const cells = (csv: string): readonly (readonly string[])[] =>
  csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

describe('usage with an admin key', () => {
  test('the table shows what real calls have used in the month so far, and the account', async () => {
    const { lexform } = await used();
    expect(await lexform()).toEqual({
      code: 0,
      err: '',
      out: [
        'Usage of test from 2026-01-01 to 2026-01-16 (UTC), by key',
        '',
        'LABEL  KEY           CHARACTERS',
        `a      0000****0001           7  ${'#'.repeat(40)}`,
        `b      0000****0005           3  ${'#'.repeat(17)}`,
        'total                        10',
        '',
        'Account since 2026-01-01: 10 characters, no limit',
        '',
      ].join('\n'),
    });
  });

  test('by key and day: a row for each, in the order of days', async () => {
    const { lexform } = await used();
    const { out } = await lexform('--group-by', 'key_and_day');
    expect(out.split('\n').slice(2, 7)).toEqual([
      'DAY         LABEL  KEY           CHARACTERS',
      `2026-01-15  a      0000****0001           5  ${'#'.repeat(40)}`,
      `2026-01-15  b      0000****0005           3  ${'#'.repeat(24)}`,
      `2026-01-16  a      0000****0001           2  ${'#'.repeat(16)}`,
      '            total                        10',
    ]);
  });

  test.each([
    ['key', 'byKey', [7, 3]],
    ['key_and_day', 'byKeyAndDay', [5, 3, 2]],
  ] as const)(
    'table, CSV and JSON by %s say the same numbers, and the rows add up to the total',
    async (group, rows, characters) => {
      const { lexform } = await used();
      const { out } = await lexform('--group-by', group, '--json');
      expect(await lexform('--group-by', group, '--format', 'json')).toEqual({ code: 0, err: '', out });
      const { formatVersion, report } = JSON.parse(out);
      expect(formatVersion).toBe(1);
      const amounts = report[rows].map(
        ({ usage }: { readonly usage: { readonly totalCharacters: number } }) => usage.totalCharacters,
      );
      expect(amounts).toEqual(characters);
      expect(report.total.totalCharacters).toBe(10);
      const [titles = [], ...lines] = cells((await lexform('--group-by', group, '--format', 'csv')).out);
      expect(lines.map((line) => Number(line[titles.indexOf('total_characters')]))).toEqual(characters);
      expect(lines.map((line) => Number(line[titles.indexOf('text_translation_characters')]))).toEqual(characters);
      const table = (await lexform('--group-by', group)).out;
      expect([...table.matchAll(/\*\d{4} +(\d+)/g)].map(([, amount]) => Number(amount))).toEqual(characters);
    },
  );

  test('both days of a range count, and nothing outside them', async () => {
    const { lexform } = await used();
    const total = async (...args: readonly string[]) =>
      JSON.parse((await lexform('--json', ...args)).out).report.total.totalCharacters;
    expect(await total('--from', '2026-01-15', '--to', '2026-01-15')).toBe(8);
    expect(await total('--from', '2026-01-16')).toBe(2);
    expect(await total('--to', '2026-01-15')).toBe(8);
    expect(await total('--to', '2026-02-20')).toBe(0);
  });

  test('800 days are read as three reports, and say the same as the parts that somebody asks for one by one', async () => {
    const { lexform, service, clock, makeKey, use } = await world({ start: '2024-01-10T23:59:59Z' });
    const [a, b] = [await makeKey('a'), await makeKey('b')];
    // The last day of the first part, the first of the second, and the last day of all.
    await use(a.key, 1);
    clock.advance(365 * DAY_MS);
    await use(b.key, 20);
    clock.advance(1000);
    await use(a.key, 300);
    clock.advance(433 * DAY_MS);
    await use(b.key, 4000);
    const asked = () => service.calls.filter(({ path }) => path.startsWith('/v2/admin/analytics')).length;
    const read = async (from: string, to: string) =>
      JSON.parse((await lexform('--from', from, '--to', to, '--group-by', 'key_and_day', '--json')).out).report;
    const whole = await read('2024-01-10', '2026-03-19');
    expect(asked()).toBe(3);
    const parts = [
      await read('2024-01-10', '2025-01-09'),
      await read('2025-01-10', '2026-01-10'),
      await read('2026-01-11', '2026-03-19'),
    ];
    expect(asked()).toBe(6);
    expect(whole).toMatchObject({ start: '2024-01-10', end: '2026-03-19', total: { totalCharacters: 4321 } });
    expect(parts.map(({ total }) => total.totalCharacters)).toEqual([21, 300, 4000]);
    expect(whole.byKeyAndDay).toEqual(parts.flatMap(({ byKeyAndDay }) => byKeyAndDay));
    const byKey = JSON.parse((await lexform('--from', '2024-01-10', '--to', '2026-03-19', '--json')).out).report.byKey;
    expect(byKey).toMatchObject([
      { label: 'a', usage: { totalCharacters: 301 } },
      { label: 'b', usage: { totalCharacters: 4020 } },
    ]);
  });
});

describe('limits beside usage', () => {
  test('a key shows what it used of its monthly limit; one that used nothing has a line of its own', async () => {
    const { lexform, makeKey, setLimit, a } = await used();
    await setLimit(a.key_id, 2000);
    await setLimit((await makeKey('idle')).key_id, 50);
    const { out } = await lexform();
    expect(out).toContain('OF MONTHLY LIMIT\na ');
    expect(out).toMatch(/^a +0000\*{4}0001 +7 .*# {2}7 of 2,000 \(<1%\)$/m);
    expect(out).toMatch(/^b +0000\*{4}\d{4} +3 .*–$/m);
    expect(out).toMatch(/^idle +0 +0 of 50 \(0%\)$/m);
    expect(out).toContain('Limits count what was used since 2026-01-01.');
    expect(cells((await lexform('--format', 'csv')).out).map((line) => line.slice(-2))).toEqual([
      ['month_characters', 'month_character_limit'],
      ['7', '2000'],
      ['', ''],
    ]);
  });

  test('the limit is compared with the whole month, also beside a report of a part of it', async () => {
    const { lexform, setLimit, a } = await used();
    await setLimit(a.key_id, 10);
    const { out } = await lexform('--from', '2026-01-16');
    expect(out).toMatch(/^a +0000\*{4}0001 +2 .* 7 of 10 \(70%\)$/m);
  });

  test('a report of other months has no limits', async () => {
    const { lexform, setLimit, clock, a } = await used();
    await setLimit(a.key_id, 10);
    clock.advance(31 * DAY_MS);
    expect((await lexform('--from', '2026-01-01', '--to', '2026-01-31')).out).not.toMatch(/limit/i);
    // In the new month nothing is used yet.
    expect((await lexform()).out).toMatch(/^a +0 +0 of 10 \(0%\)$/m);
  });

  test('two active keys with one label: ? and why, and no limit is guessed', async () => {
    const { lexform, makeKey, setLimit, a } = await used();
    await setLimit(a.key_id, 10);
    await makeKey('a');
    const { out } = await lexform();
    expect(out).toMatch(/^a +0000\*{4}0001 +7 .* \?$/m);
    expect(out).toContain('\n? Several keys have this label');
    expect(cells((await lexform('--format', 'csv')).out)[1]?.slice(-2)).toEqual(['?', '?']);
  });

  test('a key that ended this month and had the label makes it unclear, too', async () => {
    const { lexform, makeKey, setLimit, deactivate, a } = await used();
    await deactivate(a.key_id);
    await setLimit((await makeKey('a')).key_id, 10);
    expect((await lexform()).out).toMatch(/^a +0000\*{4}0001 +7 .* \?$/m);
  });

  test('one that ended in a month before does not', async () => {
    const { lexform, makeKey, setLimit, deactivate, use, clock, a } = await used();
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
    const { lexform, setLimit, a } = await used();
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
    const { lexform, setLimit, a } = await used();
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
    const { lexform, setLimit, deactivate, a, b } = await used();
    await setLimit(a.key_id, 0);
    await setLimit(b.key_id, 3);
    await deactivate(b.key_id);
    const { code, out } = await lexform('--fail-over', '80%');
    expect(code).toBe(0);
    expect(out).toMatch(/^a .* 7 of 0 \(blocked\)$/m);
  });

  test('what cannot be told counts when it may be so, and not when it cannot', async () => {
    const { lexform, makeKey, setLimit } = await used();
    const twin = await makeKey('a');
    await setLimit(twin.key_id, 10);
    const { code, err } = await lexform('--fail-over', '70%');
    expect([code, err]).toEqual([3, expect.stringContaining('key "a" may have used up to 7 of 10 characters (70%)')]);
    expect(err).toContain('[limit-share-unclear]');
    expect((await lexform('--fail-over', '71%')).code).toBe(0);
  });

  test('the limit of the account counts, too', async () => {
    const { lexform } = await used({ charactersMax: { free: 10, pro: 20 } });
    expect((await lexform('--fail-over', '51%')).code).toBe(0);
    expect(await lexform('--fail-over', '50%')).toMatchObject({
      code: 3,
      err: 'the account has used 10 of 20 characters (50%), at least 50% of its limit [limit-share-reached]\n',
    });
  });

  test.each(['0.8', '0%', '101%', '-5', 'much'])('%s is no share', async (share) => {
    const { lexform, service } = await world();
    const { code, err } = await lexform(`--fail-over=${share}`);
    expect(code).toBe(1);
    expect(err).toContain('a whole percentage from 1% to 100% is needed');
    expect(service.calls).toEqual([]);
  });
});

describe('usage without an admin key', () => {
  const NOTE =
    'analytics by key and day need an admin key: target "test" has no admin_key; add admin_key: env:NAME or file:PATH\n';

  test('shows what the ordinary key sees: the account, itself, products and the period', async () => {
    const { lexform, use } = await used({ admin: false });
    await use(TEST_KEY, 6);
    expect(await lexform()).toEqual({
      code: 0,
      err: NOTE,
      out: [
        'Usage of test in the current period from 2026-01-01 to 2026-02-01',
        '',
        'account    16 characters, no limit',
        'this key   6 characters, no limit',
        'speech     0 minutes, no limit',
        '',
        'PRODUCT    ACCOUNT  THIS KEY  UNIT',
        'translate       16         6  characters',
        'document         0         0  characters',
        'write            0         0  characters',
        '',
      ].join('\n'),
    });
    expect(JSON.parse((await lexform('--json')).out)).toMatchObject({
      formatVersion: 1,
      kind: 'account',
      account: { characters: { used: 16, limit: null }, key: { used: 6, limit: null } },
    });
    expect(cells((await lexform('--format', 'csv')).out).slice(0, 3)).toEqual([
      ['scope', 'product', 'unit', 'used', 'limit'],
      ['account', '', 'characters', '16', ''],
      ['key', '', 'characters', '6', ''],
    ]);
  });

  test('a free account has its limit, a bar, and a share that --fail-over knows', async () => {
    const { lexform, use } = await world({
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

  test.each([
    ['--from', '2026-01-01'],
    ['--to', '2026-01-01'],
    ['--group-by', 'key'],
  ])('%s needs the admin key, and says so before any call', async (...args) => {
    const { lexform, service } = await world({ admin: false });
    const { code, out, err } = await lexform(...args);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('target "test" has no admin_key; developer keys and analytics need one');
    expect(service.calls).toEqual([]);
  });
});

describe('what usage refuses', () => {
  test.each([
    ['a day that is none', ['--from', '2026-02-30'], '"2026-02-30" is not a day of the form YYYY-MM-DD'],
    ['an end before the start', ['--from', '2026-02-01', '--to', '2026-01-31'], 'ends on 2026-01-31, before it begins'],
    ['a slip of the keyboard', ['--from', '0026-01-01'], 'are more than 20 years'],
    ['two formats', ['--format', 'csv', '--json'], '--json and --format csv contradict each other'],
  ])('%s', async (_, args, message) => {
    const { lexform, service } = await world();
    const { code, out, err } = await lexform(...args);
    expect(code).toBe(1);
    expect(out + err).toContain(args.includes('--json') ? JSON.stringify(message).slice(1, -1) : message);
    expect(service.calls).toEqual([]);
  });

  test('faulty glossary files are no reason: only lexform.yaml is read', async () => {
    const { lexform, cwd } = await used();
    mkdirSync(join(cwd, 'glossaries/broken'), { recursive: true });
    writeFileSync(join(cwd, 'glossaries/broken/glossary.yaml'), 'name: [\n');
    expect((await lexform()).code).toBe(0);
  });
});

test('an ordinary key that may not read usage leaves the account out, and --fail-over says so', async () => {
  const { lexform, makeKey, setLimit, use } = await world({
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

test('hostile labels steer neither a terminal, nor a log, nor a spreadsheet', async () => {
  const { lexform, makeKey, setLimit, use } = await world();
  const label = '=HYPERLINK("http://x.test";"\u001b[2J")\n::error::gone\u202e';
  const key = await makeKey(label);
  await setLimit(key.key_id, 2);
  await use(key.key, 2);
  const results = await Promise.all([
    lexform('--fail-over', '80%'),
    lexform('--format', 'csv'),
    lexform('--group-by', 'key_and_day', '--format', 'csv'),
    lexform('--json'),
  ]);
  for (const { out, err } of results) expect(out + err).not.toMatch(/[\u001b\u202e]|^::/m);
  expect(results[0]?.err).toContain('⟨U+001B⟩[2J');
  for (const { out } of results.slice(1, 3))
    expect(out.split('\r\n')[1]).toMatch(/^"'=HYPERLINK\(""http:\/\/x\.test""/);
  expect(JSON.parse(results[3]?.out ?? '').report.byKey[0].label).toBe(label);
});
