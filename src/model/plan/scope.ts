import { matchesAny } from '../resources/address.ts';

/** The resources that the patterns of a plan select. */
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

/** Patterns that select exactly these resources, or none if the list is empty. */
export const addressesOnly = (addresses: readonly string[]): readonly string[] =>
  addresses.length === 0 ? [NO_ADDRESS] : addresses;

/** No patterns: everything. */
export function scopeOf(only: readonly string[]): Scope {
  // A plan of changed resources names hundreds of addresses, and this function runs thousands of times.
  const named = new Set(only.filter((each) => !each.includes('*')));
  const patterns = only.filter((each) => each.includes('*'));
  const lets = (address: string): boolean => named.has(address) || matchesAny(patterns, address);
  const whole = (address: string): boolean => only.length === 0 || lets(address);
  const namesParts = only.some((each) => /[*/]/.test(each));
  const any = (address: string): boolean => namesParts || whole(address);
  return { whole, any, child: (address, child) => whole(address) || lets(`${address}/${child}`) };
}
