import { bothSides } from '../../both-sides.ts';
import { CLASS } from '../../phrase-classes.ts';
import type { TermRule } from '../../rule.ts';

const count = (phrase: string, marks: RegExp): number => (phrase.match(marks) ?? []).length;

/** Double quotation marks come in twos. A single `″` behind a digit is an inch. */
const isOdd = (phrase: string): boolean =>
  count(phrase, /(?<!\d)"/gu) % 2 === 1 || count(phrase, /[“”„‟]/gu) % 2 === 1 || count(phrase, /[«»]/gu) % 2 === 1;

/** A quotation mark without its partner. */
export const contentUnbalancedQuotes: TermRule = {
  id: 'content/unbalanced-quotes',
  level: 'off',
  scope: 'term',
  summary: 'A quotation mark is opened and not closed, or closed and not opened.',
  why: 'The service writes the single mark into the text.',
  message: '{side} phrase {quoted text} has a quotation mark without its partner',
  precision: [{ right: 3, hits: 20, lists: 'UI lists: about 15 %' }],
  bad: [{ pair: 'en->de', source: '"soft launch', target: 'Vorpremiere' }],
  good: [
    { pair: 'en->de', source: 'so-called "cloud"', target: 'sogenannte „Cloud“' },
    { pair: 'en->de', source: '15" screen', target: '15-Zoll-Bildschirm', note: 'inches' },
  ],
  needs: () => {
    const marks = CLASS.quote | CLASS.punctuation | CLASS.latinSign;
    return { source: marks, target: marks };
  },
  check: (term) => bothSides(term, (phrase) => (isOdd(phrase) ? {} : undefined)),
};
