import type { ValueChange } from '../../model/resources/value.ts';
import { tally } from '../../plan/counts.ts';
import { groupedDigits } from '../format/plural.ts';

/** `−4 ~9 +3`: removed, changed, added; what is zero is left out. */
export function tallyText(values: readonly ValueChange[]): string {
  const { added, changed, removed } = tally(values);
  const parts = [
    [removed, '−'],
    [changed, '~'],
    [added, '+'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, mark]) => `${mark}${groupedDigits(count)}`)
    .join(' ');
}
