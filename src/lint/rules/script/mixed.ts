import { composed } from '../../fold-phrase.ts';
import { isMixed, mostScript, SCRIPTS, type Script, scriptOf, scriptWord, twins } from '../../letters/odd-letters.ts';
import { CLASS, scriptsOf } from '../../phrase-classes.ts';
import { bothSides, type TermRule } from '../../rule.ts';

/** A word in one script, if each of its other letters has a look-alike there; `undefined` otherwise. */
function inScript(word: string, script: Script): string | undefined {
  let text = '';
  for (const character of word) {
    const characterScript = scriptOf(character);
    if (characterScript === undefined || characterScript === script) text += character;
    else {
      const [base = '', ...marks] = character.normalize('NFD');
      const twin = twins().get(base)?.[script] ?? '';
      if (twin === '') return undefined;
      text += twin + marks.join('');
    }
  }
  return composed(text);
}

/** The script that a word should have: that of the language if possible, otherwise the one with the most letters. */
function wantedScript(word: string, language: string): Script {
  const languageScripts = scriptsOf(language);
  const languageScript = SCRIPTS.findIndex(({ bit }) => (languageScripts & bit) !== 0);
  return languageScript >= 0 && inScript(word, languageScript as Script) !== undefined
    ? (languageScript as Script)
    : mostScript(word);
}

const oddLetters = (word: string, script: Script): readonly string[] =>
  [...word].flatMap((letter) => {
    const letterScript = scriptOf(letter);
    if (letterScript === undefined || letterScript === script) return [];
    const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return [`the ${SCRIPTS[letterScript].name} letter ${letter} (U+${code})`];
  });

/** Classes that every mixed word has at least one of, given the script of the language. */
function bitsFor(language: string): number {
  // A few Cyrillic and Greek letters are beyond U+FFFF.
  const all = CLASS.latin | CLASS.cyrillic | CLASS.greek | CLASS.other | CLASS.astral;
  const languageScript = SCRIPTS.find(({ bit }) => (scriptsOf(language) & bit) !== 0)?.bit ?? CLASS.latin;
  return all & ~languageScript;
}

/** Letters of two scripts inside one word. */
export const scriptMixed: TermRule = {
  id: 'script/mixed',
  level: 'error',
  scope: 'term',
  summary: 'A word mixes Latin, Cyrillic or Greek letters.',
  why:
    'A letter only looks right. Such a source phrase never matches, no search finds the target phrase, and no ' +
    'spelling checker accepts it.',
  message: '{side} phrase {quoted text} mixes scripts in {someQuoted words}: it has {all letters}',
  fixes: {
    safety: 'suggested',
    how: 'Look-alikes are replaced if each mixed word can be written in one script.',
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
      const words = [...new Set(phrase.match(scriptWord()))].filter(isMixed);
      if (words.length === 0) return undefined;
      const letters = new Set(words.flatMap((word) => oddLetters(word, wantedScript(word, language))));
      const details = { words, letters: [...letters].slice(0, 4) };
      const fixed = new Map(words.map((word) => [word, inScript(word, wantedScript(word, language))]));
      if ([...fixed.values()].includes(undefined)) return { details };
      const text = phrase.replace(scriptWord(), (word) => fixed.get(word) ?? word);
      return { details, fix: { safety: 'suggested', text } };
    }),
};
