import type { Client, Limit } from '../client/client.ts';
import { ANALYTICS_MAX_DAYS } from '../contract/limits.ts';
import type { DeveloperKey } from '../kinds/developer-key/developer-key.ts';
import { developerKeyCalls } from '../kinds/developer-key/service/developer-key-calls.ts';
import {
  type AccountUsage,
  type DayRange,
  joinReports,
  type KeyUsage,
  type Quota,
  splitRange,
  type Usage,
  type UsageReport,
} from '../model/account/usage.ts';
import { ServiceError, UsageError } from '../model/errors.ts';
import { largest } from '../model/lists.ts';

/**
 * The owner of a limit. `target-key` is the ordinary key of the target. For `speech`, the service does not report
 * whether the limit is the key's or the account's.
 */
export type LimitOwner =
  | { readonly kind: 'account' }
  | { readonly kind: 'target-key' }
  | { readonly kind: 'speech' }
  | { readonly kind: 'key'; readonly label: string };

/** How much of one limit is used in the current usage period. */
export interface UsageStanding {
  readonly owner: LimitOwner;
  readonly unit: 'characters' | 'minutes';
  readonly used: number;
  /** 0 blocks all use. */
  readonly limit: number;
  /**
   * False if several keys have this label, so that the usage of this key is unknown. `used` is then the maximum
   * possible.
   */
  readonly certain: boolean;
}

type UsageGroup = 'key' | 'key_and_day';

/** All information about the usage of a target. `kind: 'account'`: only what an ordinary key can read. */
export type UsageOverview =
  | { readonly kind: 'account'; readonly account: AccountUsage; readonly standings: readonly UsageStanding[] }
  | {
      readonly kind: 'analytics';
      readonly groupBy: UsageGroup;
      readonly report: UsageReport;
      /** The usage that the ordinary key can read; absent if the service refuses it. */
      readonly account?: AccountUsage;
      /**
       * The current usage period up to today; absent if limits were not requested, or if the report is about another
       * period.
       */
      readonly limitPeriod?: DayRange;
      /** Includes limits of keys only if `limitPeriod` is present. */
      readonly standings: readonly UsageStanding[];
      /**
       * Characters since the beginning of `limitPeriod` under labels that no key has: a renamed key may have used them.
       * 0 if keys were not read.
       */
      readonly strayCharacters: number;
    };

function quotaStanding(
  kind: 'account' | 'target-key' | 'speech',
  unit: UsageStanding['unit'],
  quota: Quota | undefined,
): UsageStanding[] {
  if (quota === undefined || quota.limit === null) return [];
  return [{ owner: { kind }, unit, used: quota.used, limit: quota.limit, certain: true }];
}

/** Limits of the account and of the key that made the call. */
const accountStandings = ({ characters, key, speechMinutes }: AccountUsage): readonly UsageStanding[] => [
  ...quotaStanding('account', 'characters', characters),
  ...quotaStanding('target-key', 'characters', key),
  ...quotaStanding('speech', 'minutes', speechMinutes),
];

/**
 * True if a key can have used anything since the beginning of a day. Also true if the time of its deactivation is
 * unknown.
 */
function mayHaveWorkedSince({ deactivated, deactivatedTime }: DeveloperKey, day: string): boolean {
  return !deactivated || !(new Date(deactivatedTime ?? Number.NaN) < new Date(`${day}T00:00:00Z`));
}

const MINUTE_MS = 60_000;

/**
 * Limits of the active keys, in the order of the keys. A report names a key by its label and a mask, but the list of
 * keys has no masks. So the usage of a key is certain only if no other key that may have been active in that time has
 * the same label.
 */
export function keyStandings(
  keys: readonly DeveloperKey[],
  used: readonly KeyUsage[],
  since: string,
): readonly UsageStanding[] {
  return keys
    .filter(({ deactivated }) => !deactivated)
    .flatMap(({ label, limits }): readonly UsageStanding[] => {
      const rows = used.filter((row) => row.label === label).map(({ usage }) => usage);
      const namesakes = keys.filter((key) => key.label === label && mayHaveWorkedSince(key, since));
      const limitUsage = (
        unit: UsageStanding['unit'],
        limit: number | null,
        amountOf: (usage: Usage) => number,
      ): UsageStanding[] => {
        if (limit === null) return [];
        const max = largest(rows.map(amountOf), 0);
        const certain = max === 0 || (namesakes.length === 1 && rows.length === 1);
        return [{ owner: { kind: 'key', label }, unit, used: max, limit, certain }];
      };
      const milliseconds = limits.speechToTextMilliseconds;
      const minutes = milliseconds === null ? null : milliseconds / MINUTE_MS;
      return [
        ...limitUsage('characters', limits.characters, ({ totalCharacters }) => totalCharacters),
        ...limitUsage('minutes', minutes, ({ speechToTextMinutes }) => speechToTextMinutes),
      ];
    });
}

/**
 * Limits that are, or may be, used to at least this percentage. Limits of 0 are excluded: they block on purpose, and
 * their use cannot increase.
 */
export const reachedStandings = (standings: readonly UsageStanding[], percent: number): readonly UsageStanding[] =>
  standings.filter(({ used, limit }) => limit > 0 && used * 100 >= percent * limit);

/** Characters used under labels that no key has. */
const strayCharacters = (keys: readonly DeveloperKey[], used: readonly KeyUsage[]): number =>
  used
    .filter((row) => keys.every(({ label }) => label !== row.label))
    .reduce((sum, { usage }) => sum + usage.totalCharacters, 0);

/** Maximum number of reports in one run: some 20 years. More is probably a typo, and would cost hundreds of calls. */
const REPORTS_MAX = 20;

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/**
 * The requested range of days. Default: from the first of the current month to today. `from` without `to`: until today.
 * `to` without `from`: from the first of its month. Throws `UsageError` for an invalid range, and for one of more than
 * 20 years.
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

/** One report over any number of days. It is read in parts of at most 366 days, in parallel, and added up. */
export async function readReport(
  { admin, limit }: Pick<Calls, 'admin' | 'limit'>,
  { from, to }: DayRange,
  groupBy: UsageGroup,
): Promise<UsageReport> {
  const ranges = splitRange(from, to, ANALYTICS_MAX_DAYS);
  const read = (range: DayRange) => limit(() => admin.usage.analytics({ ...range, groupBy }));
  return joinReports(await Promise.all(ranges.map(read)));
}

/** Statuses for a key without this right, and for a service without the endpoint. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 404]);

/**
 * The usage that the ordinary key can read; `undefined` if the service refuses it, for example because the key may only
 * translate.
 */
async function readAccount({ client, limit }: Pick<Calls, 'client' | 'limit'>): Promise<AccountUsage | undefined> {
  try {
    return await limit(() => client.usage.usage());
  } catch (error) {
    if (error instanceof ServiceError && REFUSED.has(error.refusal.status)) return undefined;
    throw error;
  }
}

/**
 * The current usage period up to today, in whole days. It begins with the account's period, or on the first of the
 * month if that is unknown.
 */
function limitPeriodOf(account: AccountUsage | undefined, today: string): DayRange {
  const start = account?.periodStart?.match(/^\d{4}-\d\d-\d\d/)?.[0];
  return { from: start !== undefined && start <= today ? start : firstOfMonth(today), to: today };
}

/** Everything that an admin key can read: the report, and the use of the limits. Only reads. */
export async function readAnalytics(
  calls: Calls,
  question: {
    readonly range: DayRange;
    readonly groupBy: UsageGroup;
    readonly now: Date;
    /** True: read the limits of the keys even if the report does not show them. */
    readonly limits: boolean;
  },
): Promise<UsageOverview> {
  const { range, groupBy } = question;
  const today = question.now.toISOString().slice(0, 10);
  const [account, report] = await Promise.all([readAccount(calls), readReport(calls, range, groupBy)]);
  const limitPeriod = limitPeriodOf(account, today);
  const accountPart = account === undefined ? {} : { account };
  const accountLimits = account === undefined ? [] : accountStandings(account);
  // A report about other days does not concern the current limits, and a report by day has no room for them.
  const current = range.from <= today && (range.from >= limitPeriod.from || range.from >= firstOfMonth(today));
  const shown = groupBy === 'key' && current;
  if (!shown && !question.limits)
    return { kind: 'analytics', groupBy, report, ...accountPart, standings: accountLimits, strayCharacters: 0 };
  const same = groupBy === 'key' && range.from === limitPeriod.from && range.to >= today;
  const [keys, used] = await Promise.all([
    calls.limit(() => developerKeyCalls(calls.admin).list()),
    same ? report : readReport(calls, limitPeriod, 'key'),
  ]);
  const standings = [...accountLimits, ...keyStandings(keys, used.byKey, limitPeriod.from)];
  return {
    kind: 'analytics',
    groupBy,
    report,
    ...accountPart,
    limitPeriod,
    standings,
    strayCharacters: strayCharacters(keys, used.byKey),
  };
}

/** Everything that an ordinary key can read: the usage of the account and of the key in the current period. */
export async function readAccountUsage(calls: Pick<Calls, 'client' | 'limit'>): Promise<UsageOverview> {
  const account = await calls.limit(() => calls.client.usage.usage());
  return { kind: 'account', account, standings: accountStandings(account) };
}
