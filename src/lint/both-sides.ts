import type { LintTerm } from './lint-input.ts';
import type { Hit } from './rule.ts';

const SIDES = ['source', 'target'] as const;

/** What a check finds in the source phrase and in the target phrase, each with its language. */
export const bothSides = (
  term: LintTerm,
  check: (phrase: string, language: string) => Omit<Hit, 'side'> | undefined,
): readonly Hit[] =>
  SIDES.flatMap((side) => {
    const found = check(term[side], term.pair[side]);
    return found === undefined ? [] : [{ side, ...found }];
  });
