import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY } from '../support/in-process.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { csvCells, DAY_MS, usageWorld, usedWorld } from './usage-world.ts';

describe('usage with an admin key', () => {
  test('the table shows what real calls have used in the month so far, and the account', async () => {
    const { lexform } = await usedWorld();
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
    const { lexform } = await usedWorld();
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
      const { lexform } = await usedWorld();
      const { out } = await lexform('--group-by', group, '--json');
      expect(await lexform('--group-by', group, '--format', 'json')).toEqual({ code: 0, err: '', out });
      const { formatVersion, report } = JSON.parse(out);
      expect(formatVersion).toBe(1);
      const amounts = report[rows].map(
        ({ usage }: { readonly usage: { readonly totalCharacters: number } }) => usage.totalCharacters,
      );
      expect(amounts).toEqual(characters);
      expect(report.total.totalCharacters).toBe(10);
      const [titles = [], ...lines] = csvCells((await lexform('--group-by', group, '--format', 'csv')).out);
      expect(lines.map((line) => Number(line[titles.indexOf('total_characters')]))).toEqual(characters);
      expect(lines.map((line) => Number(line[titles.indexOf('text_translation_characters')]))).toEqual(characters);
      const table = (await lexform('--group-by', group)).out;
      expect([...table.matchAll(/\*\d{4} +(\d+)/g)].map(([, amount]) => Number(amount))).toEqual(characters);
    },
  );

  test('both days of a range count, and nothing outside them', async () => {
    const { lexform } = await usedWorld();
    const total = async (...args: readonly string[]) =>
      JSON.parse((await lexform('--json', ...args)).out).report.total.totalCharacters;
    expect(await total('--from', '2026-01-15', '--to', '2026-01-15')).toBe(8);
    expect(await total('--from', '2026-01-16')).toBe(2);
    expect(await total('--to', '2026-01-15')).toBe(8);
    expect(await total('--to', '2026-02-20')).toBe(0);
  });

  test('800 days are read as three reports, and say the same as the parts that somebody asks for one by one', async () => {
    const { lexform, service, clock, makeKey, use } = await usageWorld({ start: '2024-01-10T23:59:59Z' });
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

describe('usage without an admin key', () => {
  const NOTE =
    'analytics by key and day need an admin key: target "test" has no admin_key; add admin_key: env:NAME or file:PATH\n';

  test('shows what the ordinary key sees: the account, itself, products and the period', async () => {
    const { lexform, use } = await usedWorld({ admin: false });
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
    expect(csvCells((await lexform('--format', 'csv')).out).slice(0, 3)).toEqual([
      ['scope', 'product', 'unit', 'used', 'limit'],
      ['account', '', 'characters', '16', ''],
      ['key', '', 'characters', '6', ''],
    ]);
  });

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

  test.each([
    ['--from', '2026-01-01'],
    ['--to', '2026-01-01'],
    ['--group-by', 'key'],
  ])('%s needs the admin key, and says so before any call', async (...args) => {
    const { lexform, service } = await usageWorld({ admin: false });
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
    const { lexform, service } = await usageWorld();
    const { code, out, err } = await lexform(...args);
    expect(code).toBe(1);
    expect(out + err).toContain(args.includes('--json') ? JSON.stringify(message).slice(1, -1) : message);
    expect(service.calls).toEqual([]);
  });

  test.each([[['--json']], [['--format', 'json']], [['--format=json']]])(
    '%j: what it refuses is the document',
    async (asked) => {
      const { lexform, cwd } = await usageWorld();
      const { code, out, err } = await lexform('--from', '2026-02-30', ...asked);
      expect([code, err]).toEqual([1, '']);
      expect(JSON.parse(out)).toMatchObject({ formatVersion: 1, error: { kind: 'usage' } });
      writeFileSync(join(cwd, 'lexform.yaml'), 'version: 1\n');
      const faulty = await lexform(...asked);
      expect([faulty.code, faulty.err]).toEqual([4, '']);
      expect(JSON.parse(faulty.out).findings.length).toBeGreaterThan(0);
    },
  );

  test('faulty glossary files are no reason: only lexform.yaml is read', async () => {
    const { lexform, cwd } = await usedWorld();
    mkdirSync(join(cwd, 'glossaries/broken'), { recursive: true });
    writeFileSync(join(cwd, 'glossaries/broken/glossary.yaml'), 'name: [\n');
    expect((await lexform()).code).toBe(0);
  });
});

test('hostile labels steer neither a terminal, nor a log, nor a spreadsheet', async () => {
  const { lexform, makeKey, setLimit, use } = await usageWorld();
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

test('the embedded service needs no keys for it', async () => {
  const cwd = await tempWorkspace({ 'lexform.yaml': 'version: 1\ntargets:\n  local: { service: embedded }\n' });
  const { code, out, err } = await runLexform({ cwd }, 'service', 'usage', '--group-by', 'key', '--fail-over', '80%');
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('Usage of local from 2026-01-01 to 2026-01-02 (UTC), by key\n\nNothing was used.\n');
});
