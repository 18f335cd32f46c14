import type { DeveloperKey } from '../kinds/developer-key/developer-key.ts';
import type { AccountUsage, DayRange, KeyUsage, Quota, Usage, UsageReport } from '../model/account/usage.ts';
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

export type UsageGroup = 'key' | 'key_and_day';

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
export const accountStandings = ({ characters, key, speechMinutes }: AccountUsage): readonly UsageStanding[] => [
  ...quotaStanding('account', 'characters', characters),
  ...quotaStanding('target-key', 'characters', key),
  ...quotaStanding('speech', 'minutes', speechMinutes),
];

/**
 * True if a key can have used anything since the beginning of a day. Also true if the time of its deactivation is
 * unknown.
 */
function mayHaveWorkedSince({ deactivated, deactivatedTime }: DeveloperKey, day: string): boolean {
  return !deactivated || !(Date.parse(deactivatedTime ?? '') < Date.parse(`${day}T00:00:00Z`));
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
export const strayCharacters = (keys: readonly DeveloperKey[], used: readonly KeyUsage[]): number =>
  used
    .filter((row) => keys.every(({ label }) => label !== row.label))
    .reduce((sum, { usage }) => sum + usage.totalCharacters, 0);
