import { valueChange } from '../../model/plan/change-values.ts';
import type { Change } from '../../model/plan/plan.ts';
import type { DeveloperKeyAddress } from '../../model/resources/address.ts';
import type { DesiredDeveloperKey } from '../../model/resources/desired.ts';
import { type DeveloperKey, KEY_LIMITS, type KeyLimits } from '../../model/resources/developer-key.ts';
import type { ValueChange } from '../../model/resources/value.ts';
import { type ChangeBody, withOperations } from '../draft.ts';
import { developerKeyOperations } from './developer-key-operations.ts';

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
  const change = withOperations(body, developerKeyOperations(body, live === undefined ? sameLabel : []));
  return change.operations.length === 0 ? undefined : change;
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
  return withOperations(body, developerKeyOperations(body, []));
}
