import type { ServiceRule } from '../../rule.ts';

/** White space at the beginning or the end, which the service refuses. */
export const spaceOuter: ServiceRule = {
  id: 'space/outer',
  level: 'error',
  scope: 'file',
  summary: 'A phrase begins or ends with white space.',
  why: 'The service refuses the whole dictionary.',
  message: 'the phrase begins or ends with white space',
  fixes: {
    safety: 'safe',
    how:
      'The white space is removed. If quotes follow it, as in house, "Haus", the fix is suggested, and the quotes ' +
      'are removed too.',
  },
  precision: [{ right: 17, hits: 17, lists: 'UI terms and names of countries' }],
  bad: [{ pair: 'en->de', source: ' basket', target: 'Warenkorb', fixed: 'basket' }],
  good: [{ pair: 'en->de', source: 'basket', target: 'Warenkorb' }],
};
