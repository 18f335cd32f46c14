import {
  type AccountUsage,
  type DayRange,
  type KeyDayUsage,
  type KeyUsage,
  type ProductUsage,
  type Quota,
  sumUsages,
  type Usage,
  type UsageReport,
} from '../model/usage.ts';
import type { Exchange } from './exchange.ts';
import { AnswerError, count, field, isAbsent, items, type JsonValue, text, textOr } from './json-value.ts';

/** What was used up: a report over days, and the state of the current period. Errors as for developer keys; both are reads. */
export interface UsageCalls {
  /** GET /v2/admin/analytics, for an admin key. At most 366 days: `splitRange` and `joinReports` take care of more. */
  analytics(query: DayRange & { readonly groupBy?: 'key' | 'key_and_day' }): Promise<UsageReport>;
  /** GET /v2/usage: the account and the key that asks. */
  usage(): Promise<AccountUsage>;
}

/** The service writes this much, or more, where there is no limit (public facts F45). */
const NO_LIMIT = 1_000_000_000_000;

/** A number from 0, whole or not; 0 when it is not there. */
function amount(at: JsonValue): number {
  if (isAbsent(at)) return 0;
  if (typeof at.value !== 'number' || !Number.isFinite(at.value) || at.value < 0)
    throw new AnswerError(`the answer cannot be read: ${at.place} is not a number from 0`);
  return at.value;
}

const counter = (at: JsonValue): number => (isAbsent(at) ? 0 : count(at));

const rows = (at: JsonValue): readonly JsonValue[] => (isAbsent(at) ? [] : items(at));

/** The day of a date-time, with or without its time. Days of the service are in UTC. */
function day(at: JsonValue): string {
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ]|$)/.exec(text(at))?.[1];
  if (found === undefined) throw new AnswerError(`the answer cannot be read: ${at.place} is not a date`);
  return found;
}

/** A counter that does not come is 0: the service adds counters from time to time. */
const parseUsage = (given: JsonValue): Usage => {
  const at = isAbsent(given) ? { ...given, value: {} } : given;
  return {
    totalCharacters: counter(field(at, 'total_characters')),
    textTranslationCharacters: counter(field(at, 'text_translation_characters')),
    documentTranslationCharacters: counter(field(at, 'document_translation_characters')),
    textImprovementCharacters: counter(field(at, 'text_improvement_characters')),
    speechToTextMinutes: amount(field(at, 'speech_to_text_minutes')),
  };
};

function parseKeyUsage(at: JsonValue): KeyUsage {
  return {
    apiKey: textOr(field(at, 'api_key'), ''),
    label: textOr(field(at, 'api_key_label'), ''),
    usage: parseUsage(field(at, 'usage')),
  };
}

/** The rows say themselves what they are: with a date, by key and day. So it does not matter which of the two arrays they stand in. */
function parseReport(json: JsonValue, asked: DayRange): UsageReport {
  const report = field(json, 'usage_report');
  const total = field(report, 'total_usage');
  const [start, end] = [field(report, 'start_date'), field(report, 'end_date')];
  const byKey: KeyUsage[] = [];
  const byKeyAndDay: KeyDayUsage[] = [];
  for (const name of ['key_usages', 'key_and_day_usages'])
    for (const row of rows(field(report, name))) {
      const date = field(row, 'usage_date');
      if (isAbsent(date)) byKey.push(parseKeyUsage(row));
      else byKeyAndDay.push({ ...parseKeyUsage(row), day: day(date) });
    }
  return {
    // Without a total the rows are all that is known, and without days those that were asked for.
    total: isAbsent(total) ? sumUsages([...byKey, ...byKeyAndDay].map(({ usage }) => usage)) : parseUsage(total),
    start: isAbsent(start) ? asked.from : day(start),
    end: isAbsent(end) ? asked.to : day(end),
    byKey,
    byKeyAndDay,
  };
}

/** `undefined` when the service does not count this. */
function parseQuota(at: JsonValue, name: string): Quota | undefined {
  const used = field(at, `${name}_count`);
  if (isAbsent(used)) return undefined;
  const limit = field(at, `${name}_limit`);
  const most = isAbsent(limit) ? NO_LIMIT : amount(limit);
  return { used: amount(used), limit: most >= NO_LIMIT ? null : most };
}

function parseProduct(at: JsonValue): ProductUsage {
  const number = (name: string): number | undefined =>
    isAbsent(field(at, name)) ? undefined : amount(field(at, name));
  const unit = field(at, 'billing_unit');
  const numbers = {
    accountUnits: number('account_unit_count'),
    keyUnits: number('api_key_unit_count'),
    accountCharacters: number('character_count'),
    keyCharacters: number('api_key_character_count'),
  };
  return {
    product: textOr(field(at, 'product_type'), ''),
    ...(!isAbsent(unit) && { billingUnit: text(unit) }),
    ...(Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)) as Partial<
      Record<keyof typeof numbers, number>
    >),
  };
}

function parseAccountUsage(at: JsonValue): AccountUsage {
  const characters = parseQuota(at, 'character');
  const key = parseQuota(at, 'api_key_character');
  const speechMinutes = parseQuota(at, 'speech_to_text_minutes');
  const products = rows(field(at, 'products')).map(parseProduct);
  if (characters === undefined && key === undefined && speechMinutes === undefined && products.length === 0)
    throw new AnswerError('the answer cannot be read: character_count is not there, nor any other count');
  const start = field(at, 'start_time');
  const end = field(at, 'end_time');
  return {
    ...(characters !== undefined && { characters }),
    ...(key !== undefined && { key }),
    ...(speechMinutes !== undefined && { speechMinutes }),
    products,
    ...(!isAbsent(start) && { periodStart: text(start) }),
    ...(!isAbsent(end) && { periodEnd: text(end) }),
  };
}

/** The usage endpoints. */
export function makeUsageCalls(exchange: Exchange): UsageCalls {
  return {
    analytics: async ({ from, to, groupBy }) => {
      const query = new URLSearchParams({ start_date: from, end_date: to, ...(groupBy && { group_by: groupBy }) });
      return exchange.read({ method: 'GET', path: `/v2/admin/analytics?${query}` }, (json) =>
        parseReport(json, { from, to }),
      );
    },
    usage: async () => exchange.read({ method: 'GET', path: '/v2/usage' }, parseAccountUsage),
  };
}
