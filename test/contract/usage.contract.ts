import { expect, test } from 'vitest';
import { ADMIN_KEY, contract } from './bench.ts';

const KEYS = '/v2/admin/developer-keys';
const NOTHING = {
  total_characters: 0,
  text_translation_characters: 0,
  document_translation_characters: 0,
  text_improvement_characters: 0,
  speech_to_text_minutes: 0,
};
const characters = (count: number) => ({ ...NOTHING, total_characters: count, text_translation_characters: count });

contract('usage', (bench) => {
  /** Two keys that use 5 and 3 characters today, and the first 2 more tomorrow. */
  async function used() {
    const opened = await bench.open();
    const admin = opened.as(ADMIN_KEY);
    const [first, second] = [
      (await admin('POST', KEYS, { label: 'a' })).body,
      (await admin('POST', KEYS, { label: 'b' })).body,
    ];
    const translate = (key: string, text: string) =>
      opened.as(key)('POST', '/v2/translate', { text: [text], target_lang: 'de' });
    await translate(first.key, 'h😀llo');
    await translate(second.key, 'abc');
    opened.clock.advance(86_400_000);
    await translate(first.key, 'xy');
    const report = async (query: string) => admin('GET', `/v2/admin/analytics?${query}`);
    return { ...opened, admin, report, first, second };
  }
  const RANGE = 'start_date=2026-01-01&end_date=2026-01-31';

  test('admin.6: analytics add up what real calls have used, ungrouped', async () => {
    const { report } = await used();
    expect(await report(RANGE)).toMatchObject({ status: 200 });
    expect((await report(RANGE)).body).toEqual({
      usage_report: { total_usage: characters(10), start_date: '2026-01-01T00:00:00', end_date: '2026-01-31T00:00:00' },
    });
  });

  test('admin.6: by key, with the key masked', async () => {
    const { report, first, second } = await used();
    const { body, text } = await report(`${RANGE}&group_by=key`);
    expect(body.usage_report.group_by).toBe('key');
    expect(body.usage_report.key_usages).toEqual([
      { api_key: expect.stringMatching(/^.{4}\*{4}.{4}$/), api_key_label: 'a', usage: characters(7) },
      { api_key: expect.stringMatching(/^.{4}\*{4}.{4}$/), api_key_label: 'b', usage: characters(3) },
    ]);
    expect(text).not.toContain(first.key);
    expect(text).not.toContain(second.key);
  });

  test('admin.6: by key and day', async () => {
    const { report } = await used();
    const { body } = await report(`${RANGE}&group_by=key_and_day`);
    expect(body.usage_report.group_by).toBe('key_and_day');
    const rows = body.usage_report.key_and_day_usages;
    expect(
      rows.map((row: { api_key_label: string; usage_date: string }) => [row.api_key_label, row.usage_date]),
    ).toEqual([
      ['a', '2026-01-15T00:00:00Z'],
      ['a', '2026-01-16T00:00:00Z'],
      ['b', '2026-01-15T00:00:00Z'],
    ]);
    expect(rows.map((row: { usage: { total_characters: number } }) => row.usage.total_characters)).toEqual([5, 2, 3]);
  });

  test('admin.6: both dates count, and nothing outside them does', async () => {
    const { report } = await used();
    const total = async (start: string, end: string) =>
      (await report(`start_date=${start}&end_date=${end}`)).body.usage_report.total_usage.total_characters;
    expect(await total('2026-01-15', '2026-01-15')).toBe(8);
    expect(await total('2026-01-16', '2026-01-16')).toBe(2);
    expect(await total('2026-01-15', '2026-01-16')).toBe(10);
    expect(await total('2026-01-17', '2026-12-31')).toBe(0);
  });

  test.each([
    ['no start', 'end_date=2026-01-31'],
    ['no end', 'start_date=2026-01-31'],
    ['a day that is none', 'start_date=2026-02-30&end_date=2026-03-01'],
    ['a date with a time', 'start_date=2026-01-01T00:00:00&end_date=2026-01-02'],
    ['an end before the start', 'start_date=2026-01-02&end_date=2026-01-01'],
    ['more than 366 days', 'start_date=2025-01-01&end_date=2026-01-02'],
    ['another group', 'start_date=2026-01-01&end_date=2026-01-02&group_by=day'],
  ])('admin.6: %s is 400', async (_, query) => {
    const { as } = await bench.open();
    const { status, body } = await as(ADMIN_KEY)('GET', `/v2/admin/analytics?${query}`);
    expect(status).toBe(400);
    expect(body.message).toEqual(expect.any(String));
  });

  test('admin.6: 366 days are taken, and a group that is empty is none', async () => {
    const { as } = await bench.open();
    const { status, body } = await as(ADMIN_KEY)(
      'GET',
      '/v2/admin/analytics?start_date=2025-01-01&end_date=2026-01-01&group_by=',
    );
    expect([status, Object.keys(body.usage_report)]).toEqual([200, ['total_usage', 'start_date', 'end_date']]);
  });

  test('usage: the paid plan sees its own count, the account’s, no limit, and the month', async () => {
    const { as, first } = await used();
    const { status, body } = await as(first.key)('GET', '/v2/usage');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      character_count: 10,
      character_limit: 1e12,
      api_key_character_count: 7,
      api_key_character_limit: 1e12,
      speech_to_text_minutes_count: 0,
      speech_to_text_minutes_limit: 1e12,
      start_time: '2026-01-01T00:00:00.000Z',
      end_time: '2026-02-01T00:00:00.000Z',
    });
    expect(body.products[0]).toEqual({
      product_type: 'translate',
      billing_unit: 'characters',
      api_key_unit_count: 7,
      account_unit_count: 10,
      api_key_character_count: 7,
      character_count: 10,
    });
    expect((await as(first.key)('POST', '/v2/usage')).body).toEqual(body);
  });

  test('usage: the free plan has a limit of the account, and is refused beyond it', async () => {
    const { call } = await bench.open({
      accounts: [{ key: 'test-key', plan: 'free' }],
      charactersMax: { free: 10, pro: null },
    });
    const translate = async (text: string) =>
      (await call('POST', '/v2/translate', { text: [text], target_lang: 'de' })).status;
    expect([await translate('1234567'), await translate('1234')]).toEqual([200, 456]);
    expect((await call('GET', '/v2/usage')).body).toEqual({ character_count: 7, character_limit: 10 });
    expect(await translate('123')).toBe(200);
  });
});
