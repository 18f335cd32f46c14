import { matchesAny } from '../resources/address.ts';

/** What the `--only` patterns let through. */
export interface Scope {
  /** The resource with all its parts. */
  readonly whole: (address: string) => boolean;
  /** One dictionary: named itself, or as part of its glossary. */
  readonly dictionary: (glossary: string, pair: string) => boolean;
}

/** No patterns: everything. */
export function scopeOf(only: readonly string[]): Scope {
  const whole = (address: string): boolean => only.length === 0 || matchesAny(only, address);
  return {
    whole,
    dictionary: (glossary, pair) => whole(glossary) || matchesAny(only, `${glossary}/${pair}`),
  };
}
