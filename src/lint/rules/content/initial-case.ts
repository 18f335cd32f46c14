import type { TermRule } from '../../rule.ts';

const INITIAL = /^[^\p{L}]*(\p{Lu})?(\p{Ll})?/u;

type Case = 'upper' | 'lower';

/** The case of the first letter; `undefined` if it has no case. */
function initialOf(phrase: string): Case | undefined {
  const [, upper, lower] = INITIAL.exec(phrase) ?? [];
  return upper !== undefined ? 'upper' : lower !== undefined ? 'lower' : undefined;
}

/** A capital at the beginning of only one side. */
export const contentInitialCase: TermRule = {
  id: 'content/initial-case',
  level: 'off',
  scope: 'term',
  summary: 'One phrase begins with an upper-case letter, and the other with a lower-case one.',
  why:
    'If both languages use capitals in the same way, one of the phrases was copied from the beginning of a ' +
    'sentence.',
  message: '{side} phrase {quoted text} and the source phrase {quoted term} differ in the case of the first letter',
  exceptions: ['German target phrases, because German nouns begin with a capital letter.'],
  precision: [],
  bad: [{ pair: 'en->fr', source: 'basket', target: 'Panier' }],
  good: [
    { pair: 'en->fr', source: 'basket', target: 'panier' },
    { pair: 'en->de', source: 'basket', target: 'Warenkorb' },
    { pair: 'en->ja', source: 'Basket', target: 'かご', note: 'no case' },
  ],
  needs: ({ target }) => (target === 'de' ? undefined : { targetLacks: 0 }),
  check: ({ source, target, pair }) => {
    const [wanted, found] = [initialOf(source), initialOf(target)];
    if (pair.target === 'de' || wanted === undefined || found === undefined || wanted === found) return [];
    return [{ side: 'target' }];
  },
};
