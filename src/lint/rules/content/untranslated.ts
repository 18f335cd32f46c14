import type { TermRule } from '../../rule.ts';

/** A target phrase that equals its source phrase. */
export const contentUntranslated: TermRule = {
  id: 'content/untranslated',
  level: 'off',
  scope: 'term',
  summary: 'The target phrase is the source phrase.',
  why: 'That is how a term is kept as it is; in a list of words that all have translations, it was forgotten.',
  message: '{side} phrase {quoted text} is the source phrase',
  precision: [],
  bad: [{ pair: 'en->de', source: 'basket', target: 'basket' }],
  good: [
    { pair: 'en->de', source: 'basket', target: 'Warenkorb' },
    { pair: 'en->de', source: '404', target: '404', note: 'nothing to translate' },
  ],
  needs: () => ({ targetLacks: 0 }),
  check: ({ source, target }) => (source === target && /\p{L}/u.test(target) ? [{ side: 'target' }] : []),
};
