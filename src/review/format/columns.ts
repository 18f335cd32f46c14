/** Characters with a width of two columns in a terminal: East Asian ones and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

export const columns = (text: string): number => [...text].reduce((sum, each) => sum + (WIDE.test(each) ? 2 : 1), 0);

/** The beginning of a text, in whole characters. A line that is wider than the terminal could not be overwritten. */
export function cutTo(text: string, max: number): string {
  let shown = '';
  let left = max;
  for (const each of text) {
    left -= columns(each);
    if (left < 0) break;
    shown += each;
  }
  return shown;
}

/** Shortens a line so that it is narrower than `width` columns. */
export const fitted = (line: string, width: number): string =>
  columns(line) < width ? line : `${cutTo(line, Math.max(1, width - 2))}…`;
