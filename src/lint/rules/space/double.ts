import { CLASS } from '../../phrase-classes.ts';
import type { Hit, TermRule } from '../../rule.ts';

const DOUBLE = / {2,}/g;

const found = (side: Hit['side'], phrase: string): readonly Hit[] =>
  phrase.includes('  ') ? [{ side, fix: { safety: 'safe', text: phrase.replace(DOUBLE, ' ') } }] : [];

/** Two adjacent spaces. */
export const spaceDouble: TermRule = {
  id: 'space/double',
  level: 'warning',
  scope: 'term',
  summary: 'A phrase contains two or more spaces in a row.',
  why:
    'Texts rarely contain the second space, so the source phrase never matches. A target phrase would insert it ' +
    'into every translation.',
  message: '{side} phrase {quoted text} has two spaces in a row',
  fixes: { safety: 'safe', how: 'One space stays.' },
  precision: [
    { right: 25, hits: 25, lists: 'UI terms and names of countries' },
    { right: 22, hits: 22, lists: 'OpenStreetMap presets and names of countries and languages' },
  ],
  bad: [
    { pair: 'en->de', source: 'sign  in', target: 'anmelden', fixed: 'sign in' },
    { pair: 'en->fr', source: 'pay', target: 'payer   maintenant', fixed: 'payer maintenant' },
  ],
  good: [{ pair: 'en->de', source: 'sign in', target: 'sich anmelden' }],
  needs: () => ({ source: CLASS.doubleSpace, target: CLASS.doubleSpace }),
  check: ({ source, target }) => [...found('source', source), ...found('target', target)],
};
