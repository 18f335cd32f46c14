import { lazy } from '../../model/lazy.ts';
import { CLASS } from '../phrase-classes.ts';
import { GREEK_TWINS, LOOK_ALIKES, SAME_LOOKS } from './data-look-alikes.ts';

/** `ª`, `º`, `ⁱ` and `ⁿ` are signs in any script. */
export const SCRIPTS = [
  { name: 'Latin', letter: /(?![ªºⁱⁿ])\p{Script=Latin}/u, bit: CLASS.latin },
  { name: 'Cyrillic', letter: /\p{Script=Cyrillic}/u, bit: CLASS.cyrillic },
  { name: 'Greek', letter: /\p{Script=Greek}/u, bit: CLASS.greek },
] as const;

/** The index of a script in `SCRIPTS`, and in a row of look-alikes. */
export type Script = 0 | 1 | 2;

export const scriptWord = lazy(() => /[\p{L}\p{M}\p{Cf}]+/gu);

/** The script of a letter; `undefined`: another one, or a mark. */
export function scriptOf(character: string): Script | undefined {
  const script = SCRIPTS.findIndex(({ letter }) => letter.test(character));
  return script < 0 ? undefined : (script as Script);
}

/** The letters that look like one letter, by each of them. */
export const twins = lazy(
  (): ReadonlyMap<string, (typeof LOOK_ALIKES)[number]> =>
    new Map(
      LOOK_ALIKES.flatMap((row) => row.filter((letter) => letter !== '').map((letter) => [letter, row] as const)),
    ),
);

/** The number of letters of each script in a word. */
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

/** The script of most letters of a word. */
export const mostScript = (word: string): Script => {
  const counts = scriptCounts(word);
  return counts.indexOf(Math.max(...counts)) as Script;
};

const HAS_OTHER = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** Character → the character that represents its shape. Characters that represent themselves are left out. */
const looks = lazy((): ReadonlyMap<string, string> => {
  const map = new Map<string, string>();
  for (const line of SAME_LOOKS) {
    const [shape = '', ...others] = line.split(' ');
    for (const other of others) map.set(other, shape);
  }
  for (const row of LOOK_ALIKES) {
    const [first = '', ...others] = row.filter((letter) => letter !== '');
    for (const other of others) map.set(other, map.get(first) ?? first);
  }
  return map;
});

/** Radicals of the Kangxi dictionary look like the corresponding ideographs. */
const RADICAL = /[\u2f00-\u2fd5]/g;

/** The shape of a text: equal for texts that a reader cannot distinguish. */
export const looksOf = (text: string): string =>
  Array.from(
    text.replace(RADICAL, (radical) => radical.normalize('NFKD')).normalize('NFD'),
    (character) => looks().get(character) ?? character,
  ).join('');

/** True when two texts differ only in letters that look alike. */
export const looksLike = (one: string, other: string): boolean =>
  one.normalize('NFC') !== other.normalize('NFC') && looksOf(one) === looksOf(other);

/**
 * The words that are compared with those of the other text. They include digits, and signs that are mistaken for
 * letters.
 */
const comparedWord = lazy(() => /[\p{L}\p{M}\p{N}\p{Cf}\u2f00-\u2fd5°’]+/gu);

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.match(comparedWord()));

/** Offsets, in UTF-16 code units, of the letters in another script than most letters of the word. */
function mixedPlaces(word: string): readonly number[] {
  if (!isMixed(word)) return [];
  const most = mostScript(word);
  return [...word.matchAll(/./gsu)].flatMap(({ 0: letter, index }) => {
    const script = scriptOf(letter);
    return script !== undefined && script !== most ? [index] : [];
  });
}

/** Offsets, in UTF-16 code units, of the letters of a word that differ from those of a word with the same shape. */
function differingPlaces(word: string, twin: string): readonly number[] {
  const lettersAt = (text: string): ReadonlyMap<number, { readonly letter: string; readonly index: number }> => {
    let place = 0;
    return new Map(
      [...text.matchAll(/./gsu)].map(({ 0: letter, index }) => {
        const at = place;
        place += looksOf(letter).length;
        return [at, { letter, index }];
      }),
    );
  };
  const others = lettersAt(twin);
  return [...lettersAt(word)].flatMap(([at, { letter, index }]) => (others.get(at)?.letter === letter ? [] : [index]));
}

/** Offsets of letters in words that replaced other words with the same shape. */
function replacedPlaces(text: string, other: string): readonly number[] {
  const [words, otherWords] = [wordsIn(text), wordsIn(other)];
  const replaced = new Map([...otherWords].filter((word) => !words.has(word)).map((word) => [looksOf(word), word]));
  if (replaced.size === 0) return [];
  return [...text.matchAll(comparedWord())].flatMap(({ 0: word, index }) => {
    const twin = otherWords.has(word) ? undefined : replaced.get(looksOf(word));
    return twin === undefined || !looksLike(word, twin)
      ? []
      : differingPlaces(word, twin).map((place) => index + place);
  });
}

/**
 * A text with a mark after each letter that differs from its appearance: a letter of another script inside a word, or
 * one that replaced a letter with the same shape. `other`: the text before or after the change; empty if there was
 * none. Linear in both texts, except for the words with such letters.
 */
export function withOddLetters(text: string, other: string, behind: (letter: string) => string): string {
  const places = new Set([
    ...(HAS_OTHER.test(text)
      ? [...text.matchAll(scriptWord())].flatMap(({ 0: word, index }) => mixedPlaces(word).map((at) => index + at))
      : []),
    ...(other === '' || other === text ? [] : replacedPlaces(text, other)),
  ]);
  return places.size === 0
    ? text
    : text.replace(/./gsu, (letter, at: number) => (places.has(at) ? `${letter}${behind(letter)}` : letter));
}
