import type { ServiceRule } from '../../rule.ts';

/** A row that occurs twice. */
export const termsRepeated: ServiceRule = {
  id: 'terms/repeated',
  level: 'warning',
  scope: 'file',
  reported: ['duplicate-source-same-target'],
  summary: 'A source phrase stands in two rows with the same translation.',
  why: 'It is sent once. Whoever changes one of the rows later makes two translations of them.',
  message: 'the row is there twice',
  precision: [],
  bad: [
    { pair: 'en->de', source: 'basket', target: 'Warenkorb' },
    { pair: 'en->de', source: 'basket', target: 'Warenkorb', note: 'beside the row above' },
  ],
  good: [{ pair: 'en->de', source: 'basket', target: 'Warenkorb' }],
};
