import type { ServiceRule } from '../../rule.ts';

/** A source phrase with two translations. */
export const termsDuplicate: ServiceRule = {
  id: 'terms/duplicate',
  level: 'error',
  scope: 'file',
  summary: 'A source phrase has two different translations in one dictionary.',
  why:
    'The service accepts one translation for each source phrase. Often the rows are two parts of speech. Keep the ' +
    'one that texts need more often.',
  message: 'the source phrase has two translations',
  precision: [],
  bad: [
    { pair: 'en->de', source: 'order', target: 'Bestellung' },
    { pair: 'en->de', source: 'order', target: 'bestellen', note: 'next to the row above' },
  ],
  good: [{ pair: 'en->de', source: 'order', target: 'Bestellung' }],
};
