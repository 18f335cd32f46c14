/** Eighths of a character, from the left. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * A bar of at most `width` characters, in proportion to `value` and `max`. A value above 0 has at least the smallest
 * mark; 0 has none. `fine` draws in eighths of a character; without it, only whole `#`, which every terminal and log
 * can show.
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

/** The used share of a limit, in whole percent and never rounded up: `100%` means that all of it is used. */
export function percentText(used: number, limit: number): string {
  if (limit <= 0) return 'blocked';
  const percent = Math.floor((used * 100) / limit);
  return percent === 0 && used > 0 ? '<1%' : `${percent}%`;
}
