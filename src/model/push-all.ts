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
