import { patternsFor } from '../../kinds/model/resource-kind.ts';
import { kindAt } from '../../kinds/registry.ts';
import { type Address, matchesAny } from '../../model/resources/address.ts';

/** True when one of the patterns consents to the loss of what has this address. */
export function consents(patterns: readonly string[], address: Address): boolean {
  const kind = kindAt(address);
  return matchesAny(kind === undefined ? patterns : patternsFor(kind, patterns), address);
}

/** Patterns that mean everything there is, and not what happens to be there. */
const EVERYTHING = ['*', '*/*'];

/**
 * True when a pattern is the address itself, or stands for everything: then it is meant, however little would be left.
 */
export const consentsToAll = (patterns: readonly string[], address: Address): boolean =>
  consents(
    patterns.filter((pattern) => pattern === address || EVERYTHING.includes(pattern)),
    address,
  );
