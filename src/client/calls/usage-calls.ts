import { CALLS } from '../../contract/calls.ts';
import { NO_LIMIT } from '../../contract/limits.ts';
import {
  type AccountUsage,
  type DayRange,
  type KeyDayUsage,
  type KeyUsage,
  type Quota,
  sumUsages,
  type UsageReport,
} from '../../model/account/usage.ts';
import * as d from '../../model/decode.ts';
import type { Exchange } from '../transport/exchange.ts';

const counter = d.orElse(d.count, 0);

/** The day of a date-time, with or without its time. Days of the service are in UTC. */
const day = d.map(
  d.refined(d.text, (time) => /^\d{4}-\d\d-\d\d(?:[T ]|$)/.test(time), 'a date'),
  (time) => time.slice(0, 10),
);

/** A counter that does not come is 0: the service adds counters from time to time. */
const usageAnswer = d.object({
  totalCharacters: d.from('total_characters', counter),
  textTranslationCharacters: d.from('text_translation_characters', counter),
  documentTranslationCharacters: d.from('document_translation_characters', counter),
  textImprovementCharacters: d.from('text_improvement_characters', counter),
  speechToTextMinutes: d.from('speech_to_text_minutes', d.orElse(d.amount, 0)),
});

const rowAnswer = d.object({
  apiKey: d.from('api_key', d.orElse(d.text, '')),
  label: d.from('api_key_label', d.orElse(d.text, '')),
  usage: d.orElse(usageAnswer, sumUsages([])),
  day: d.from('usage_date', d.maybe(day)),
});

const rowsAnswer = d.orElse(d.list(rowAnswer), []);

/** Rows with a date are by key and day, whichever of the two arrays contains them. */
const reportAnswer = (range: DayRange) =>
  d.map(
    d.object({
      report: d.from(
        'usage_report',
        d.object({
          total: d.from('total_usage', d.maybe(usageAnswer)),
          // Without days in the answer, the requested ones.
          start: d.from('start_date', d.orElse(day, range.from)),
          end: d.from('end_date', d.orElse(day, range.to)),
          keys: d.from('key_usages', rowsAnswer),
          keysAndDays: d.from('key_and_day_usages', rowsAnswer),
        }),
      ),
    }),
    ({ report: { total, start, end, keys, keysAndDays } }): UsageReport => {
      const byKey: KeyUsage[] = [];
      const byKeyAndDay: KeyDayUsage[] = [];
      for (const { day, ...row } of [...keys, ...keysAndDays])
        if (day === undefined) byKey.push(row);
        else byKeyAndDay.push({ ...row, day });
      // Without a total the rows are all that is known.
      const sum = total ?? sumUsages([...byKey, ...byKeyAndDay].map(({ usage }) => usage));
      return { total: sum, start, end, byKey, byKeyAndDay };
    },
  );

/** `undefined` when the service does not count this. */
const quota = (name: string): d.Decoder<Quota | undefined> =>
  d.from(
    undefined,
    d.map(
      d.object({
        used: d.from(`${name}_count`, d.maybe(d.amount)),
        limit: d.from(`${name}_limit`, d.orElse(d.amount, NO_LIMIT)),
      }),
      ({ used, limit }) => (used === undefined ? undefined : { used, limit: limit >= NO_LIMIT ? null : limit }),
    ),
  );

const productAnswer = d.object({
  product: d.from('product_type', d.orElse(d.text, '')),
  billingUnit: d.from('billing_unit', d.maybe(d.text)),
  accountUnits: d.from('account_unit_count', d.maybe(d.amount)),
  keyUnits: d.from('api_key_unit_count', d.maybe(d.amount)),
  accountCharacters: d.from('character_count', d.maybe(d.amount)),
  keyCharacters: d.from('api_key_character_count', d.maybe(d.amount)),
});

function accountAnswer(at: d.Place): AccountUsage {
  const usage = d.object({
    characters: quota('character'),
    key: quota('api_key_character'),
    speechMinutes: quota('speech_to_text_minutes'),
    products: d.orElse(d.list(productAnswer), []),
    periodStart: d.from('start_time', d.maybe(d.text)),
    periodEnd: d.from('end_time', d.maybe(d.text)),
  })(at);
  const { characters, key, speechMinutes, products } = usage;
  if (characters === undefined && key === undefined && speechMinutes === undefined && products.length === 0)
    throw d.wrong(d.member(at, 'character_count'), 'is not there, nor any other count');
  return usage;
}

/** Usage: a report over days, and the state of the current period. Errors as for developer keys; both are reads. */
export const makeUsageCalls = (exchange: Exchange) => ({
  /** GET /v2/admin/analytics, for an admin key. `splitRange` and `joinReports` make reports of more days than one
   * may have. */
  analytics: async (query: DayRange & { readonly groupBy?: 'key' | 'key_and_day' }): Promise<UsageReport> =>
    exchange.read(CALLS.usage.analytics(query), reportAnswer(query)),
  /** GET /v2/usage: the account and the key that asks. */
  usage: async (): Promise<AccountUsage> => exchange.read(CALLS.usage.account(), accountAnswer),
});

/** The calls about usage and its limits. */
export type UsageCalls = ReturnType<typeof makeUsageCalls>;
