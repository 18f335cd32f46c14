import { STALE_VALUES_MAX, type StaleValue } from '../../kinds/stale-detail.ts';
import type { PairKey } from '../../model/entries/language-pair.ts';
import { allValues } from '../../model/plan/change-values.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import type { DesiredState } from '../../model/resources/desired.ts';
import type { KeyLimits } from '../../model/resources/developer-key.ts';
import { sameInstruction } from '../../model/resources/digest.ts';
import type { CustomInstruction, StyleListContent } from '../../model/resources/style-list.ts';
import type { Value, ValueChange } from '../../model/resources/value.ts';

/** What a plan was to do to one resource, where the files ask for something else by now: `now` is what they ask for. */
export interface ConfigDiff {
  readonly address: Address;
  /** The first ones. */
  readonly values: readonly StaleValue[];
  readonly count: number;
}

/** Instructions have no key in files: the very one is there, or another one of its label, or none. */
function desiredInstruction(list: StyleListContent | undefined, { from, to }: ValueChange): Value | undefined {
  const planned = (to ?? from) as CustomInstruction;
  const wanted = list?.instructions ?? [];
  if (wanted.some((each) => sameInstruction(each, planned, list?.language ?? ''))) return planned;
  return to === undefined ? undefined : wanted.find(({ label }) => label === planned.label);
}

/** What the files ask for, value by value, of the resource at an address. */
function desiredValues(desired: DesiredState, address: Address): (change: ValueChange) => Value | undefined {
  const isIt = (each: { readonly address: Address }): boolean => each.address === address;
  const glossary = desired.glossaries?.find(isIt);
  const list = desired.styleLists?.find(isIt)?.content;
  const key = desired.developerKeys?.find(isIt);
  return (change) => {
    const [part, group = '', name = ''] = change.key;
    switch (part) {
      case 'name':
        return (glossary ?? list)?.name;
      case 'label':
        return key?.label;
      case 'language':
        return list?.language;
      // A key that no file names any more is deactivated.
      case 'deactivated':
        return key?.deactivated ?? true;
      case 'limit':
        return key?.limits[group as keyof KeyLimits];
      case 'entry':
        return glossary?.dictionaries.get(group as PairKey)?.entries.get(name);
      case 'rule':
        return list?.rules.get(group)?.get(name);
      default:
        return desiredInstruction(list, change);
    }
  };
}

/**
 * What a plan that was saved does otherwise than the files ask by now, resource by resource. Of values that the plan
 * does not have it says nothing. Pure.
 */
export function configDiff(plan: Plan, desired: DesiredState): readonly ConfigDiff[] {
  return plan.changes.flatMap((change): readonly ConfigDiff[] => {
    const { address } = change;
    const desiredValue = desiredValues(desired, address);
    const values = allValues(change).flatMap((planned): readonly StaleValue[] => {
      const now = desiredValue(planned);
      if (now === planned.to) return [];
      const { at: _, key, ...sides } = planned;
      return [{ key, planned: true, ...sides, ...(now !== undefined && { now }) }];
    });
    return values.length === 0 ? [] : [{ address, values: values.slice(0, STALE_VALUES_MAX), count: values.length }];
  });
}
