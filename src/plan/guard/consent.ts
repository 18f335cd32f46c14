import { type Address, matchesAny, mayNameKind } from '../../model/resources/address.ts';

/** The first part of every address of a developer key. */
const KEY_KIND = 'developer_key';

/**
 * The patterns of `--allow-delete` and `prune:` that speak of developer keys. What uses a key stops at once and for
 * good when it goes, so only a pattern that names the kind does: `developer_key.*` does, `*` does not.
 */
export const keyPatterns = (patterns: readonly string[]): readonly string[] =>
  patterns.filter((pattern) => pattern.startsWith(KEY_KIND));

/** True when one of the patterns consents to the loss of what has this address. */
export const consents = (patterns: readonly string[], address: Address): boolean =>
  matchesAny(address.startsWith(`${KEY_KIND}.`) ? keyPatterns(patterns) : patterns, address);

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

/** False when no pattern of `--only` can match a developer key: then no admin key is needed to look at them. */
export const mayNameKeys = (only: readonly string[]): boolean => mayNameKind(only, KEY_KIND);
