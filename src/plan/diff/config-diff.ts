import { STALE_VALUES_MAX, type StaleValue } from '../../change/stale-detail.ts';
import { isItemPart, wantedItem } from '../../kinds/items.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { type DesiredState, desiredOf } from '../../kinds/states.ts';
import { allValues, type Change, type Plan } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import { keyText, type Value, type ValueChange } from '../../model/resources/resource.ts';

/** The values of a saved plan that differ from the files, for one resource. `now`: the value in the files. */
export interface ConfigDiff {
  readonly address: Address;
  /** The first ones, up to `STALE_VALUES_MAX`. */
  readonly values: readonly StaleValue[];
  readonly count: number;
}

/** Returns the function that reads the value which the files ask for, for each value of a change. */
function desiredValues(desired: DesiredState, { kind, address }: Change): (change: ValueChange) => Value | undefined {
  const model = kindNamed(kind);
  const found = desiredOf(desired, model.plural)?.find((each) => each.address === address);
  const content = found && model.contentOf(found);
  const values = found && model.values(content);
  const children = found && model.children?.(content);
  return (change) => {
    const [part, group = '', name = ''] = change.key;
    if (isItemPart(model, part)) return wantedItem(model, content, change);
    // Such a value states that the whole resource is deleted, which is true if no file names it any more.
    if (found === undefined && model.parts[part]?.role === 'whole') return true;
    return part in model.parts ? values?.get(keyText(change.key)) : children?.get(group)?.entries.get(name);
  };
}

/**
 * The differences between a saved plan and the files, by resource. Only values that the plan contains are compared.
 * Pure.
 */
export function configDiff(plan: Plan, desired: DesiredState): readonly ConfigDiff[] {
  return plan.changes.flatMap((change): readonly ConfigDiff[] => {
    const { address } = change;
    const desiredValue = desiredValues(desired, change);
    const values = allValues(change).flatMap((planned): readonly StaleValue[] => {
      const now = desiredValue(planned);
      if (now === planned.to) return [];
      const { at: _, term: _term, key, ...sides } = planned;
      return [{ key, planned: true, ...sides, ...(now !== undefined && { now }) }];
    });
    return values.length === 0 ? [] : [{ address, values: values.slice(0, STALE_VALUES_MAX), count: values.length }];
  });
}
