import { kindAt } from '../../kinds/registry.ts';
import { patternsFor } from '../../kinds/traits.ts';
import { type Address, matchesAny } from '../../model/resources/address.ts';

/** True if one of the patterns consents to deletions at this address. */
export function consents(patterns: readonly string[], address: Address): boolean {
  const kind = kindAt(address);
  return matchesAny(kind === undefined ? patterns : patternsFor(kind, patterns), address);
}

/** Patterns that explicitly match everything. */
const EVERYTHING = ['*', '*/*'];

/**
 * True if a pattern is exactly the address, or explicitly matches everything. Then the user intends the deletion,
 * however little remains.
 */
export const consentsToAll = (patterns: readonly string[], address: Address): boolean =>
  consents(
    patterns.filter((pattern) => pattern === address || EVERYTHING.includes(pattern)),
    address,
  );
