import type { DeveloperKey } from '../kinds/developer-key/developer-key.ts';
import type { AccountUsage, DayRange, KeyUsage, Quota, Usage, UsageReport } from '../model/account/usage.ts';
import { largest } from '../model/push-all.ts';

/**
 * What has a limit. `target-key` is the ordinary key that the target names; of `speech` the service does not say
 * whether it is the key's or the account's.
 */
export type LimitOwner =
  | { readonly kind: 'account' }
  | { readonly kind: 'target-key' }
  | { readonly kind: 'speech' }
  | { readonly kind: 'key'; readonly label: string };

/** How far one limit is used up in the current usage period. */
export interface UsageStanding {
  readonly owner: LimitOwner;
  readonly unit: 'characters' | 'minutes';
  readonly used: number;
  /** 0 blocks everything. */
  readonly limit: number;
  /**
   * False when several keys have the label, so that it cannot be told which usage is this key's: `used` is then the
   * most that it may be.
   */
  readonly certain: boolean;
}

export type UsageGroup = 'key' | 'key_and_day';

/** All that is known of what a target used up. `kind: 'account'` is what an ordinary key may ask. */
export type UsageOverview =
  | { readonly kind: 'account'; readonly account: AccountUsage; readonly standings: readonly UsageStanding[] }
  | {
      readonly kind: 'analytics';
      readonly groupBy: UsageGroup;
      readonly report: UsageReport;
      /** What the ordinary key sees; absent when the service refuses it. */
      readonly account?: AccountUsage;
      /** The current usage period until today; absent when nobody asked for limits, or the report lies elsewhere. */
      readonly limitPeriod?: DayRange;
      /** Of keys only where `limitPeriod` is there. */
      readonly standings: readonly UsageStanding[];
      /**
       * Characters since the beginning of `limitPeriod` whose label no key has: one that was renamed may have used
       * them. 0 where keys were not read.
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

/** Limits of the account and of the key that asked. */
export const accountStandings = ({ characters, key, speechMinutes }: AccountUsage): readonly UsageStanding[] => [
  ...quotaStanding('account', 'characters', characters),
  ...quotaStanding('target-key', 'characters', key),
  ...quotaStanding('speech', 'minutes', speechMinutes),
];

/**
 * True when a key can have used something since the first moment of a day. Said so, too, when the service does not say
 * when the key ended.
 */
function mayHaveWorkedSince({ deactivated, deactivatedTime }: DeveloperKey, day: string): boolean {
  return !deactivated || !(Date.parse(deactivatedTime ?? '') < Date.parse(`${day}T00:00:00Z`));
}

const MINUTE_MS = 60_000;

/**
 * Limits of the active keys, in the order of the keys. A report names a key by its label and a mask, and the list of
 * keys has no masks: so the usage of a key is certain only when no other key that may have worked since then has its
 * label.
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
      const standing = (
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
        ...standing('characters', limits.characters, ({ totalCharacters }) => totalCharacters),
        ...standing('minutes', minutes, ({ speechToTextMinutes }) => speechToTextMinutes),
      ];
    });
}

/**
 * Limits of which at least so many percent are used up, or may be. A limit of 0 is not among them: it blocks on
 * purpose, and nothing can come nearer to it.
 */
export const reachedStandings = (standings: readonly UsageStanding[], percent: number): readonly UsageStanding[] =>
  standings.filter(({ used, limit }) => limit > 0 && used * 100 >= percent * limit);

/** Characters of labels that no key has. */
export const strayCharacters = (keys: readonly DeveloperKey[], used: readonly KeyUsage[]): number =>
  used
    .filter((row) => keys.every(({ label }) => label !== row.label))
    .reduce((sum, { usage }) => sum + usage.totalCharacters, 0);
