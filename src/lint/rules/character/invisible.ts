import { lazy } from '../../../model/lazy.ts';
import { INVISIBLE, neededIn } from '../../data-invisible.ts';
import { CLASS } from '../../phrase-classes.ts';
import { bothSides, type TermRule } from '../../rule.ts';

const anyInvisible = lazy(() => new RegExp(`[${[...INVISIBLE.keys()].join('')}]`, 'gu'));

/** Joiners between emoji, and spaces that keep a number and its unit or a mark and its word together. */
const wantedAnywhere = lazy(
  () =>
    new RegExp(
      '(?<=\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\ufe0f)\\u200d(?=\\p{Extended_Pictographic})|' +
        '(?<=\\d\\.?|[«„]|(?<!\\p{L})\\p{L})[\\u00a0\\u202f]|' +
        '[\\u00a0\\u202f](?=[\\d»!?;:%‰°–—€])',
      'gu',
    ),
);

const NO_BREAK_SPACES = '\u00a0\u202f';

const HAS = CLASS.latinSign | CLASS.combining | CLASS.punctuation | CLASS.cjkSign | CLASS.other;

/** The Arabic letter mark is the only one in a block of letters. It is not searched in languages that need it. */
const bitsFor = (language: string): number => (neededIn(language).includes('\u061c') ? HAS : HAS | CLASS.arabic);

const nameOf = (character: string): string =>
  `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')} (${INVISIBLE.get(character) ?? ''})`;

/** Invisible characters. */
export const characterInvisible: TermRule = {
  id: 'character/invisible',
  level: 'error',
  scope: 'term',
  summary: 'A phrase contains an invisible character: zero width, a direction mark, a soft hyphen, a no-break space.',
  why:
    'People do not type these characters, so the source phrase never matches. A target phrase would insert them ' +
    'into every translation, where searches miss the word and direction marks change the order of the text.',
  message:
    '{side} phrase {quoted text} contains invisible characters: {all characters}; remove them, or type a plain ' +
    'space',
  fixes: {
    safety: 'suggested',
    how: 'The characters are removed. A plain space replaces a no-break space.',
  },
  exceptions: [
    'Joiners in Arabic and Indic scripts, direction marks in Hebrew and Arabic scripts, the zero width space in ' +
      'Burmese, Khmer, Lao, Thai and Tibetan, no-break spaces in French. Source: The Unicode Standard 16, 9.2, ' +
      '12.1, 23.2; Unicode CLDR 48.',
    'In every language: joiners inside emoji, and no-break spaces next to a digit, after a word of one letter, ' +
      'and before a mark such as % and :.',
  ],
  precision: [{ right: 13, hits: 13, lists: 'OpenStreetMap presets, names of countries and TICO-19' }],
  bad: [
    { pair: 'en->de', source: 'theatre', target: 'Thea\u00adter', fixed: 'Theater' },
    { pair: 'en->ko', source: 'pollution', target: '대변 \u200b오염', fixed: '대변 오염' },
    { pair: 'en->ar', source: 'university', target: '\u202bجامعة\u202c', fixed: 'جامعة' },
    { pair: 'en->de', source: 'sign\u00a0in', target: 'anmelden', fixed: 'sign in' },
  ],
  good: [
    { pair: 'en->fa', source: 'I want', target: 'می\u200cخواهم', note: 'a joiner that Persian spells with' },
    { pair: 'en->fr', source: 'hello!', target: 'bonjour\u202f!', note: 'French puts a narrow space there' },
    { pair: 'en->he', source: 'C++', target: 'C++\u200e', note: 'a mark of direction in Hebrew' },
    { pair: 'en->de', source: 'family', target: '👨\u200d👩\u200d👧', note: 'one emoji' },
    { pair: 'en->de', source: '10 percent', target: '10\u00a0%', note: 'a number and its unit' },
  ],
  needs: ({ source, target }) => ({ source: bitsFor(source), target: bitsFor(target) }),
  check: (term) =>
    bothSides(term, (phrase, language) => {
      if (phrase.search(anyInvisible()) < 0) return undefined;
      const needed = neededIn(language);
      const wanted = new Set(Array.from(phrase.matchAll(wantedAnywhere()), ({ index }) => index));
      const odd = new Set<string>();
      const text = phrase.replace(anyInvisible(), (character, index: number) => {
        if (needed.includes(character) || wanted.has(index)) return character;
        odd.add(character);
        return NO_BREAK_SPACES.includes(character) ? ' ' : '';
      });
      if (odd.size === 0) return undefined;
      const fixed = text.replace(/ {2,}/gu, ' ').trim();
      return { details: { characters: [...odd].map(nameOf) }, fix: { safety: 'suggested', text: fixed } };
    }),
};
