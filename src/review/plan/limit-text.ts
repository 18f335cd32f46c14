import type { KeyLimits } from '../../model/resources/developer-key.ts';
import type { LimitChange } from '../../plan/plan.ts';
import { groupedDigits } from '../format/plural.ts';

/** What a limit is called. */
export const LIMIT_NAMES: Readonly<Record<keyof KeyLimits, string>> = {
  characters: 'characters',
  speechToTextMilliseconds: 'speech to text',
};

/** `1,000,000`, `3,600,000 ms`, `no limit`. */
export function limitValue(limit: keyof KeyLimits, value: number | null): string {
  if (value === null) return 'no limit';
  return limit === 'characters' ? groupedDigits(value) : `${groupedDigits(value)} ms`;
}

/** `characters: 1,000,000 → no limit`. */
export const limitText = ({ limit, from, to }: LimitChange): string =>
  `${LIMIT_NAMES[limit]}: ${limitValue(limit, from)} → ${limitValue(limit, to)}`;

/** `characters: 1,000,000`: the limit of a key that is new, so that there is nothing to come from. */
export const newLimitText = ({ limit, to }: LimitChange): string => `${LIMIT_NAMES[limit]}: ${limitValue(limit, to)}`;

/** What a limit of 0 does; nothing for any other. */
export function blockText({ limit, to }: Pick<LimitChange, 'limit' | 'to'>): string {
  if (to !== 0) return '';
  return limit === 'characters' ? ' (blocks the key)' : ' (blocks speech to text)';
}
