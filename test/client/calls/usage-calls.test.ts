import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeUsageCalls, type UsageCalls } from '../../../src/client/calls/usage-calls.ts';
import { ANALYTICS_MAX_DAYS } from '../../../src/contract/limits.ts';
import { joinReports, splitRange, type Usage, type UsageReport } from '../../../src/model/account/usage.ts';
import { ServiceError, UsageError } from '../../../src/model/errors.ts';
import { runs } from '../../support/runs.ts';
import { answer, type Reply } from '../../support/scripted-client.ts';
import { scriptedExchange } from '../scripted-exchange.ts';

/** The calls over a network that is the list of replies, and the addresses they asked. */
function scripted(...replies: readonly Reply[]): { calls: UsageCalls; paths: () => readonly string[] } {
  const { exchange, sent } = scriptedExchange(replies);
  return { calls: makeUsageCalls(exchange), paths: () => sent.map(([, path]) => path) };
}

const NOTHING: Usage = {
  totalCharacters: 0,
  textTranslationCharacters: 0,
  documentTranslationCharacters: 0,
  textImprovementCharacters: 0,
  speechToTextMinutes: 0,
};
const used = (totalCharacters: number, speechToTextMinutes = 0): Usage => ({
  ...NOTHING,
  totalCharacters,
  speechToTextMinutes,
});
const wireReport = (more: object = {}): object => ({
  usage_report: {
    total_usage: { total_characters: 7 },
    start_date: '2030-01-01T00:00:00',
    end_date: '2030-01-31T00:00:00',
    ...more,
  },
});
const JANUARY = { from: '2030-01-01', to: '2030-01-31' } as const;

describe('the report', () => {
  test('is asked for by day and group', async () => {
    const { calls, paths } = scripted(answer(200, wireReport()), answer(200, wireReport()));
    await calls.analytics(JANUARY);
    await calls.analytics({ from: '2030-01-01', to: '&key=1', groupBy: 'key_and_day' });
    expect(paths()).toEqual([
      '/v2/admin/analytics?start_date=2030-01-01&end_date=2030-01-31',
      '/v2/admin/analytics?start_date=2030-01-01&end_date=%26key%3D1&group_by=key_and_day',
    ]);
  });

  test('has every counter, and 0 for one that does not come', async () => {
    const total_usage = {
      total_characters: 10,
      text_translation_characters: 1,
      document_translation_characters: 2,
      text_improvement_characters: null,
      speech_to_text_minutes: 1.25,
    };
    const { calls } = scripted(answer(200, wireReport({ total_usage })));
    expect(await calls.analytics(JANUARY)).toEqual({
      total: {
        totalCharacters: 10,
        textTranslationCharacters: 1,
        documentTranslationCharacters: 2,
        textImprovementCharacters: 0,
        speechToTextMinutes: 1.25,
      },
      start: '2030-01-01',
      end: '2030-01-31',
      byKey: [],
      byKeyAndDay: [],
    });
  });

  test.each(['key_usages', 'key_and_day_usages'])(
    'rows in %s are by key, or by key and day when they have a date',
    async (name) => {
      const row = (total_characters: number, more: object = {}): object => ({
        api_key: 'abc…',
        api_key_label: 'CI',
        usage: { total_characters },
        ...more,
      });
      const listed = [row(1), row(2, { usage_date: '2030-01-02T00:00:00Z' }), row(3, { api_key_label: null })];
      const { calls } = scripted(answer(200, wireReport({ group_by: 'key', [name]: listed })));
      const { byKey, byKeyAndDay } = await calls.analytics({ ...JANUARY, groupBy: 'key' });
      expect(byKey).toEqual([
        { apiKey: 'abc…', label: 'CI', usage: used(1) },
        { apiKey: 'abc…', label: '', usage: used(3) },
      ]);
      expect(byKeyAndDay).toEqual([{ apiKey: 'abc…', label: 'CI', usage: used(2), day: '2030-01-02' }]);
    },
  );

  test.each([
    [[], 'it is not an object'],
    [{}, 'usage_report is not an object'],
    [wireReport({ total_usage: [] }), 'usage_report.total_usage is not an object'],
    [wireReport({ total_usage: { total_characters: 1.5 } }), 'total_characters is not a whole number'],
    [wireReport({ total_usage: { speech_to_text_minutes: '1' } }), 'speech_to_text_minutes is not a number from 0'],
    [wireReport({ total_usage: { speech_to_text_minutes: -1 } }), 'speech_to_text_minutes is not a number from 0'],
    [wireReport({ start_date: 7 }), 'usage_report.start_date is not a text'],
    [wireReport({ end_date: 'tomorrow' }), 'usage_report.end_date is not a date'],
    [wireReport({ key_usages: {} }), 'usage_report.key_usages is not a list'],
    [wireReport({ key_usages: [{ api_key: 7, usage: {} }] }), 'key_usages[0].api_key is not a text'],
    [wireReport({ key_usages: [{ api_key: 'a', usage: 7 }] }), 'key_usages[0].usage is not an object'],
  ])('%j is a refusal that names the field', async (body, words) => {
    const error: unknown = await scripted(answer(200, body))
      .calls.analytics(JANUARY)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ServiceError);
    expect((error as ServiceError).message).toContain(words);
  });

  test('without days is of those that were asked for, and without a total of the sum of its rows', async () => {
    const rows = [{ usage: { total_characters: 2 } }, { api_key: 'a' }];
    const { calls } = scripted(answer(200, { usage_report: { key_usages: rows } }));
    expect(await calls.analytics(JANUARY)).toEqual({
      total: used(2),
      start: JANUARY.from,
      end: JANUARY.to,
      byKey: [
        { apiKey: '', label: '', usage: used(2) },
        { apiKey: 'a', label: '', usage: used(0) },
      ],
      byKeyAndDay: [],
    });
  });

  test('a number too large for JSON is refused', async () => {
    const body = JSON.stringify(wireReport({ total_usage: { speech_to_text_minutes: 7 } })).replace('7', '1e999');
    await expect(scripted(new Response(body)).calls.analytics(JANUARY)).rejects.toThrow('is not a number from 0');
  });
});

describe('the current period', () => {
  test('of a small plan is the characters alone', async () => {
    const { calls, paths } = scripted(answer(200, { character_count: 5, character_limit: 500_000 }));
    expect(await calls.usage()).toEqual({ characters: { used: 5, limit: 500_000 }, products: [] });
    expect(paths()).toEqual(['/v2/usage']);
  });

  test('of a large plan has the key, speech, products and the period', async () => {
    const { calls } = scripted(
      answer(200, {
        character_count: 5,
        character_limit: 1_000_000_000_000,
        api_key_character_count: 3,
        api_key_character_limit: 0,
        speech_to_text_minutes_count: 1.5,
        speech_to_text_minutes_limit: 60.5,
        speech_to_text_milliseconds_count: 0,
        start_time: '2030-01-01T00:00:00Z',
        end_time: '2030-02-01T00:00:00Z',
        products: [
          { product_type: 'write', billing_unit: 'characters', api_key_unit_count: 1, account_unit_count: 2 },
          { product_type: 'speech', billing_unit: 'minutes', account_unit_count: 1.5, character_count: 4 },
        ],
      }),
    );
    expect(await calls.usage()).toEqual({
      characters: { used: 5, limit: null },
      key: { used: 3, limit: 0 },
      speechMinutes: { used: 1.5, limit: 60.5 },
      products: [
        {
          product: 'write',
          billingUnit: 'characters',
          accountUnits: 2,
          keyUnits: 1,
        },
        {
          product: 'speech',
          billingUnit: 'minutes',
          accountUnits: 1.5,
          accountCharacters: 4,
        },
      ],
      periodStart: '2030-01-01T00:00:00Z',
      periodEnd: '2030-02-01T00:00:00Z',
    });
  });

  test.each([
    [999_999_999_999, 999_999_999_999],
    [1_000_000_000_000, null],
    [2e15, null],
    [null, null],
    [undefined, null],
    [0, 0],
  ])('a limit of %s is %s', async (character_limit, limit) => {
    const { calls } = scripted(answer(200, { character_count: 1, character_limit }));
    expect((await calls.usage()).characters).toEqual({ used: 1, limit });
  });

  test('may be of a product that names no unit, and without characters', async () => {
    const { calls } = scripted(answer(200, { products: [{ product_type: 'write' }, {}] }));
    expect(await calls.usage()).toEqual({ products: [{ product: 'write' }, { product: '' }] });
  });

  test.each([
    [{ character_limit: 5 }, 'character_count is not there'],
    [{ character_count: '5' }, 'character_count is not a number from 0'],
    [{ character_count: 5, products: {} }, 'products is not a list'],
    [{ character_count: 5, start_time: 7 }, 'start_time is not a text'],
  ])('%j is a refusal that names the field', async (body, words) => {
    await expect(scripted(answer(200, body)).calls.usage()).rejects.toThrow(words);
  });
});

const DAY_MS = 86_400_000;
const EPOCH = Date.parse('2019-12-30T00:00:00Z');
/** The day that is so many days after the 30th of December 2019: leap days are in reach. */
const dayAfter = (days: number): string => new Date(EPOCH + days * DAY_MS).toISOString().slice(0, 10);

describe('splitting a range', () => {
  test('every day is in exactly one part, in order, and no part is too long', () => {
    fc.assert(
      fc.property(fc.nat(1600), fc.nat(1600), fc.integer({ min: 1, max: 800 }), (start, length, maxDays) => {
        const parts = splitRange(dayAfter(start), dayAfter(start + length), maxDays);
        const lengths = parts.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1);
        expect(lengths.every((days) => days >= 1 && days <= maxDays)).toBe(true);
        expect(parts[0]?.from).toBe(dayAfter(start));
        expect(parts.at(-1)?.to).toBe(dayAfter(start + length));
        for (const [index, { from }] of parts.entries())
          if (index > 0) expect(Date.parse(from) - Date.parse(parts[index - 1]?.to ?? '')).toBe(DAY_MS);
        expect(parts).toHaveLength(Math.ceil((length + 1) / maxDays));
      }),
      { numRuns: runs(60) },
    );
  });

  test('366 days are one part, and 367 are two', () => {
    expect(splitRange('2024-01-01', '2024-12-31', ANALYTICS_MAX_DAYS)).toEqual([
      { from: '2024-01-01', to: '2024-12-31' },
    ]);
    expect(splitRange('2024-01-01', '2025-01-01', ANALYTICS_MAX_DAYS)).toEqual([
      { from: '2024-01-01', to: '2024-12-31' },
      { from: '2025-01-01', to: '2025-01-01' },
    ]);
  });

  test.each([
    ['2030-02-29', '2030-03-01'],
    ['2030-1-01', '2030-03-01'],
    ['2030-01-01', '2030-13-01'],
    ['2030-01-01', '2030-01-01T00:00:00Z'],
    ['', '2030-01-01'],
    ['2030-01-02', '2030-01-01'],
  ])('%s to %s is refused', (from, to) => {
    expect(() => splitRange(from, to, ANALYTICS_MAX_DAYS)).toThrow(UsageError);
  });

  test.each([0, -1, 1.5, Number.NaN])('%s days to a part are refused', (maxDays) => {
    expect(() => splitRange('2030-01-01', '2030-01-02', maxDays)).toThrow(RangeError);
  });
});

describe('joining reports', () => {
  const minutes = fc.nat(5_000_000).map((thousandths) => thousandths / 1000);
  const rows = fc.uniqueArray(
    fc.record({
      apiKey: fc.constantFrom('a…', 'b…', '__proto__'),
      label: fc.constantFrom('', 'CI', '"x",', 'CI2'),
      at: fc.nat(50),
      characters: fc.nat(),
      minutes,
    }),
    { selector: ({ apiKey, label, at }) => JSON.stringify([apiKey, label, at]), maxLength: 30 },
  );
  type Row = { apiKey: string; label: string; at: number; characters: number; minutes: number };
  /** A report of some days, made by another way of adding up: in whole thousandths. */
  function reportOf(all: readonly Row[], from: string, to: string): UsageReport {
    const within = all.filter(({ at }) => dayAfter(at) >= from && dayAfter(at) <= to);
    const sum = (some: readonly Row[]): Usage =>
      used(
        some.reduce((total, { characters }) => total + characters, 0),
        some.reduce((total, row) => total + Math.round(row.minutes * 1000), 0) / 1000,
      );
    const names = [...new Set(within.map(({ label, apiKey }) => `${label}\0${apiKey}`))].sort();
    return {
      total: sum(within),
      start: from,
      end: to,
      byKey: names.map((name) => {
        const [label = '', apiKey = ''] = name.split('\0');
        return { apiKey, label, usage: sum(within.filter((row) => row.label === label && row.apiKey === apiKey)) };
      }),
      byKeyAndDay: within
        .map(({ at, apiKey, label, ...row }) => ({
          apiKey,
          label,
          usage: used(row.characters, row.minutes),
          day: dayAfter(at),
        }))
        .sort((left, right) =>
          `${left.day}\0${left.label}\0${left.apiKey}` < `${right.day}\0${right.label}\0${right.apiKey}` ? -1 : 1,
        ),
    };
  }

  test('the parts of a split range, in any order, make the report of the whole', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 60 }), fc.boolean(), (all, maxDays, backwards) => {
        const parts = splitRange(dayAfter(0), dayAfter(50), maxDays).map(({ from, to }) => reportOf(all, from, to));
        expect(joinReports(backwards ? [...parts].reverse() : parts)).toEqual(reportOf(all, dayAfter(0), dayAfter(50)));
      }),
      { numRuns: runs(60) },
    );
  });

  const totalOf = (...minutesOf: readonly number[]): number =>
    joinReports(
      minutesOf.map((part) => ({
        total: used(0, part),
        start: dayAfter(0),
        end: dayAfter(1),
        byKey: [],
        byKeyAndDay: [],
      })),
    ).total.speechToTextMinutes;

  test.each([
    [[0.1, 0.2], 0.3],
    [[1e-7, 0.2], 0.2000001],
    [[1e21, 1], 1e21],
    [[0.5, 9_007_199_254_740_990, 0.5], 9_007_199_254_740_991],
    [[5e-324], 5e-324],
    [Array.from({ length: 1000 }, () => 0.001), 1],
  ])('minutes are added up without dust: %j', (parts, sum) => {
    expect(totalOf(...parts)).toBe(sum);
  });

  test('of no report there is none', () => {
    expect(() => joinReports([])).toThrow(RangeError);
  });
});
