import { foldedPhrase } from '../../fold-phrase.ts';
import type { DictionaryRule } from '../../rule.ts';

/** Source phrases that are equal except for case and width, with different targets. */
export const termsNearDuplicate: DictionaryRule = {
  id: 'terms/near-duplicate',
  level: 'warning',
  scope: 'dictionary',
  summary: 'Two source phrases differ only in case or width, but their translations differ in more.',
  why: 'The service does not document which of them it uses for a word at the beginning of a sentence.',
  message:
    '{quoted term} and {quoted other} differ only in case or width, but are translated as {quoted text} and ' +
    '{quoted otherText}',
  precision: [{ right: 8, hits: 8, lists: 'UI terms' }],
  bad: [
    { pair: 'en->de', source: 'Basket', target: 'Korb' },
    { pair: 'en->de', source: 'basket', target: 'Warenkorb', note: 'next to the row above' },
  ],
  good: [
    { pair: 'en->de', source: 'Basket', target: 'Warenkorb' },
    { pair: 'en->de', source: 'basket', target: 'Warenkorb', note: 'the translation is the same' },
    { pair: 'en->fr', source: 'Open', target: 'Ouvrir' },
    { pair: 'en->fr', source: 'open', target: 'ouvrir', note: 'the translations also differ only in case' },
  ],
  check: (dictionary) =>
    dictionary.alike().flatMap(([first = '', ...others]) => {
      const text = dictionary.entries.get(first) ?? '';
      return others.flatMap((source) => {
        const other = dictionary.entries.get(source) ?? '';
        if (foldedPhrase(other) === foldedPhrase(text)) return [];
        return [
          {
            dictionary,
            source,
            side: 'target' as const,
            related: [[dictionary, first] as const],
            details: { other: first, otherText: text },
          },
        ];
      });
    }),
};
