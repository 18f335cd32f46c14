import { type Address, addressMatches } from '../model/resources/address.ts';
import { KINDS } from './registry.ts';

/** What an address or a pattern that names nothing was probably meant to be: the same with the kind in front of it. */
export const addressWithKind = (pattern: string, known: readonly Address[]): string | undefined =>
  KINDS.map(({ prefix }) => `${prefix}.${pattern}`).find((candidate) =>
    known.some((address) => addressMatches(candidate, address)),
  );
