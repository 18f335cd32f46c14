import type { KeyLimits } from '../model/developer-key.ts';
import type { LimitChange } from '../plan/plan.ts';
import { grouped } from './words.ts';

const NAMES: Readonly<Record<keyof KeyLimits, string>> = {
  characters: 'characters',
  speechToTextMilliseconds: 'speech to text',
};

/** `1,000,000`, `3,600,000 ms`, `no limit`. */
function limitValue(limit: keyof KeyLimits, value: number | null): string {
  if (value === null) return 'no limit';
  return limit === 'characters' ? grouped(value) : `${grouped(value)} ms`;
}

/** What a limit of 0 does. */
const BLOCKS: Readonly<Record<keyof KeyLimits, string>> = {
  characters: ' (blocks the key)',
  speechToTextMilliseconds: ' (blocks speech to text)',
};

const after = ({ limit, to }: LimitChange): string => `${limitValue(limit, to)}${to === 0 ? BLOCKS[limit] : ''}`;

/** `characters: 1,000,000 → no limit`, `characters: 1,000,000 → 0 (blocks the key)`. */
export const limitText = (change: LimitChange): string =>
  `${NAMES[change.limit]}: ${limitValue(change.limit, change.from)} → ${after(change)}`;

/** `characters: 1,000,000`: the limit of a key that is new, so that there is nothing to come from. */
export const newLimitText = (change: LimitChange): string => `${NAMES[change.limit]}: ${after(change)}`;
