import { tally } from '../../plan/counts.ts';
import { groupedDigits } from '../format/plural.ts';

/** `−4 ~9 +3`: removed, changed, added; what is zero is left out. */
export function tallyText(changes: readonly { readonly kind: 'added' | 'changed' | 'removed' }[]): string {
  const { added, changed, removed } = tally(changes);
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
