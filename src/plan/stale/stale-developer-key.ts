import { type DeveloperKey, KEY_LIMITS } from '../../model/resources/developer-key.ts';
import type { DeveloperKeyChange, DeveloperKeyOperation } from '../plan.ts';
import { type NamedValue, type StaleDetail, staleDetail } from './stale-detail.ts';

/** The part of a key that each operation changes. */
const PARTS: Readonly<Record<DeveloperKeyOperation['kind'], string>> = {
  'create-developer-key': 'label',
  'rename-developer-key': 'label',
  'limit-developer-key': 'limit',
  'deactivate-developer-key': 'deactivated',
};

const valuesOf = ({ label, deactivated, limits }: DeveloperKey): readonly NamedValue[] => [
  [['label'], label],
  [['deactivated'], deactivated],
  ...KEY_LIMITS.map((limit): NamedValue => [['limit', limit], limits[limit]]),
];

/** What became of the part of a key that an operation was to change. `now`: `undefined` when the key is gone. */
export const staleDeveloperKey = (
  change: DeveloperKeyChange,
  operation: DeveloperKeyOperation,
  now: DeveloperKey | undefined,
): StaleDetail =>
  staleDetail({
    change,
    operation,
    touches: ([part]) => part === PARTS[operation.kind],
    now: now === undefined ? [] : valuesOf(now),
  });
