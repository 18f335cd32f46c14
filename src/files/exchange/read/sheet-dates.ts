/** The formats of dates and times that every spreadsheet has, by their numbers; the file does not spell them out. */
const isBuiltIn = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

/** True for the code of a format that shows a day, a month or a year: `dd.mm.yyyy`, and not `0.00 "days"`. */
export const isDateFormat = (id: number, code: string | undefined): boolean =>
  code === undefined ? isBuiltIn(id) : /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|\[[^[\]]*\]|_./g, ''));

const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets that count from 1900 and from 1904, as milliseconds since 1970. */
const [START_1900, START_1904] = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)];
/** The last day that spreadsheets have, in the year 9999. */
const LAST_DAY = 2_958_465;

/**
 * The date of a cell as ISO 8601 has it, with its time where it has one: `2026-02-03`, `2026-02-03 14:30`. `undefined`:
 * the number is no date that can be told, as times without a day are.
 */
export function isoDate(value: string, isFrom1904: boolean): string | undefined {
  const days = Number(value);
  // Spreadsheets count a 29 February 1900 that there was not, so that earlier days are not certain.
  if (!(days >= (isFrom1904 ? 1 : 61) && days < LAST_DAY + 1)) return undefined;
  const minutes = Math.round((days * DAY_MS) / 60_000);
  const text = new Date((isFrom1904 ? START_1904 : START_1900) + minutes * 60_000).toISOString();
  return minutes % 1440 === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}
