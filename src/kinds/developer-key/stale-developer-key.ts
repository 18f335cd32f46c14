import { namedValues, type StaleDetail, staleDetail } from '../../change/stale-detail.ts';
import type { Change, Operation } from '../../model/plan/plan.ts';
import type { DeveloperKey } from './developer-key.ts';
import { DEVELOPER_KEY } from './developer-key-kind.ts';

/**
 * Compares the part of a key that an operation should have changed with the plan. `now`: the live key; `undefined` if
 * it was deleted.
 */
export const staleDeveloperKey = (change: Change, operation: Operation, now: DeveloperKey | undefined): StaleDetail =>
  staleDetail({ change, operation, now: now === undefined ? [] : namedValues(DEVELOPER_KEY.values(now)) });
