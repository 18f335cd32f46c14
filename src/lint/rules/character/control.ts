import type { ServiceRule } from '../../rule.ts';

/** Control characters and line ends, which the service refuses. */
export const characterControl: ServiceRule = {
  id: 'character/control',
  level: 'error',
  scope: 'file',
  summary: 'A phrase contains a control character or a line end.',
  why: 'The service refuses the whole dictionary. Two lines in one cell are usually two terms.',
  message: 'the phrase contains a control character',
  fixes: {
    safety: 'safe',
    how: 'Control characters are removed. A line end stays, because only a person knows which line is the term.',
  },
  precision: [],
  bad: [{ pair: 'en->de', source: 'bas\u0007ket', target: 'Warenkorb', fixed: 'basket' }],
  good: [{ pair: 'en->de', source: 'basket', target: 'Warenkorb' }],
};
