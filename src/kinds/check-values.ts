import type { ChangeBody } from '../change/draft.ts';
import { keyText, type ValueChange } from '../model/resources/resource.ts';
import type { Part, Parts } from './kind.ts';

/** True for a text whose key has this number of names. */
export const isText =
  (count = 0): Part['holds'] =>
  (value, names) =>
    typeof value === 'string' && names.length === count;

/** `keepsPlace`: a removed value may still have a place, such as an emptied cell in its row. */
function isSound({ key: [part, ...names], from, to, at }: ValueChange, parts: Parts, keepsPlace: boolean): boolean {
  const known = Object.hasOwn(parts, part) ? parts[part] : undefined;
  if (known === undefined) return false;
  const sides = [from, to].filter((side) => side !== undefined);
  const isHeading = known.role === 'heading';
  const isPlaceless = isHeading || (to === undefined && !keepsPlace);
  return (
    sides.length > 0 &&
    sides.every((side) => known.holds(side, names)) &&
    (isHeading || from !== to) &&
    (!isPlaceless || at === undefined)
  );
}

/** True if all values belong to these parts, without duplicates, and the two sides of each value differ. */
export const areOfParts = (values: readonly ValueChange[], parts: Parts, keepsPlace = false): boolean =>
  new Set(values.map(({ key }) => keyText(key))).size === values.length &&
  values.every((value) => isSound(value, parts, keepsPlace));

/** The parts with a role. */
export const partsWith = (parts: Parts, role: Part['role']): readonly string[] =>
  Object.keys(parts).filter((part) => parts[part]?.role === role);

/** True if the values of a change fit its kind, without duplicates, with values of always present parts first. */
export function areValuesSound({ action, values, before }: ChangeBody, parts: Parts): boolean {
  const [headings, sized] = [partsWith(parts, 'heading'), partsWith(parts, 'counted')];
  const [comes, goes] = [action === 'create', values[0]?.to === undefined];
  return (
    headings.every((part, index) => values[index]?.key[0] === part) &&
    areOfParts(values, parts) &&
    values
      .slice(0, headings.length)
      .every(({ from, to }) => comes === (from === undefined) && goes === (to === undefined)) &&
    // The label of a key that a file still names may stay when the key is deactivated.
    (action === 'deactivate' || goes === (action === 'delete')) &&
    Object.keys(before).length === sized.length &&
    sized.every((part) => Object.hasOwn(before, part))
  );
}
