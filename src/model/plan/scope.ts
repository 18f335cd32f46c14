import { matchesAny } from '../resources/address.ts';

/** What the patterns of a plan let through. */
export interface Scope {
  /** The resource with all its parts. */
  readonly whole: (address: string) => boolean;
  /** A part with an address of its own: named itself, or as part of its resource. */
  readonly child: (address: string, child: string) => boolean;
  /** False when the patterns let neither the resource nor any part of it through, whatever its parts are called. */
  readonly any: (address: string) => boolean;
}

/** A pattern that matches no address. A list without patterns would mean everything. */
const NO_ADDRESS = '';

/** Patterns that let exactly these resources through, nothing when there are none. */
export const addressesOnly = (addresses: readonly string[]): readonly string[] =>
  addresses.length === 0 ? [NO_ADDRESS] : addresses;

/** No patterns: everything. */
export function scopeOf(only: readonly string[]): Scope {
  // A plan of what changed names hundreds of addresses, and is asked for thousands.
  const named = new Set(only.filter((each) => !each.includes('*')));
  const patterns = only.filter((each) => each.includes('*'));
  const lets = (address: string): boolean => named.has(address) || matchesAny(patterns, address);
  const whole = (address: string): boolean => only.length === 0 || lets(address);
  const namesParts = only.some((each) => /[*/]/.test(each));
  const any = (address: string): boolean => namesParts || whole(address);
  return { whole, any, child: (address, child) => whole(address) || lets(`${address}/${child}`) };
}
