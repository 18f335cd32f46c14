import { UsageError } from '../errors.ts';
import { byCodeUnit, grouped } from '../lists.ts';

/** Used amounts. Characters are whole numbers; minutes are decimal. */
export interface Usage {
  /** Text translation, document translation and text improvement together. */
  readonly totalCharacters: number;
  readonly textTranslationCharacters: number;
  readonly documentTranslationCharacters: number;
  readonly textImprovementCharacters: number;
  readonly speechToTextMinutes: number;
}

export interface KeyUsage {
  /** Masked by the service, so two keys may look alike. */
  readonly apiKey: string;
  /** Chosen by people; two keys may have the same one. Empty when the service names none. */
  readonly label: string;
  readonly usage: Usage;
}

export interface KeyDayUsage extends KeyUsage {
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string;
}

/** Days of a calendar, `YYYY-MM-DD`, both of them included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** The usage of an account between two days. */
export interface UsageReport {
  readonly total: Usage;
  /** First day, `YYYY-MM-DD`. */
  readonly start: string;
  /** Last day, `YYYY-MM-DD`. */
  readonly end: string;
  /** Empty unless usage by key was requested. */
  readonly byKey: readonly KeyUsage[];
  /** Empty unless usage by key and day was requested. */
  readonly byKeyAndDay: readonly KeyDayUsage[];
}

/** The used part of an allowance; a limit of `null` means no limit. */
export interface Quota {
  readonly used: number;
  readonly limit: number | null;
}

/**
 * Usage of one product in the current period. The service names the unit; characters come besides, where it counts
 * them.
 */
export interface ProductUsage {
  /** Empty when the service names none. */
  readonly product: string;
  /** What is absent here and below is what the service does not say. */
  readonly billingUnit?: string;
  readonly accountUnits?: number;
  readonly keyUnits?: number;
  readonly accountCharacters?: number;
  readonly keyCharacters?: number;
}

/** What is used up in the current usage period, and how much there is. */
export interface AccountUsage {
  /** Absent when the service does not count them. */
  readonly characters?: Quota;
  /** The part of the requesting key; absent if the plan has no such count. */
  readonly key?: Quota;
  /** Speech to text, in decimal minutes; absent when the plan has no such count. */
  readonly speechMinutes?: Quota;
  readonly products: readonly ProductUsage[];
  /** ISO 8601, as the service wrote it. */
  readonly periodStart?: string;
  /** ISO 8601, as the service wrote it. */
  readonly periodEnd?: string;
}

const DAY_MS = 86_400_000;

/** Days since 1970. Throws `UsageError` for a day that does not exist, such as 30 February. */
function dayNumber(day: string): number {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  const number = time / DAY_MS;
  if (Number.isNaN(time) || dayText(number) !== day)
    throw new UsageError(`${JSON.stringify(day)} is not a day of the form YYYY-MM-DD`);
  return number;
}

const dayText = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

/**
 * Splits a range of days into ranges of at most `maxDays`, in order: every day is in exactly one of them. The last one
 * may be shorter. Throws `UsageError` for a day that does not exist, and for a range that ends before it begins.
 */
export function splitRange(from: string, to: string, maxDays: number): readonly DayRange[] {
  const first = dayNumber(from);
  const last = dayNumber(to);
  if (last < first) throw new UsageError(`the range of days ends on ${to}, before it begins on ${from}`);
  if (!Number.isSafeInteger(maxDays) || maxDays < 1) throw new RangeError(`${maxDays} is not a number of days`);
  const ranges: DayRange[] = [];
  for (let start = first; start <= last; start += maxDays)
    ranges.push({ from: dayText(start), to: dayText(Math.min(last, start + maxDays - 1)) });
  return ranges;
}

/**
 * The exact sum of numbers from 0, rounded once: binary floating point would make 0.1 + 0.2 into 0.30000000000000004.
 */
function sumDecimals(values: readonly number[]): number {
  const parts = values.map((value) => {
    const [mantissa = '0', exponent = '0'] = String(value).split('e');
    const [whole = '0', fraction = ''] = mantissa.split('.');
    return { digits: BigInt(whole + fraction), decimals: fraction.length - Number(exponent) };
  });
  const decimals = parts.reduce((most, part) => Math.max(most, part.decimals), 0);
  const sum = parts.reduce((total, part) => total + part.digits * 10n ** BigInt(decimals - part.decimals), 0n);
  return Number(`${sum}e-${decimals}`);
}

/** Sums of all counters; of nothing, zeros. */
export function sumUsages(usages: readonly Usage[]): Usage {
  const sum = (counter: keyof Usage): number => sumDecimals(usages.map((usage) => usage[counter]));
  return {
    totalCharacters: sum('totalCharacters'),
    textTranslationCharacters: sum('textTranslationCharacters'),
    documentTranslationCharacters: sum('documentTranslationCharacters'),
    textImprovementCharacters: sum('textImprovementCharacters'),
    speechToTextMinutes: sum('speechToTextMinutes'),
  };
}

/** One row for each name, ordered by the parts of the name, each by code unit. */
function mergeRows<Row extends KeyUsage>(
  rows: readonly Row[],
  nameOf: (row: Row) => readonly string[],
): readonly Row[] {
  // NUL sorts first, so a part that begins another one is before it.
  const orderOf = (row: Row): string => nameOf(row).join('\0');
  return [...grouped(rows, (row) => JSON.stringify(nameOf(row))).values()]
    .flatMap(([first, ...same]) =>
      first === undefined ? [] : { ...first, usage: sumUsages([first, ...same].map(({ usage }) => usage)) },
    )
    .sort((left, right) => byCodeUnit(orderOf(left), orderOf(right)));
}

/**
 * Adds up reports of ranges that do not overlap, such as those of `splitRange`. Rows of the same masked key and label
 * become one row, although two keys may look alike, because the service tells nothing else about them. Ordered by day,
 * label and key. Throws `RangeError` without any report.
 */
export function joinReports(reports: readonly UsageReport[]): UsageReport {
  const starts = reports.map(({ start }) => start).sort(byCodeUnit);
  const ends = reports.map(({ end }) => end).sort(byCodeUnit);
  const start = starts[0];
  const end = ends.at(-1);
  if (start === undefined || end === undefined) throw new RangeError('there is no report to join');
  return {
    total: sumUsages(reports.map(({ total }) => total)),
    start,
    end,
    byKey: mergeRows(
      reports.flatMap(({ byKey }) => byKey),
      ({ label, apiKey }) => [label, apiKey],
    ),
    byKeyAndDay: mergeRows(
      reports.flatMap(({ byKeyAndDay }) => byKeyAndDay),
      ({ day, label, apiKey }) => [day, label, apiKey],
    ),
  };
}
