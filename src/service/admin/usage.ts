import { ANALYTICS_MAX_DAYS, NO_LIMIT } from '../../contract/limits.ts';
import type { WireKeyDayUsage, WireUsage, WireUsageReport } from '../../contract/wire-keys.ts';
import type { Context, KeyRoute } from '../context.ts';
import { type Answer, jsonAnswer, Refusal } from '../http/answer.ts';
import type { StoredDay } from '../store/store.ts';
import { accountUsedInMonth, added, type Counted, charactersOf, NOTHING_USED, usedInMonth } from './count-usage.ts';
import { administered } from './developer-keys.ts';

const DAY_MS = 86_400_000;

/** Minutes to a thousandth: a sum of milliseconds has no end otherwise. A choice; "decimal" is given. */
const minutes = (milliseconds: number): number => Math.round(milliseconds / 60) / 1000;

const wireUsage = (used: Counted): WireUsage => ({
  total_characters: charactersOf(used),
  text_translation_characters: used.textTranslation ?? 0,
  document_translation_characters: used.documentTranslation ?? 0,
  text_improvement_characters: used.textImprovement ?? 0,
  speech_to_text_minutes: minutes(used.speechMilliseconds ?? 0),
});

/** Parameter names: public facts F28. */
function checkedDay(query: URLSearchParams, name: string): string {
  const text = query.get(name);
  if (text === null) throw new Refusal(400, `Bad request. Reason: ${name} is required`);
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // The calendar has no 30 February, but Date takes it for a day of March.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text)
    throw new Refusal(400, `Bad request. Reason: ${name} must be a date such as 2026-01-31`);
  return text;
}

function checkedRange(query: URLSearchParams): { readonly start: string; readonly end: string } {
  const [start, end] = [checkedDay(query, 'start_date'), checkedDay(query, 'end_date')];
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
  if (days < 1) throw new Refusal(400, 'Bad request. Reason: end_date is before start_date');
  if (days > ANALYTICS_MAX_DAYS)
    throw new Refusal(400, `Bad request. Reason: Date range cannot exceed ${ANALYTICS_MAX_DAYS} days`);
  return { start, end };
}

function checkedGroup(query: URLSearchParams): 'key' | 'key_and_day' | undefined {
  const group = query.get('group_by') ?? '';
  if (group === 'key' || group === 'key_and_day') return group;
  if (group === '') return undefined;
  throw new Refusal(400, "Value for 'group_by' not supported. Allowed: '', 'key', 'key_and_day'.");
}

const sum = (days: readonly StoredDay[]): Counted => days.reduce(added, NOTHING_USED);

/**
 * GET /v2/admin/analytics. Both dates count. Source: table "Admin API", row 6; description, "Usage report"; public
 * facts F28 and F29.
 */
function analytics({ account, ring, query }: Context): Answer {
  const { start, end } = checkedRange(query);
  const group = checkedGroup(query);
  const usages = account.store.usage.all();
  const byKey = ring.keysOfAccount(account.name).flatMap((key) => {
    const days = usages
      .filter(({ keyId }) => keyId === key.id)
      .flatMap((usage) => usage.days)
      .filter(({ day }) => start <= day && day <= end)
      .sort((left, right) => (left.day < right.day ? -1 : 1));
    return days.length === 0 ? [] : [{ name: { api_key: key.masked, api_key_label: key.label }, days }];
  });
  const report: WireUsageReport['usage_report'] = {
    total_usage: wireUsage(sum(byKey.flatMap(({ days }) => days))),
    group_by: group,
    start_date: `${start}T00:00:00`,
    end_date: `${end}T00:00:00`,
    ...(group === 'key' && { key_usages: byKey.map(({ name, days }) => ({ ...name, usage: wireUsage(sum(days)) })) }),
    ...(group === 'key_and_day' && {
      key_and_day_usages: byKey.flatMap(({ name, days }) =>
        days.map((each): WireKeyDayUsage => ({ ...name, usage_date: `${each.day}T00:00:00Z`, usage: wireUsage(each) })),
      ),
    }),
  };
  return jsonAnswer({ usage_report: report } satisfies WireUsageReport);
}

/** The first moments of the month of a time and of the next one. */
function monthAround(time: Date): { readonly start: string; readonly end: string } {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()];
  return {
    start: new Date(Date.UTC(year, month)).toISOString(),
    end: new Date(Date.UTC(year, month + 1)).toISOString(),
  };
}

/**
 * GET and POST /v2/usage: the usage of this month. Source: public facts F44 and F45; the free plan only has the first
 * two fields.
 */
function usage({ account, ports, settings }: Context): Answer {
  const { store, plan, key } = account;
  const now = ports.now();
  const time = now.toISOString();
  const all = accountUsedInMonth(store, time);
  const { characters, documents, teamDocuments } = settings.sessionLimits ?? {};
  const limited = (name: string, count: number, limit: number | undefined): object =>
    limit === undefined || limit === 0 ? {} : { [`${name}_count`]: count, [`${name}_limit`]: limit };
  const counts = {
    ...(characters !== 0 && limited('character', charactersOf(all), settings.charactersMax[plan] ?? NO_LIMIT)),
    ...limited('document', 0, documents),
    ...limited('team_document', 0, teamDocuments),
  };
  if (plan === 'free') return jsonAnswer(counts);
  const keyUsage = key === undefined ? NOTHING_USED : usedInMonth(store, key.id, time);
  const { start, end } = monthAround(now);
  const product = (type: string, used: (day: Counted) => number | undefined) => ({
    product_type: type,
    billing_unit: 'characters',
    api_key_unit_count: used(keyUsage) ?? 0,
    account_unit_count: used(all) ?? 0,
    api_key_character_count: used(keyUsage) ?? 0,
    character_count: used(all) ?? 0,
  });
  const speechLimit = key?.limits.speech_to_text_milliseconds;
  return jsonAnswer({
    ...counts,
    products: [
      product('translate', ({ textTranslation }) => textTranslation),
      product('document', ({ documentTranslation }) => documentTranslation),
      product('write', ({ textImprovement }) => textImprovement),
    ],
    api_key_character_count: charactersOf(keyUsage),
    api_key_character_limit: key?.limits.characters ?? NO_LIMIT,
    speech_to_text_minutes_count: minutes(keyUsage.speechMilliseconds),
    speech_to_text_minutes_limit: speechLimit == null ? NO_LIMIT : minutes(speechLimit),
    speech_to_text_milliseconds_count: 0,
    speech_to_text_milliseconds_limit: 0,
    start_time: start,
    end_time: end,
  });
}

export const USAGE_ROUTES: readonly KeyRoute[] = [
  { method: 'GET', path: '/v2/admin/analytics', handler: administered(analytics), access: 'admin' },
  { method: 'GET', path: '/v2/usage', handler: usage, scope: 'usage:read' },
  { method: 'POST', path: '/v2/usage', handler: usage, scope: 'usage:read', bodies: ['json', 'form'], changes: false },
];
