import { CALLS } from '../../contract/calls.ts';
import { isRenamed, nameOf, valuesIn } from '../../model/plan/change-values.ts';
import type { KeyLimits } from '../../model/resources/developer-key.ts';
import { deactivatedDigest, labelDigest, limitsDigest } from '../../model/resources/digest.ts';
import type { Value, ValueChange } from '../../model/resources/value.ts';
import type { ChangeBody, Draft } from '../draft.ts';

/** The limits on one side of their changes. */
export const limitsOn = (side: 'from' | 'to', limits: readonly ValueChange[]): Partial<KeyLimits> =>
  Object.fromEntries(
    limits.map(({ key: [, limit = ''], [side]: value }): [string, Value | undefined] => [limit, value]),
  );

const CALL = CALLS.developerKeys;

/**
 * The calls that make a change of a developer key, in running order: one for each part that differs. `notIds`: active
 * keys that bear the label of the one to create.
 */
export function developerKeyOperations(body: ChangeBody, notIds: readonly string[]): readonly Draft[] {
  const { from = '', to = from } = nameOf(body);
  const limits = valuesIn(body, 'limit');
  // All limits that differ, and no other.
  const setLimits: Draft = {
    kind: 'limit-developer-key',
    ...CALL.setLimits(),
    pre: limitsDigest(limitsOn('from', limits)),
    post: limitsDigest(limitsOn('to', limits)),
    touches: [['limit']],
  };
  const label = { post: labelDigest(to), touches: [['label']] } as const;
  const create: Draft = { kind: 'create-developer-key', ...CALL.create(), pre: 'absent', ...label, notIds };
  const rename: Draft = { kind: 'rename-developer-key', ...CALL.rename(), pre: labelDigest(from), ...label };
  const deactivate: Draft = {
    kind: 'deactivate-developer-key',
    ...CALL.deactivate(),
    pre: deactivatedDigest(false),
    post: deactivatedDigest(true),
    touches: [['deactivated']],
  };
  return [
    ...(body.action === 'create' ? [create] : []),
    // First of all: a key that must not work any more should not work a call longer.
    ...(body.action === 'deactivate' ? [deactivate] : []),
    ...(isRenamed(body) ? [rename] : []),
    ...(limits.length > 0 ? [setLimits] : []),
  ];
}
