import { type Address, addressMatches } from '../model/resources/address.ts';
import { KINDS } from './registry.ts';

/**
 * The probable meaning of an address or pattern that matches nothing: the same text with the prefix of a kind, if that
 * matches.
 */
export const addressWithKind = (pattern: string, known: readonly Address[]): string | undefined =>
  KINDS.map(({ prefix }) => `${prefix}.${pattern}`).find((candidate) =>
    known.some((address) => addressMatches(candidate, address)),
  );
