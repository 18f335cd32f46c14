import { type ChangeBody, type Draft, numbered } from '../../change/draft.ts';
import { CALLS } from '../../contract/calls.ts';
import { isRenamed, nameOf, valueChange, valuesIn } from '../../model/plan/change-values.ts';
import type { Change, Operation } from '../../model/plan/plan.ts';
import type { Value, ValueChange } from '../../model/resources/value.ts';
import type { DesiredDeveloperKey, DeveloperKeyAddress } from './developer-key.ts';
import {
  type DeveloperKey,
  deactivatedDigest,
  KEY_LIMITS,
  type KeyLimits,
  labelDigest,
  limitsDigest,
} from './developer-key.ts';

export interface DeveloperKeyChangeInput {
  readonly desired: DesiredDeveloperKey;
  readonly live?: DeveloperKey;
  readonly adopted: boolean;
  /** Active keys that already bear the desired label. */
  readonly sameLabel: readonly string[];
}

/** A key has no limits when it is made. */
export const NO_LIMITS: KeyLimits = { characters: null, speechToTextMilliseconds: null };

/** The limits that the entry names and that are not so. */
const limitChanges = (before: KeyLimits, { limits, locate }: DesiredDeveloperKey): readonly ValueChange[] =>
  KEY_LIMITS.flatMap((limit) => {
    const to = limits[limit];
    return to === undefined || to === before[limit]
      ? []
      : [valueChange(['limit', limit], before[limit], to, locate(limit))];
  });

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
export function developerKeyOperations(body: ChangeBody, notIds: readonly string[]): readonly Operation[] {
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
  return numbered(body.address, [
    ...(body.action === 'create' ? [create] : []),
    // First of all: a key that must not work any more should not work a call longer.
    ...(body.action === 'deactivate' ? [deactivate] : []),
    ...(isRenamed(body) ? [rename] : []),
    ...(limits.length > 0 ? [setLimits] : []),
  ]);
}

const DEACTIVATED: ValueChange = { key: ['deactivated'], from: false, to: true };

/**
 * The change that makes one key what its entry asks for; `undefined` when it is that already. One call for each part
 * that differs: label, limits, activity. A key that is to be deactivated gets no limits, since it can use up nothing
 * any more; and where it does not exist, it needs nothing.
 */
export function developerKeyChange(input: DeveloperKeyChangeInput): Change | undefined {
  const { desired, live, adopted, sameLabel } = input;
  if (live === undefined && desired.deactivated) return undefined;
  const deactivates = live !== undefined && desired.deactivated && !live.deactivated;
  const body: ChangeBody = {
    kind: 'developer-key',
    action: live === undefined ? 'create' : deactivates ? 'deactivate' : 'update',
    address: desired.address,
    ...(live !== undefined && { id: live.id }),
    adopted,
    values: [
      valueChange(['label'], live?.label, desired.label),
      ...(deactivates ? [DEACTIVATED] : []),
      ...(desired.deactivated ? [] : limitChanges(live?.limits ?? NO_LIMITS, desired)),
    ],
    before: {},
    children: [],
    origin: desired.origin,
  };
  const operations = developerKeyOperations(body, live === undefined ? sameLabel : []);
  return operations.length === 0 ? undefined : { ...body, operations };
}

/** The deactivation of a key that no file names any more. */
export function developerKeyDeactivation(address: DeveloperKeyAddress, live: DeveloperKey): Change {
  const body: ChangeBody = {
    kind: 'developer-key',
    action: 'deactivate',
    address,
    id: live.id,
    adopted: false,
    values: [{ key: ['label'], from: live.label }, DEACTIVATED],
    before: {},
    children: [],
  };
  return { ...body, operations: developerKeyOperations(body, []) };
}
