import { type ChangeBody, type Draft, numbered } from '../../change/draft.ts';
import { CALLS } from '../../contract/calls.ts';
import { type Change, isRenamed, nameOf, type Operation, valueChange, valuesIn } from '../../model/plan/plan.ts';
import type { Value, ValueChange } from '../../model/resources/resource.ts';
import {
  type DesiredDeveloperKey,
  type DeveloperKey,
  type DeveloperKeyAddress,
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
  /** Active keys that already have the desired label. */
  readonly sameLabel: readonly string[];
}

/** A new key has no limits. */
export const NO_LIMITS: KeyLimits = { characters: null, speechToTextMilliseconds: null };

/** The limits in the entry that differ from the present ones. */
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
 * The calls that make a change of a developer key, in running order: one for each part that differs.
 * `existingIds`: active keys that already have the label of the key to create.
 */
export function developerKeyOperations(body: ChangeBody, existingIds: readonly string[]): readonly Operation[] {
  const { from = '', to = from } = nameOf(body);
  const limits = valuesIn(body, 'limit');
  // Exactly the limits that differ.
  const setLimits: Draft = {
    kind: 'limit-developer-key',
    ...CALL.setLimits(),
    pre: limitsDigest(limitsOn('from', limits)),
    post: limitsDigest(limitsOn('to', limits)),
    touches: [['limit']],
  };
  const label = { post: labelDigest(to), touches: [['label']] } as const;
  const create: Draft = {
    kind: 'create-developer-key',
    ...CALL.create(),
    pre: 'absent',
    ...label,
    notIds: existingIds,
  };
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
    // First, so that a key that should be deactivated is usable for as short a time as possible.
    ...(body.action === 'deactivate' ? [deactivate] : []),
    ...(isRenamed(body) ? [rename] : []),
    ...(limits.length > 0 ? [setLimits] : []),
  ]);
}

const DEACTIVATED: ValueChange = { key: ['deactivated'], from: false, to: true };

/**
 * The change that makes one key match its entry; `undefined` if it already does. One call for each part that differs:
 * label, limits, activity. A key to deactivate gets no limits, because it can no longer be used. If it does not exist,
 * nothing needs to be done.
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
