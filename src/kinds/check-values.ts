import type { ChangeBody } from '../change/draft.ts';
import { keyText, type Value, type ValueChange } from '../model/resources/value.ts';
import type { Parts } from './model/resource-kind.ts';

export const isText = (value: Value): boolean => typeof value === 'string';
export const isUnnamed = (names: readonly string[]): boolean => names.length === 0;

function isSound({ key: [part, ...names], from, to, at }: ValueChange, parts: Parts): boolean {
  const known = Object.hasOwn(parts, part) ? parts[part] : undefined;
  const sides = [from, to].filter((side) => side !== undefined);
  const isPlaceless = known?.always === true || (to === undefined && known?.keepsPlace !== true);
  return (
    known?.isNamed(names) === true &&
    sides.length > 0 &&
    sides.every(known.holds) &&
    (known.always === true || from !== to) &&
    (!isPlaceless || at === undefined)
  );
}

/** True if all values belong to these parts, without duplicates, and the two sides of each value differ. */
export const areOfParts = (values: readonly ValueChange[], parts: Parts): boolean =>
  new Set(values.map(({ key }) => keyText(key))).size === values.length &&
  values.every((value) => isSound(value, parts));

/** True if the values of a change fit its kind, without duplicates, with values of always present parts first. */
export function areValuesSound({ action, values, before }: ChangeBody, parts: Parts): boolean {
  const [given, sized] = (['always', 'sized'] as const).map((flag) =>
    Object.keys(parts).filter((part) => parts[part]?.[flag]),
  ) as [string[], string[]];
  const [comes, goes] = [action === 'create', values[0]?.to === undefined];
  return (
    given.every((part, index) => values[index]?.key[0] === part) &&
    areOfParts(values, parts) &&
    values
      .slice(0, given.length)
      .every(({ from, to }) => comes === (from === undefined) && goes === (to === undefined)) &&
    // The label of a key that a file still names may stay when the key is deactivated.
    (action === 'deactivate' || goes === (action === 'delete')) &&
    Object.keys(before).length === sized.length &&
    sized.every((part) => Object.hasOwn(before, part))
  );
}
