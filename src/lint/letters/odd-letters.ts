import { CLASS } from '../phrase-classes.ts';
import { GREEK_TWINS, LOOK_ALIKES } from './data-look-alikes.ts';

/** `ª`, `º`, `ⁱ` and `ⁿ` are signs in any script. */
export const SCRIPTS = [
  { name: 'Latin', letter: /(?![ªºⁱⁿ])\p{Script=Latin}/u, bit: CLASS.latin },
  { name: 'Cyrillic', letter: /\p{Script=Cyrillic}/u, bit: CLASS.cyrillic },
  { name: 'Greek', letter: /\p{Script=Greek}/u, bit: CLASS.greek },
] as const;

/** The place of a script in `SCRIPTS`, and so in a row of look-alikes. */
export type Script = 0 | 1 | 2;

export const SCRIPT_WORD = /[\p{L}\p{M}\p{Cf}]+/gu;

/** The script of a letter; `undefined`: another one, or a mark. */
export function scriptOf(character: string): Script | undefined {
  const script = SCRIPTS.findIndex(({ letter }) => letter.test(character));
  return script < 0 ? undefined : (script as Script);
}

/** The letters that look like one letter, by each of them. */
export const TWINS: ReadonlyMap<string, (typeof LOOK_ALIKES)[number]> = new Map(
  LOOK_ALIKES.flatMap((row) => row.filter((letter) => letter !== '').map((letter) => [letter, row] as const)),
);

/** How many letters of each script a word has. */
export const scriptCounts = (word: string): readonly number[] =>
  SCRIPTS.map(({ letter }) => [...word].filter((character) => letter.test(character)).length);

/** A Greek letter that is a symbol, at the beginning or the end of a word: `TNFα`, `μm`, `kΩ`. */
const isGreekSymbol = (word: string): boolean => {
  const greek = [...word].filter((character) => scriptOf(character) === 2);
  const [only = ''] = greek;
  return greek.length === 1 && !GREEK_TWINS.includes(only) && (word.startsWith(only) || word.endsWith(only));
};

/** True for a word that has letters of two scripts. */
export const isMixed = (word: string): boolean => {
  const [latin = 0, cyrillic = 0, greek = 0] = scriptCounts(word);
  if ([latin, cyrillic, greek].filter((count) => count > 0).length < 2) return false;
  return cyrillic > 0 || !isGreekSymbol(word);
};

/** The script that most letters of a word are of. */
export const mostScript = (word: string): Script => {
  const counts = scriptCounts(word);
  return counts.indexOf(Math.max(...counts)) as Script;
};

const HAS_OTHER = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** A letter by what it looks like: equal for letters that nobody tells apart by eye. */
const looksOf = (character: string): string => {
  const [base = '', ...marks] = character.normalize('NFD');
  return (TWINS.get(base)?.find((letter) => letter !== '') ?? base) + marks.join('');
};

/** A text by what it looks like. */
const textLooks = (text: string): string => [...text].map(looksOf).join('');

/** True when two texts differ only in letters that look alike. */
export const looksLike = (one: string, other: string): boolean =>
  one !== other && HAS_OTHER.test(one + other) && textLooks(one) === textLooks(other);

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.match(SCRIPT_WORD));

/**
 * The letters of one word that are not what they look like: those of another script than most of it, and those that
 * differ from the word in whose place it stands. By their place among the code points of the word.
 */
function oddPlaces(word: string, twin: string | undefined): ReadonlySet<number> {
  const letters = [...word];
  const others = [...(twin ?? word)];
  const most = isMixed(word) ? mostScript(word) : undefined;
  return new Set(
    letters.flatMap((letter, place) => {
      const own = scriptOf(letter);
      const isOdd = most !== undefined && own !== undefined && own !== most;
      return isOdd || (others.length === letters.length && letter !== others[place]) ? [place] : [];
    }),
  );
}

/**
 * A text with something behind each letter that is not what it looks like: a letter of another script inside a word,
 * or one that looks like the letter in whose place it stands. `other`: the text before or after the change; empty:
 * there is none. Linear in both texts, but for the words with such letters.
 */
export function withOddLetters(text: string, other: string, behind: (letter: string) => string): string {
  if (!HAS_OTHER.test(text) && !HAS_OTHER.test(other)) return text;
  const [own, others] = [wordsIn(text), wordsIn(other)];
  const replaced = new Map([...others].filter((word) => !own.has(word)).map((word) => [textLooks(word), word]));
  return text.replace(SCRIPT_WORD, (word) => {
    const twin = others.has(word) ? undefined : replaced.get(textLooks(word));
    const odd = oddPlaces(word, twin);
    return odd.size === 0
      ? word
      : [...word].map((letter, place) => (odd.has(place) ? `${letter}${behind(letter)}` : letter)).join('');
  });
}
