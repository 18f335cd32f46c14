/**
 * Compares by UTF-16 code unit, for `sort`. Never `localeCompare`: the same plan must come out on every machine,
 * whatever its locale.
 */
export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Adds items to the end of a list. `list.push(...items)` overflows the stack from about 120,000 items on. */
export function pushAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/**
 * The largest number, or `least` when none is larger, for lists of any length: `Math.max(...numbers)` has the same
 * limit.
 */
export function largest(numbers: Iterable<number>, least: number): number {
  let most = least;
  for (const number of numbers) if (number > most) most = number;
  return most;
}

/** Groups items by key, in their order. */
export function grouped<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Compares by Unicode code point, for `sort`: unlike by code unit, emoji are after all letters of the first plane. */
export function byCodePoint(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  const [one, other] = [left.charCodeAt(at), right.charCodeAt(at)];
  if (at === left.length || at === right.length) return left.length - right.length;
  const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
  return isSurrogate(one) === isSurrogate(other) ? one - other : isSurrogate(one) ? 1 : -1;
}

/** A term as lists are sorted by it: without case, and with its accents composed, the same on every machine. */
export const foldedTerm = (term: string): string => term.normalize('NFC').toLowerCase();
