import { CLASS } from '../../phrase-classes.ts';
import { bothSides, type TermRule } from '../../rule.ts';

/** A cell that a spreadsheet program may run. */
export const contentFormula: TermRule = {
  id: 'content/formula',
  level: 'off',
  scope: 'term',
  summary: 'A phrase begins with =, +, - or @, which a spreadsheet reads as a formula.',
  why:
    'If a person opens the file in a spreadsheet and saves it, the result of the formula, or an error, replaces ' +
    'the term.',
  message: '{side} phrase {quoted text} begins with {quoted sign}; a spreadsheet reads it as a formula',
  precision: [],
  bad: [{ pair: 'en->de', source: '=SUM', target: '=SUMME' }],
  good: [
    { pair: 'en->de', source: 'C++', target: 'C++' },
    { pair: 'en->de', source: '-', target: '-', note: 'only a sign' },
  ],
  needs: () => ({ source: CLASS.sign, target: CLASS.sign }),
  check: (term) =>
    bothSides(term, (phrase) => (/^[=+\-@]./u.test(phrase) ? { details: { sign: phrase.charAt(0) } } : undefined)),
};
