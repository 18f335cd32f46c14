import {
  changeKind,
  keyText,
  parseKey,
  type Value,
  type ValueChange,
  type ValueKey,
} from '../model/resources/resource.ts';

/** Values by the text of their key. `undefined`: the resource has this value, but it is unknown. */
export type Values = ReadonlyMap<string, Value | undefined>;

export const keyedValues = (...values: readonly (readonly [key: ValueKey, value: Value | undefined])[]): Values =>
  new Map(values.map(([key, value]) => [keyText(key), value]));

const ORDER = { removed: 0, changed: 1, added: 2 } as const;

/**
 * The values that differ between two resources: part by part, and in each part removed, changed, added. A value that is
 * unknown on one side counts as unchanged.
 */
export function diffValues(before: Values, after: Values): readonly ValueChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const parts = new Map(names.map((name, place) => [parseKey(name)[0], place]));
  const isUnknown = (side: Values, name: string): boolean => side.has(name) && side.get(name) === undefined;
  const rank = (change: ValueChange): number => 3 * (parts.get(change.key[0]) ?? 0) + ORDER[changeKind(change)];
  return names
    .flatMap((name): readonly ValueChange[] => {
      const [from, to] = [before.get(name), after.get(name)];
      if (from === to || isUnknown(before, name) || isUnknown(after, name)) return [];
      return [{ key: parseKey(name), ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
    })
    .sort((left, right) => rank(left) - rank(right));
}
