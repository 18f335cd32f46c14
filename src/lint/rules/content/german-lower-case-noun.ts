import { CLASS } from '../../phrase-classes.ts';
import type { TermRule } from '../../rule.ts';

const NOUN_ENDING = /(?:ung|heit|keit|schaft|ität|tion|ismus|nis)(?:en)?$/u;
const NOUN = /^(?:n|nn|noun|nomen|substantiv|noun phrase)\.?$/iu;

/** A German noun in lower case. */
export const contentGermanLowerCaseNoun: TermRule = {
  id: 'content/german-lower-case-noun',
  level: 'off',
  scope: 'term',
  summary: 'A German noun begins with a lower-case letter.',
  why: 'German nouns are capitalised, and the service writes the target phrase as it is.',
  message: '{side} phrase {quoted text} looks like a German noun in lower case',
  fixes: { safety: 'suggested', how: 'The first letter becomes upper-case.' },
  precision: [{ right: 0, hits: 12, lists: 'UI lists, without part of speech and endings' }],
  bad: [{ pair: 'en->de', source: 'order', target: 'bestellung', fixed: 'Bestellung' }],
  good: [
    { pair: 'en->de', source: 'order', target: 'Bestellung' },
    { pair: 'en->de', source: 'to order', target: 'bestellen' },
  ],
  needs: ({ target }) => (target === 'de' ? { target: CLASS.latin } : undefined),
  check: ({ target, fields }) => {
    const { partOfSpeech } = fields ?? {};
    if (!/^\p{Ll}\p{L}+$/u.test(target)) return [];
    if (partOfSpeech === undefined ? !NOUN_ENDING.test(target) : !NOUN.test(partOfSpeech)) return [];
    const text = target.charAt(0).toUpperCase() + target.slice(1);
    return [{ side: 'target', fix: { safety: 'suggested', text } }];
  },
};
