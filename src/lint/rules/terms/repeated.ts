import type { ServiceRule } from '../../rule.ts';

/** A row that occurs twice. */
export const termsRepeated: ServiceRule = {
  id: 'terms/repeated',
  level: 'warning',
  scope: 'file',
  summary: 'Two rows have the same source phrase and the same translation.',
  why: 'The term is sent once. If only one of the rows is changed later, the phrase has two translations.',
  message: 'the row exists twice',
  precision: [],
  bad: [
    { pair: 'en->de', source: 'basket', target: 'Warenkorb' },
    { pair: 'en->de', source: 'basket', target: 'Warenkorb', note: 'next to the row above' },
  ],
  good: [{ pair: 'en->de', source: 'basket', target: 'Warenkorb' }],
};
