import type { LintTerm } from './lint-input.ts';
import type { Hit } from './rule.ts';

const SIDES = ['source', 'target'] as const;

/** The hits of a check in the source phrase and in the target phrase. The check also gets the language. */
export const bothSides = (
  term: LintTerm,
  check: (phrase: string, language: string) => Omit<Hit, 'side'> | undefined,
): readonly Hit[] =>
  SIDES.flatMap((side) => {
    const found = check(term[side], term.pair[side]);
    return found === undefined ? [] : [{ side, ...found }];
  });
