import type { DeveloperKeyAddress } from '../../model/resources/address.ts';
import type { DesiredDeveloperKey } from '../../model/resources/desired.ts';
import { type DeveloperKey, KEY_LIMITS, type KeyId, type KeyLimits } from '../../model/resources/developer-key.ts';
import { type DeveloperKeyBody, developerKeyOperations } from '../compile/developer-key-operations.ts';
import type { DeveloperKeyChange, LimitChange } from '../plan.ts';

export interface DeveloperKeyChangeInput {
  readonly desired: DesiredDeveloperKey;
  readonly live?: DeveloperKey;
  readonly adopted: boolean;
  /** Active keys that already bear the desired label. */
  readonly sameLabel: readonly KeyId[];
}

/** A key has no limits when it is made. */
export const NO_LIMITS: KeyLimits = { characters: null, speechToTextMilliseconds: null };

/** The limits that the entry names and that are not so. */
function limitChanges(before: KeyLimits, { limits, locate }: DesiredDeveloperKey): readonly LimitChange[] {
  return KEY_LIMITS.flatMap((limit): readonly LimitChange[] => {
    const [from, to, at] = [before[limit], limits[limit], locate(limit)];
    return to === undefined || to === from ? [] : [{ limit, from, to, ...(at !== undefined && { at }) }];
  });
}

function creation({ desired, sameLabel }: DeveloperKeyChangeInput): DeveloperKeyChange | undefined {
  // What should not work and is not there needs nothing.
  if (desired.deactivated) return undefined;
  const limits = limitChanges(NO_LIMITS, desired);
  const body: DeveloperKeyBody = {
    kind: 'developer-key',
    action: 'create',
    address: desired.address,
    adopted: false,
    nameAfter: desired.label,
    limits,
  };
  return { ...body, operations: developerKeyOperations(body, sameLabel), origin: desired.origin };
}

/**
 * The change that makes one key what its entry asks for; `undefined` when it is that already. One call for each part
 * that differs: label, limits, activity. A key that is to be deactivated gets no limits, since it can use up nothing
 * any more.
 */
export function developerKeyChange(input: DeveloperKeyChangeInput): DeveloperKeyChange | undefined {
  const { desired, live, adopted } = input;
  if (live === undefined) return creation(input);
  const deactivates = desired.deactivated && !live.deactivated;
  const limits = desired.deactivated ? [] : limitChanges(live.limits, desired);
  const body: DeveloperKeyBody = {
    kind: 'developer-key',
    action: deactivates ? 'deactivate' : 'update',
    address: desired.address,
    id: live.id,
    adopted,
    nameBefore: live.label,
    nameAfter: desired.label,
    limits,
  };
  const operations = developerKeyOperations(body, []);
  return operations.length === 0 ? undefined : { ...body, operations, origin: desired.origin };
}

/** The deactivation of a key that no file names any more. */
export function developerKeyDeactivation(address: DeveloperKeyAddress, live: DeveloperKey): DeveloperKeyChange {
  const body: DeveloperKeyBody = {
    kind: 'developer-key',
    action: 'deactivate',
    address,
    id: live.id,
    adopted: false,
    nameBefore: live.label,
    limits: [],
  };
  return { ...body, operations: developerKeyOperations(body, []) };
}
