import { matchesAny } from '../resources/address.ts';

/** What the `--only` patterns let through. */
export interface Scope {
  /** The resource with all its parts. */
  readonly whole: (address: string) => boolean;
  /** A part with an address of its own: named itself, or as part of its resource. */
  readonly child: (address: string, child: string) => boolean;
}

/** No patterns: everything. */
export function scopeOf(only: readonly string[]): Scope {
  const whole = (address: string): boolean => only.length === 0 || matchesAny(only, address);
  return {
    whole,
    child: (address, child) => whole(address) || matchesAny(only, `${address}/${child}`),
  };
}
