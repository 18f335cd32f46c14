import type { Context } from '../context.ts';
import { Refusal } from '../http/answer.ts';
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

/** The usage of one key in the month that contains `time`. */
export function usedInMonth(store: AccountStore, keyId: string, time: string): Omit<StoredDay, 'day'> {
  const days = store.usage.get(usageId(keyId, monthOf(time)))?.days ?? [];
  return days.reduce(added, NOTHING_USED);
}

/** The usage of all keys of the account in the month that contains `time`. */
export const accountUsedInMonth = (store: AccountStore, time: string): Omit<StoredDay, 'day'> =>
  store.usage
    .all()
    .filter(({ month }) => month === monthOf(time))
    .flatMap(({ days }) => days)
    .reduce(added, NOTHING_USED);

/** The number that each limit of a key is compared with. */
const COUNTED_BY: Readonly<Record<keyof StoredKey['limits'], (used: Counted) => number>> = {
  characters: charactersOf,
  speech_to_text_milliseconds: ({ speechMilliseconds = 0 }) => speechMilliseconds,
};
const LIMITS = Object.entries(COUNTED_BY) as [keyof StoredKey['limits'], (used: Counted) => number][];

/** Percentages of a limit at which developers get a notification. Source: description, "Events" 1. */
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
 * Refuses with 456 a call that would exceed a limit of the key or of the account. After a limit is reached, it also
 * refuses calls that count nothing. A call that would cross the limit is refused as a whole: a choice. Source: table
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
      // A limit on a subject that the call does not use does not stop the call.
      if (limit === null || !concerns(subject, request)) continue;
      if (of(used) >= limit || of(used) + more > limit)
        throw quotaExceeded(
          `The limit of the key is ${limit} ${subject}: ${of(used)} are used, and the request needs ${more}`,
        );
    }
  }
  const most = settings.charactersMax[plan];
  const spent = charactersOf(accountUsedInMonth(store, time));
  if (most !== null && spent + charactersOf(request) > most)
    throw quotaExceeded(`The limit of the account is ${most} characters: ${spent} are used`);
}

/** True when a call is of the kind that a limit counts. */
const concerns = (name: keyof StoredKey['limits'], { speechMilliseconds }: Counted): boolean =>
  (name === 'speech_to_text_milliseconds') === (speechMilliseconds !== undefined);

/**
 * Adds to the usage of a key, and stores and sends the notifications that follow. `job`: its usage is counted once,
 * even if this function runs twice for it.
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
