import { lazy } from '../../../model/lazy.ts';
import { CLASS } from '../../phrase-classes.ts';
import { bothSides, type TermRule } from '../../rule.ts';

/** Languages in which U+2018 replaces a letter. Source: Unicode CLDR 48, exemplar characters (`ʻ`). */
const A_LETTER: ReadonlySet<string> = new Set(['uz', 'haw', 'to', 'sm', 'ty', 'niu', 'rar', 'mi', 'wls', 'kaa', 'crh']);

const inside = lazy(() => /(?<=\p{Script=Latin})\u2018(?=\p{Script=Latin})/gu);

/** A quotation mark instead of an apostrophe. */
export const characterApostrophe: TermRule = {
  id: 'character/apostrophe',
  level: 'warning',
  scope: 'term',
  summary: 'A word contains an opening quotation mark (U+2018) instead of an apostrophe.',
  why: 'Texts contain an apostrophe, so the source phrase never matches. In a target phrase it is a typing error.',
  message: '{side} phrase {quoted text} has the quotation mark U+2018 instead of an apostrophe; use U+2019',
  fixes: {
    safety: 'safe',
    how: 'U+2019 replaces it.',
  },
  exceptions: ['In Uzbek, Hawaiian, Tongan, Samoan, Tahitian and similar languages, U+2018 is a letter. Source: CLDR.'],
  precision: [],
  bad: [
    { pair: 'en->fr', source: 'image', target: 'l\u2018image', fixed: 'l’image' },
    { pair: 'en->de', source: 'don\u2018t', target: 'nicht', fixed: 'don’t' },
  ],
  good: [
    { pair: 'en->fr', source: 'image', target: 'l’image' },
    { pair: 'en->uz', source: 'Uzbek', target: 'o\u2018zbek', note: 'a letter' },
    { pair: 'en->de', source: 'so-called', target: '\u201aso genannt\u2018', note: 'German quotation marks' },
  ],
  needs: () => ({ source: CLASS.punctuation, target: CLASS.punctuation }),
  check: (term) =>
    bothSides(term, (phrase, language) => {
      if (!phrase.includes('\u2018') || A_LETTER.has(language) || phrase.includes('\u201a')) return undefined;
      const text = phrase.replace(inside(), '\u2019');
      return text === phrase ? undefined : { fix: { safety: 'safe', text } };
    }),
};
