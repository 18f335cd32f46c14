import { composed } from '../../fold-phrase.ts';
import { CLASS } from '../../phrase-classes.ts';
import { bothSides, type TermRule } from '../../rule.ts';

const CHANGED =
  CLASS.combining |
  CLASS.punctuation |
  CLASS.hebrew |
  CLASS.arabic |
  CLASS.indic |
  CLASS.southEastAsian |
  CLASS.kana |
  CLASS.han |
  CLASS.cjkSign |
  CLASS.astral |
  CLASS.other;

const sortedCharacters = (phrase: string): string => [...phrase].sort().join('');

/** True if the characters differ. Another order of marks does not count: keyboards of Arabic and Hebrew cause it. */
const isOtherText = (phrase: string, nfc: string): boolean =>
  phrase !== nfc && sortedCharacters(phrase) !== sortedCharacters(nfc);

/** Decomposed letters and accents, or characters for which Unicode has a canonical one. */
export const characterNotNfc: TermRule = {
  id: 'character/not-nfc',
  level: 'warning',
  scope: 'term',
  summary: 'A letter and its accent are two characters, although one character is usual (Unicode NFC).',
  why:
    'Texts are typed in NFC. A source phrase in another form looks the same but may not match. Two rows may differ ' +
    'only in an invisible way.',
  message: '{side} phrase {quoted text} is not in Unicode NFC: letters and accents are separate characters',
  fixes: { safety: 'safe', how: 'The phrase is written in NFC.' },
  exceptions: [
    'Letters that NFC decomposes (Indic scripts, Hebrew, Tibetan), ideographs of names, and marks in another ' +
      'order stay. Source: Unicode, CompositionExclusions.txt.',
  ],
  precision: [{ right: 22, hits: 22, lists: 'OpenStreetMap presets' }],
  bad: [
    { pair: 'en->fr', source: 'coffee', target: 'cafe\u0301', fixed: 'café' },
    { pair: 'ru->en', source: 'и\u0306од', target: 'iodine', fixed: 'йод' },
    { pair: 'en->el', source: 'air', target: 'α\u1f73ρας', note: 'U+1F73 looks as U+03AD', fixed: 'αέρας' },
  ],
  good: [
    { pair: 'en->fr', source: 'coffee', target: 'café' },
    { pair: 'en->hi', source: 'pen', target: '\u0958लम', note: 'NFC would take the letter apart' },
  ],
  needs: () => ({ source: CHANGED, target: CHANGED }),
  check: (term) =>
    bothSides(term, (phrase) => {
      const nfc = composed(phrase);
      return isOtherText(phrase, nfc) ? { fix: { safety: 'safe', text: nfc } } : undefined;
    }),
};
