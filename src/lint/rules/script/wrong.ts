import { foldedPhrase } from '../../fold-phrase.ts';
import { CLASS, classesOf, scriptsOf } from '../../phrase-classes.ts';
import type { TermRule } from '../../rule.ts';

/** Characters beyond U+FFFF are rare letters of many scripts, such as the ideographs of Cantonese. */
const lettersOf = (language: string): number => scriptsOf(language) | CLASS.astral;

/** An acronym, a code or a formula: capitals, digits and signs. */
const isCode = (word: string): boolean =>
  /^[\P{L}\p{Lu}]+$/u.test(word) || /\d/u.test(word) || /\p{Ll}\p{Lu}/u.test(word);

const wordsOf = (phrase: string): readonly string[] => foldedPhrase(phrase).match(/[\p{L}\p{M}]+/gu) ?? [];

/** True if the target phrase only repeats words of the source phrase: a name in its own spelling. */
function isTakenOver(source: string, target: string): boolean {
  const known = new Set(wordsOf(source));
  return wordsOf(target).every((word) => known.has(word));
}

/** A target phrase in letters that its language does not use. */
export const scriptWrong: TermRule = {
  id: 'script/wrong',
  level: 'warning',
  scope: 'term',
  summary:
    'A target phrase has no letter of a script in which its language is written, and differs from the source ' +
    'phrase.',
  why: 'Often the row is shifted by a column, or the translation is in another language.',
  message:
    '{side} phrase {quoted text} has no letter of a script in which {quoted language} is written, and differs from ' +
    'the source phrase {quoted term}',
  exceptions: [
    'Acronyms, codes and numbers, and names whose words are in the source phrase. Scripts of languages: Unicode ' +
      'CLDR 48, languageData.',
  ],
  precision: [
    { right: 4, hits: 6, lists: 'UI and medical lists, before names were left out' },
    { right: 12, hits: 12, lists: 'names of languages, all of one file' },
  ],
  bad: [
    { pair: 'en->ru', source: 'basket', target: 'Warenkorb' },
    { pair: 'en->de', source: 'basket', target: 'корзина' },
    { pair: 'en->ja', source: 'vaccine', target: 'vakcina' },
  ],
  good: [
    { pair: 'en->ru', source: 'basket', target: 'корзина' },
    { pair: 'en->ja', source: 'coronavirus disease', target: 'COVID-19', note: 'an acronym' },
    { pair: 'en->ja', source: 'the Zoom app', target: 'Zoom', note: 'a name of the source phrase' },
    { pair: 'en->yue', source: 'elevator', target: '\u{282e2}', note: 'a rare ideograph' },
    { pair: 'en->sr', source: 'basket', target: 'korpa', note: 'Serbian is written in two scripts' },
  ],
  needs: ({ target }) => ({ targetLacks: lettersOf(target) }),
  check: ({ source, target, pair }) => {
    if ((classesOf(target) & lettersOf(pair.target)) !== 0) return [];
    const words = target.split(/\s+/u).filter((word) => /\p{L}/u.test(word));
    if (words.every(isCode) || isTakenOver(source, target)) return [];
    return [{ side: 'target', details: { language: pair.target } }];
  },
};
