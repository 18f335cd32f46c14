/** What is longer is not counted in hours. */
const YEAR_MS = 365 * 24 * 3_600_000;

/** `250 ms`, `1.5 s`, `12 s`, `2 min`, `1 h 5 min`: a duration for people. */
export function durationText(milliseconds: number): string {
  if (milliseconds > YEAR_MS) return 'more than a year';
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  if (milliseconds < 9950) return `${String(Math.round(milliseconds / 100) / 10)} s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds <= 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

/** A duration for an option or a setting, `90s`, `5m` or `2h`, rounded up. */
export function durationSetting(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  if (seconds <= 600) return `${seconds}s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes}m` : `${Math.ceil(minutes / 60)}h`;
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds of `90s`, `5m` or `2h`; `undefined` for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^(0|[1-9]\d{0,5})([smh])$/.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  return count === undefined || unitMs === undefined ? undefined : Number(count) * unitMs;
}
