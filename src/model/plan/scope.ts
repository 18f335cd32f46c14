import { matchesAny } from '../resources/address.ts';

/** What the patterns of a plan let through. */
export interface Scope {
  /** The resource with all its parts. */
  readonly whole: (address: string) => boolean;
  /** A part with an address of its own: named itself, or as part of its resource. */
  readonly child: (address: string, child: string) => boolean;
}

/** A pattern that matches no address. A list without patterns would mean everything. */
const NO_ADDRESS = '';

/** Patterns that let exactly these resources through, nothing when there are none. */
export const addressesOnly = (addresses: readonly string[]): readonly string[] =>
  addresses.length === 0 ? [NO_ADDRESS] : addresses;

/** No patterns: everything. */
export function scopeOf(only: readonly string[]): Scope {
  const whole = (address: string): boolean => only.length === 0 || matchesAny(only, address);
  return {
    whole,
    child: (address, child) => whole(address) || matchesAny(only, `${address}/${child}`),
  };
}
