import type { Context } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { AccountStore, StoredDay, StoredEvent, StoredKey, StoredUsage } from '../store/store.ts';

/** What is counted. Characters are code points. */
export type Counted = Partial<Omit<StoredDay, 'day'>>;

export const NOTHING_USED: Omit<StoredDay, 'day'> = {
  textTranslation: 0,
  documentTranslation: 0,
  textImprovement: 0,
  speechMilliseconds: 0,
};

/** The sum of two counts. */
export function added(left: Omit<StoredDay, 'day'>, right: Counted): Omit<StoredDay, 'day'> {
  return {
    textTranslation: left.textTranslation + (right.textTranslation ?? 0),
    documentTranslation: left.documentTranslation + (right.documentTranslation ?? 0),
    textImprovement: left.textImprovement + (right.textImprovement ?? 0),
    speechMilliseconds: left.speechMilliseconds + (right.speechMilliseconds ?? 0),
  };
}

/** Characters of every kind together: what a limit counts. Source: description, "Limit semantics". */
export const charactersOf = (used: Counted): number =>
  (used.textTranslation ?? 0) + (used.documentTranslation ?? 0) + (used.textImprovement ?? 0);

/** A usage period is a month of the calendar, in UTC: which days it begins on is not shown. A choice. */
const monthOf = (time: string): string => time.slice(0, 7);

const usageId = (keyId: string, month: string): string => `${keyId.replace(':', '_')}.${month}`;

/** What a key used in the month of a time. */
export function usedInMonth(store: AccountStore, keyId: string, time: string): Omit<StoredDay, 'day'> {
  const days = store.usage.get(usageId(keyId, monthOf(time)))?.days ?? [];
  return days.reduce(added, NOTHING_USED);
}

/** What every key of the account used in the month of a time. */
export const accountUsedInMonth = (store: AccountStore, time: string): Omit<StoredDay, 'day'> =>
  store.usage
    .all()
    .filter(({ month }) => month === monthOf(time))
    .flatMap(({ days }) => days)
    .reduce(added, NOTHING_USED);

/** What each limit of a key counts, so that all that is said of one is said of both. */
const COUNTED_BY: Readonly<Record<keyof StoredKey['limits'], (used: Counted) => number>> = {
  characters: charactersOf,
  speech_to_text_milliseconds: ({ speechMilliseconds = 0 }) => speechMilliseconds,
};
const LIMITS = Object.entries(COUNTED_BY) as [keyof StoredKey['limits'], (used: Counted) => number][];

/** Percentages of a limit at which developers are told. Source: description, "Events" 1. */
const THRESHOLDS = [80, 100];

const shareOf = (used: number, limit: number): number => (limit === 0 ? 100 : (used / limit) * 100);

/** Thresholds that are reached now and were not before, in this month. */
function notifications(
  key: Pick<StoredKey, 'limits'>,
  before: StoredUsage,
  after: Omit<StoredDay, 'day'>,
  time: string,
): StoredEvent[] {
  return LIMITS.flatMap(([subject, of]) => {
    const limit = key.limits[subject];
    if (limit === null) return [];
    return THRESHOLDS.filter((percent) => shareOf(of(after), limit) >= percent)
      .filter(
        (percent) => !before.events.some(({ details }) => details.subject === subject && details.percent === percent),
      )
      .map(
        (percent): StoredEvent => ({
          time,
          event: 'usage-limit-reached',
          details: { subject, percent, used: of(after), limit },
        }),
      );
  });
}

const quotaExceeded = (detail: string): Refusal => new Refusal(456, 'Quota exceeded', detail);

/**
 * Refuses with 456 what would go beyond a limit of the key or of the account, and what comes after a limit is reached,
 * even when it counts nothing. That a call which would cross the limit is refused as a whole is a choice. Source: table
 * "Errors"; description, "Limit semantics".
 */
export function checkQuota(
  { account, settings, ports }: Pick<Context, 'account' | 'settings' | 'ports'>,
  request: Counted,
): void {
  const { key, store, plan } = account;
  const time = ports.now().toISOString();
  if (key !== undefined) {
    const used = usedInMonth(store, key.id, time);
    for (const [subject, of] of LIMITS) {
      const limit = key.limits[subject];
      const more = of(request);
      // What a call does not use at all does not stop it.
      if (limit === null || !concerns(subject, request)) continue;
      if (of(used) >= limit || of(used) + more > limit)
        throw quotaExceeded(
          `The key's limit of ${limit} ${subject} is reached: ${of(used)} are used, ${more} are asked for`,
        );
    }
  }
  const most = settings.charactersMax[plan];
  const spent = charactersOf(accountUsedInMonth(store, time));
  if (most !== null && spent + charactersOf(request) > most)
    throw quotaExceeded(`The account's limit of ${most} characters is reached: ${spent} are used`);
}

/** True when a call is of the kind that a limit counts. */
const concerns = (name: keyof StoredKey['limits'], { speechMilliseconds }: Counted): boolean =>
  (name === 'speech_to_text_milliseconds') === (speechMilliseconds !== undefined);

/**
 * Counts what a key has used, and keeps and gives the notifications that follow from it. `job`: counts once for it,
 * however often it is said.
 */
export async function countUsage(
  store: AccountStore,
  key: Pick<StoredKey, 'id' | 'limits'>,
  used: Counted,
  { time, job }: { readonly time: string; readonly job?: string },
): Promise<readonly StoredEvent[]> {
  const month = monthOf(time);
  const id = usageId(key.id, month);
  const before = store.usage.get(id) ?? { id, keyId: key.id, month, days: [], jobs: [], events: [] };
  if (job !== undefined && before.jobs.includes(job)) return [];
  const day = time.slice(0, 10);
  const known = before.days.find((each) => each.day === day) ?? { day, ...NOTHING_USED };
  const days = [...before.days.filter((each) => each.day !== day), { day, ...added(known, used) }];
  const events = notifications(key, before, days.reduce(added, NOTHING_USED), time);
  await store.usage.put({
    ...before,
    days,
    jobs: job === undefined ? before.jobs : [...before.jobs, job],
    events: [...before.events, ...events],
  });
  return events;
}
