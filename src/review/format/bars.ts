/** Eighths of a character, from the left. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * A bar of at most `width` characters: as long a part of it as `value` is of `max`. What is more than nothing has at
 * least the smallest mark, and nothing has none. `fine` draws in eighths of a character; without it, whole `#` that
 * every terminal and log can show.
 */
export function barText(
  value: number,
  max: number,
  { width, fine }: { readonly width: number; readonly fine: boolean },
) {
  if (value <= 0 || max <= 0 || width < 1) return '';
  const share = Math.min(1, value / max);
  if (!fine) return '#'.repeat(Math.max(1, Math.round(share * width)));
  const eighths = Math.max(1, Math.round(share * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

/** How much of a limit is used, in whole percent and never rounded up: `100%` is all of it. */
export function percentText(used: number, limit: number): string {
  if (limit <= 0) return 'blocked';
  const percent = Math.floor((used * 100) / limit);
  return percent === 0 && used > 0 ? '<1%' : `${percent}%`;
}
