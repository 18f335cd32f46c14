import { bothSides } from '../../both-sides.ts';
import { composed } from '../../composed.ts';
import { GREEK_TWINS, LOOK_ALIKES } from '../../data-look-alikes.ts';
import { scriptsOf } from '../../language-scripts.ts';
import { CLASS } from '../../phrase-classes.ts';
import type { TermRule } from '../../rule.ts';

/** `ª`, `º`, `ⁱ` and `ⁿ` are signs in any script. */
const SCRIPTS = [
  { name: 'Latin', letter: /(?![ªºⁱⁿ])\p{Script=Latin}/u, bit: CLASS.latin },
  { name: 'Cyrillic', letter: /\p{Script=Cyrillic}/u, bit: CLASS.cyrillic },
  { name: 'Greek', letter: /\p{Script=Greek}/u, bit: CLASS.greek },
] as const;

/** The place of a script in `SCRIPTS`, and so in a row of look-alikes. */
type Script = 0 | 1 | 2;

const WORD = /[\p{L}\p{M}\p{Cf}]+/gu;

/** The script of a letter; `undefined`: another one, or a mark. */
function scriptOf(character: string): Script | undefined {
  const script = SCRIPTS.findIndex(({ letter }) => letter.test(character));
  return script < 0 ? undefined : (script as Script);
}

const TWINS: ReadonlyMap<string, (typeof LOOK_ALIKES)[number]> = new Map(
  LOOK_ALIKES.flatMap((row) => row.filter((letter) => letter !== '').map((letter) => [letter, row] as const)),
);

/** A word in one script, where each of its other letters has a look-alike there. */
function inScript(word: string, script: Script): string | undefined {
  let text = '';
  for (const character of word) {
    const own = scriptOf(character);
    if (own === undefined || own === script) text += character;
    else {
      const [base = '', ...marks] = character.normalize('NFD');
      const twin = TWINS.get(base)?.[script] ?? '';
      if (twin === '') return undefined;
      text += twin + marks.join('');
    }
  }
  return composed(text);
}

const countsOf = (word: string): readonly number[] =>
  SCRIPTS.map(({ letter }) => [...word].filter((character) => letter.test(character)).length);

/** A Greek letter that is a symbol, at the beginning or the end of a word: `TNFα`, `μm`, `kΩ`. */
const isGreekSymbol = (word: string): boolean => {
  const greek = [...word].filter((character) => scriptOf(character) === 2);
  const [only = ''] = greek;
  return greek.length === 1 && !GREEK_TWINS.includes(only) && (word.startsWith(only) || word.endsWith(only));
};

const isMixed = (word: string): boolean => {
  const [latin = 0, cyrillic = 0, greek = 0] = countsOf(word);
  if ([latin, cyrillic, greek].filter((count) => count > 0).length < 2) return false;
  return cyrillic > 0 || !isGreekSymbol(word);
};

/** The script that a word is to have: that of the language where it can, else the one with the most letters. */
function wantedScript(word: string, language: string): Script {
  const counts = countsOf(word);
  const own = scriptsOf(language);
  const most = counts.indexOf(Math.max(...counts)) as Script;
  const ofLanguage = SCRIPTS.findIndex(({ bit }) => (own & bit) !== 0);
  return ofLanguage >= 0 && inScript(word, ofLanguage as Script) !== undefined ? (ofLanguage as Script) : most;
}

const oddLetters = (word: string, script: Script): readonly string[] =>
  [...word].flatMap((letter) => {
    const own = scriptOf(letter);
    if (own === undefined || own === script) return [];
    const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return [`the ${SCRIPTS[own].name} letter ${letter} (U+${code})`];
  });

/** Bits of which a mixed word has one at least, whatever the script of the language is. */
function bitsFor(language: string): number {
  const all = CLASS.latin | CLASS.cyrillic | CLASS.greek | CLASS.other;
  const own = SCRIPTS.find(({ bit }) => (scriptsOf(language) & bit) !== 0)?.bit ?? CLASS.latin;
  return all & ~own;
}

/** Letters of two scripts inside one word. */
export const scriptMixed: TermRule = {
  id: 'script/mixed',
  level: 'error',
  scope: 'term',
  summary: 'A word mixes Latin, Cyrillic or Greek letters.',
  why:
    'A letter that only looks right makes a source phrase that never matches, and a target phrase that no search ' +
    'finds and no spelling checker accepts.',
  message: '{side} phrase {quoted text} mixes scripts in {someQuoted words}: it has {all letters}',
  fixes: {
    safety: 'suggested',
    how: 'Look-alikes are replaced, where each mixed word can be of one script.',
  },
  exceptions: ['One Greek letter that is a symbol, at the beginning or the end of a Latin word: TNFα, μm, kΩ.'],
  precision: [{ right: 10, hits: 10, lists: 'OpenStreetMap presets and names of scripts' }],
  bad: [
    { pair: 'en->de', source: '\u0441heckboxes', target: 'Kontrollkästchen', fixed: 'checkboxes' },
    { pair: 'en->ru', source: 'currency', target: 'b\u0430лютные', note: 'no fix: b has no look-alike' },
    { pair: 'en->el', source: 'dance', target: 'X\u03bfρού', fixed: 'Χορού' },
    { pair: 'en->ru', source: 'temporary', target: 'временн\u00e1я', fixed: 'временна\u0301я' },
  ],
  good: [
    { pair: 'en->ru', source: 'IT department', target: 'IT-отдел', note: 'two words' },
    { pair: 'en->de', source: 'TNFα', target: 'TNFα', note: 'a symbol' },
    { pair: 'en->el', source: 'dance', target: 'χορός' },
  ],
  needs: ({ source, target }) => ({ source: bitsFor(source), target: bitsFor(target) }),
  check: (term) =>
    bothSides(term, (phrase, language) => {
      const words = [...new Set(phrase.match(WORD))].filter(isMixed);
      if (words.length === 0) return undefined;
      const letters = new Set(words.flatMap((word) => oddLetters(word, wantedScript(word, language))));
      const details = { words, letters: [...letters].slice(0, 4) };
      const fixed = new Map(words.map((word) => [word, inScript(word, wantedScript(word, language))]));
      if ([...fixed.values()].includes(undefined)) return { details };
      const text = phrase.replace(WORD, (word) => fixed.get(word) ?? word);
      return { details, fix: { safety: 'suggested', text } };
    }),
};
