import type { DeveloperKeyAddress } from '../model/address.ts';
import type { DesiredDeveloperKey } from '../model/desired.ts';
import { type DeveloperKey, KEY_LIMITS, type KeyId, type KeyLimits } from '../model/developer-key.ts';
import { deactivatedDigest, labelDigest, limitsDigest } from '../model/digest.ts';
import type { DeveloperKeyChange, DeveloperKeyOperation, LimitChange } from './plan.ts';

export interface DeveloperKeyChangeInput {
  readonly desired: DesiredDeveloperKey;
  readonly live?: DeveloperKey;
  readonly adopted: boolean;
  /** Active keys that already bear the desired label. */
  readonly sameLabel: readonly KeyId[];
}

type WithoutId<Operation> = Operation extends unknown ? Omit<Operation, 'id'> : never;
type Draft = WithoutId<DeveloperKeyOperation>;

/** The id of a key goes in the body of every call, so the paths are the same for all keys. */
const PATH = '/v2/admin/developer-keys';

/** A key has no limits when it is made. */
export const NO_LIMITS: KeyLimits = { characters: null, speechToTextMilliseconds: null };

const numbered = (address: DeveloperKeyAddress, drafts: readonly Draft[]): readonly DeveloperKeyOperation[] =>
  drafts.map((draft, index) => ({ id: `${address}#${index + 1}`, ...draft }));

/** The limits that the entry names and that are not so. */
function limitChanges(before: KeyLimits, { limits, locate }: DesiredDeveloperKey): readonly LimitChange[] {
  return KEY_LIMITS.flatMap((limit): readonly LimitChange[] => {
    const [from, to, at] = [before[limit], limits[limit], locate(limit)];
    return to === undefined || to === from ? [] : [{ limit, from, to, ...(at !== undefined && { at }) }];
  });
}

const side = (limits: readonly LimitChange[], which: 'from' | 'to'): Partial<KeyLimits> =>
  Object.fromEntries(limits.map((change) => [change.limit, change[which]]));

/** One call for all limits that differ, and for no other. */
const limitOperations = (limits: readonly LimitChange[], keyId?: KeyId): readonly Draft[] =>
  limits.length === 0
    ? []
    : [
        {
          kind: 'limit-developer-key',
          method: 'PUT',
          path: `${PATH}/limits`,
          pre: limitsDigest(side(limits, 'from')),
          post: limitsDigest(side(limits, 'to')),
          ...(keyId !== undefined && { keyId }),
        },
      ];

const deactivateOperation = (keyId: KeyId): Draft => ({
  kind: 'deactivate-developer-key',
  method: 'PUT',
  path: `${PATH}/deactivate`,
  pre: deactivatedDigest(false),
  post: deactivatedDigest(true),
  keyId,
});

const renameOperation = (keyId: KeyId, from: string, to: string): Draft => ({
  kind: 'rename-developer-key',
  method: 'PUT',
  path: `${PATH}/label`,
  pre: labelDigest(from),
  post: labelDigest(to),
  keyId,
});

function creation({ desired, sameLabel }: DeveloperKeyChangeInput): DeveloperKeyChange | undefined {
  // What should not work and is not there needs nothing.
  if (desired.deactivated) return undefined;
  const limits = limitChanges(NO_LIMITS, desired);
  const create: Draft = {
    kind: 'create-developer-key',
    method: 'POST',
    path: PATH,
    pre: 'absent',
    post: labelDigest(desired.label),
    notIds: sameLabel,
  };
  return {
    kind: 'developer-key',
    action: 'create',
    address: desired.address,
    adopted: false,
    nameAfter: desired.label,
    limits,
    operations: numbered(desired.address, [create, ...limitOperations(limits)]),
    origin: desired.origin,
  };
}

/**
 * The change that makes one key what its entry asks for; `undefined` when it is that already. One call for each part that differs: label, limits, activity.
 * A key that is to be deactivated gets no limits, since it can use up nothing any more.
 */
export function developerKeyChange(input: DeveloperKeyChangeInput): DeveloperKeyChange | undefined {
  const { desired, live, adopted } = input;
  if (live === undefined) return creation(input);
  const deactivates = desired.deactivated && !live.deactivated;
  const limits = desired.deactivated ? [] : limitChanges(live.limits, desired);
  const drafts = [
    // First of all: a key that must not work any more should not work a call longer.
    ...(deactivates ? [deactivateOperation(live.id)] : []),
    ...(live.label === desired.label ? [] : [renameOperation(live.id, live.label, desired.label)]),
    ...limitOperations(limits, live.id),
  ];
  if (drafts.length === 0) return undefined;
  return {
    kind: 'developer-key',
    action: deactivates ? 'deactivate' : 'update',
    address: desired.address,
    id: live.id,
    adopted,
    nameBefore: live.label,
    nameAfter: desired.label,
    limits,
    operations: numbered(desired.address, drafts),
    origin: desired.origin,
  };
}

/** The deactivation of a key that no file names any more. */
export const developerKeyDeactivation = (address: DeveloperKeyAddress, live: DeveloperKey): DeveloperKeyChange => ({
  kind: 'developer-key',
  action: 'deactivate',
  address,
  id: live.id,
  adopted: false,
  nameBefore: live.label,
  limits: [],
  operations: numbered(address, [deactivateOperation(live.id)]),
});
