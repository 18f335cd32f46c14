import { foldedPhrase } from '../../fold-phrase.ts';
import type { DictionaryRule } from '../../rule.ts';

/** Possible singulars of an English plural. */
function singularsOf(source: string): readonly string[] {
  if (!source.endsWith('s') || source.endsWith('ss')) return [];
  return [
    source.slice(0, -1),
    ...(source.endsWith('es') ? [source.slice(0, -2)] : []),
    ...(source.endsWith('ies') ? [`${source.slice(0, -3)}y`] : []),
  ];
}

/** English singular and plural with one translation. */
export const termsSingularPlural: DictionaryRule = {
  id: 'terms/singular-plural',
  level: 'off',
  scope: 'dictionary',
  summary: 'An English term exists in singular and plural, with the same translation.',
  why: 'The service inflects terms, so the singular is usually sufficient, and two rows must be kept equal.',
  message: '{quoted term} is the plural of {quoted other}, which has the same translation {quoted text}',
  precision: [],
  bad: [
    { pair: 'en->ja', source: 'vaccine', target: 'ワクチン' },
    { pair: 'en->ja', source: 'vaccines', target: 'ワクチン', note: 'next to the row above' },
  ],
  good: [
    { pair: 'en->de', source: 'vaccine', target: 'Impfstoff' },
    { pair: 'en->de', source: 'vaccines', target: 'Impfstoffe', note: 'the translation is another' },
  ],
  check: (dictionary) => {
    const { entries, pair } = dictionary;
    if (pair.source !== 'en') return [];
    return Array.from(entries).flatMap(([source, target]) => {
      const other = singularsOf(source).find(
        (singular) => foldedPhrase(entries.get(singular) ?? '') === foldedPhrase(target),
      );
      if (other === undefined) return [];
      return [{ dictionary, source, related: [[dictionary, other] as const], details: { other } }];
    });
  },
};
