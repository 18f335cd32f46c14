/**
 * Compares by UTF-16 code unit, for `sort`. Never `localeCompare`: the same plan must come out on every machine,
 * whatever its locale.
 */
export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
