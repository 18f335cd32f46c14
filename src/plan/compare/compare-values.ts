import { itemsOf } from '../../kinds/items.ts';
import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import { sizesOf } from '../../kinds/words.ts';
import { byCodeUnit } from '../../model/order.ts';
import { keyText, parseKey, type Value, type ValueKey } from '../../model/resources/value.ts';
import type { Compared, PerTarget, ValueComparison } from './comparison.ts';

/** Values by the text of their key, or the entries of a dictionary by source phrase. */
interface NamedValues extends Iterable<readonly [name: string, value: Value | undefined]> {
  get(name: string): Value | undefined;
}

export const present = <Side>(sides: PerTarget<Side>): readonly Side[] => sides.filter((side) => side !== null);

/** The values that are not the same on all sides that are there, in the order of their names. */
export function compareValues(
  sides: PerTarget<NamedValues>,
  keyOf: (name: string) => ValueKey = parseKey,
): readonly ValueComparison[] {
  const all = present(sides);
  const differing = new Set<string>();
  for (const side of all)
    for (const [name, value] of side)
      if (all.some((other) => other !== side && other.get(name) !== value)) differing.add(name);
  return [...differing]
    .sort(byCodeUnit)
    .map((name) => ({ key: keyOf(name), values: sides.map((side) => side?.get(name) ?? null) }));
}

/** A value without a key. `key`: by its content, what names it first; so two of the same content have the same key. */
interface UnkeyedValue {
  readonly key: ValueKey;
  readonly value: Value;
}

const unkeyedOf = (kind: AnyKind, content: unknown): readonly UnkeyedValue[] =>
  itemsOf(kind, content).map(({ names, content: value }) => ({
    key: [kind.ledger.items?.part ?? '', ...names],
    value,
  }));

/** Values without a key by their content; the same content again has a number of its own. */
function byContent(items: readonly UnkeyedValue[]): ReadonlyMap<string, UnkeyedValue> {
  const named = new Map<string, UnkeyedValue>();
  for (const item of items) {
    let count = 1;
    while (named.has(keyText([...item.key, String(count)]))) count += 1;
    named.set(keyText([...item.key, String(count)]), item);
  }
  return named;
}

/**
 * What is left of the values without a key without those that all sides have. Each is known by what names it where
 * every side has at most one of that name left, so that these stand side by side; else by its content.
 */
function itemsLeft(sides: PerTarget<readonly UnkeyedValue[]>): PerTarget<NamedValues> {
  const all = sides.map((side) => side && byContent(side));
  const left = all.map((side) => side && [...side].filter(([name]) => !present(all).every((other) => other.has(name))));
  const nameOf = ({ key: [part, name = ''] }: UnkeyedValue): string => keyText([part, name]);
  const isUnclear = (name: string): boolean =>
    present(left).some((side) => side.filter(([, item]) => nameOf(item) === name).length > 1);
  return left.map(
    (side) =>
      side &&
      new Map(side.map(([content, item]) => [isUnclear(nameOf(item)) ? content : nameOf(item), item.value] as const)),
  );
}

/** What differs between the resources of one name themselves. The name is the same. */
export const compareContents = (kind: AnyKind, sides: PerTarget<unknown>): Compared => ({
  sizes: sides.map((side) => (side === null ? null : sizesOf(kind, side))),
  values: [
    ...compareValues(sides.map((side) => (side === null ? null : kind.values(side)))),
    ...compareValues(itemsLeft(sides.map((side) => (side === null ? null : unkeyedOf(kind, side))))),
  ],
});
