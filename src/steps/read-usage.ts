import type { Client } from '../client/client.ts';
import type { Limit } from '../client/limit.ts';
import { ANALYTICS_MAX_DAYS } from '../contract/limits.ts';
import { developerKeyCalls } from '../kinds/developer-key/service/developer-key-calls.ts';
import { type AccountUsage, type DayRange, joinReports, splitRange, type UsageReport } from '../model/account/usage.ts';
import { ServiceError, UsageError } from '../model/errors.ts';
import {
  accountStandings,
  keyStandings,
  strayCharacters,
  type UsageGroup,
  type UsageOverview,
} from './usage-standing.ts';

/** Most reports of one run: some 20 years. More is a slip of the keyboard, and would be hundreds of calls. */
const REPORTS_MAX = 20;

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/**
 * The days that are meant: from the first of a month to today. `from` alone ends today; `to` alone begins on the first
 * of its own month. Throws `UsageError` for what is no range of days, and for one of more than 20 years.
 */
export function usageRange(
  question: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): DayRange {
  const today = now.toISOString().slice(0, 10);
  const to = question.to ?? today;
  const range = { from: question.from ?? firstOfMonth(to), to };
  if (splitRange(range.from, range.to, ANALYTICS_MAX_DAYS).length > REPORTS_MAX)
    throw new UsageError(`${range.from} to ${range.to} are more than 20 years; ask for less`);
  return range;
}

interface Calls {
  /** With the ordinary key. */
  readonly client: Client;
  /** With the admin key. */
  readonly admin: Client;
  readonly limit: Limit;
}

/** One report over any number of days: of at most 366 days each, read side by side, and added up. */
export async function readReport(
  { admin, limit }: Pick<Calls, 'admin' | 'limit'>,
  { from, to }: DayRange,
  groupBy: UsageGroup,
): Promise<UsageReport> {
  const ranges = splitRange(from, to, ANALYTICS_MAX_DAYS);
  const read = (range: DayRange) => limit(() => admin.usage.analytics({ ...range, groupBy }));
  return joinReports(await Promise.all(ranges.map(read)));
}

/** A key that may not ask, and a service that does not have the endpoint. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 404]);

/** What the ordinary key sees; `undefined` when the service refuses it, such as a key that may only translate. */
async function readAccount({ client, limit }: Pick<Calls, 'client' | 'limit'>): Promise<AccountUsage | undefined> {
  try {
    return await limit(() => client.usage.usage());
  } catch (error) {
    if (error instanceof ServiceError && REFUSED.has(error.refusal.status)) return undefined;
    throw error;
  }
}

/**
 * The current usage period until today: it begins when the account's does, in whole days, and on the first of the month
 * when the service does not say.
 */
function limitPeriodOf(account: AccountUsage | undefined, today: string): DayRange {
  const start = /^\d{4}-\d\d-\d\d/.exec(account?.periodStart ?? '')?.[0];
  return { from: start !== undefined && start <= today ? start : firstOfMonth(today), to: today };
}

/** All that an admin key may know: the report, and how far limits are used up. Only reads. */
export async function readAnalytics(
  calls: Calls,
  question: {
    readonly range: DayRange;
    readonly groupBy: UsageGroup;
    readonly now: Date;
    /** Read the limits of the keys even when the report does not show them. */
    readonly limits: boolean;
  },
): Promise<UsageOverview> {
  const { range, groupBy } = question;
  const today = question.now.toISOString().slice(0, 10);
  const [account, report] = await Promise.all([readAccount(calls), readReport(calls, range, groupBy)]);
  const limitPeriod = limitPeriodOf(account, today);
  const ofAccount = account === undefined ? {} : { account };
  const own = account === undefined ? [] : accountStandings(account);
  // A report of other days says nothing of limits, and beside days there is no room for them.
  const current = range.from <= today && (range.from >= limitPeriod.from || range.from >= firstOfMonth(today));
  const shown = groupBy === 'key' && current;
  if (!shown && !question.limits)
    return { kind: 'analytics', groupBy, report, ...ofAccount, standings: own, strayCharacters: 0 };
  const same = groupBy === 'key' && range.from === limitPeriod.from && range.to >= today;
  const [keys, used] = await Promise.all([
    calls.limit(() => developerKeyCalls(calls.admin).list()),
    same ? report : readReport(calls, limitPeriod, 'key'),
  ]);
  const standings = [...own, ...keyStandings(keys, used.byKey, limitPeriod.from)];
  return {
    kind: 'analytics',
    groupBy,
    report,
    ...ofAccount,
    limitPeriod,
    standings,
    strayCharacters: strayCharacters(keys, used.byKey),
  };
}

/** All that an ordinary key may know: the account and itself in the current usage period. */
export async function readAccountUsage(calls: Pick<Calls, 'client' | 'limit'>): Promise<UsageOverview> {
  const account = await calls.limit(() => calls.client.usage.usage());
  return { kind: 'account', account, standings: accountStandings(account) };
}
