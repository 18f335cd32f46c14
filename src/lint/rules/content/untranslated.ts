import type { TermRule } from '../../rule.ts';

/** A target phrase that equals its source phrase. */
export const contentUntranslated: TermRule = {
  id: 'content/untranslated',
  level: 'off',
  scope: 'term',
  summary: 'The target phrase equals the source phrase.',
  why:
    'This keeps a term unchanged. If all other words of the list have translations, the translation was probably ' +
    'forgotten.',
  message: '{side} phrase {quoted text} equals the source phrase',
  precision: [],
  bad: [{ pair: 'en->de', source: 'basket', target: 'basket' }],
  good: [
    { pair: 'en->de', source: 'basket', target: 'Warenkorb' },
    { pair: 'en->de', source: '404', target: '404', note: 'nothing to translate' },
  ],
  needs: () => ({ targetLacks: 0 }),
  check: ({ source, target }) => (source === target && /\p{L}/u.test(target) ? [{ side: 'target' }] : []),
};
