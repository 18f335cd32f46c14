import { foldTerm } from '../flow/search/match-term.ts';

/** Scripts that put no spaces between words: there, each character is looked at by itself. */
const SPACELESS = `${['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('')}ー`;

const LETTER = `(?![${SPACELESS}])[\\p{L}\\p{N}_][\\p{M}\\u00ad\\u200c\\u200d\\u2060]*`;
const PATTERN = `[${SPACELESS}]\\p{M}*|(?:${LETTER})+|\\S\\p{M}*`;

/** Two expressions, since one that looks for all keeps where it has got to. */
const ALL = new RegExp(PATTERN, 'gu');
const FIRST = new RegExp(PATTERN, 'u');

const IN_SPACELESS = new RegExp(`^[${SPACELESS}]`, 'u');

/**
 * A word, a character of a script without spaces, or a mark such as a hyphen. Offsets in UTF-16 code units, `end`
 * exclusive.
 */
export interface Token {
  readonly start: number;
  readonly end: number;
  /** By `foldTerm`. */
  readonly folded: string;
  /** False for a character of a script without spaces, and for a mark: neither has an ending. */
  readonly isWord: boolean;
}

export const tokensOf = (text: string): readonly Token[] =>
  [...text.matchAll(ALL)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
    folded: foldTerm(found),
    isWord: /^[\p{L}\p{N}_]/u.test(found) && !IN_SPACELESS.test(found),
  }));

/**
 * The first token of a phrase, folded: enough to see that a phrase cannot stand in a text. Empty when the phrase has
 * none.
 */
export function firstFolded(phrase: string): string {
  return foldTerm(FIRST.exec(phrase)?.[0] ?? '');
}

/** Where a phrase stands in a text, in tokens of the text: from `first` up to `last`, both of them included. */
export interface TokenPlace {
  readonly first: number;
  readonly last: number;
}

export type SameToken = (inText: Token, inPhrase: Token) => boolean;

export const alike: SameToken = (inText, inPhrase) => inText.folded === inPhrase.folded;

/** Every place at which the tokens of a phrase follow each other in a text; none for a phrase without any. */
export function placesOf(
  phrase: readonly Token[],
  text: readonly Token[],
  same: SameToken = alike,
): readonly TokenPlace[] {
  if (phrase.length === 0) return [];
  const found: TokenPlace[] = [];
  for (let first = 0; first + phrase.length <= text.length; first += 1) {
    if (phrase.every((token, index) => same(text[first + index] as Token, token)))
      found.push({ first, last: first + phrase.length - 1 });
  }
  return found;
}

/** Letters without their marks: `Häuser` and `Haus` begin alike. */
const bare = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');

/** Fewest letters that two forms of a word share at their beginning. A choice. */
const SHARED_MIN = 3;

/**
 * Most letters that may follow the shared ones: half as many, but three to five. A choice: more make a compound rather
 * than a form.
 */
const endingMax = (shared: number): number => Math.min(5, Math.max(3, Math.floor(shared / 2)));

/**
 * True when two words may be forms of one: they begin alike, with at least three letters and at least two thirds of the
 * shorter one, and few letters follow in either of them. A vowel that only gets a mark (`Haus`, `Häuser`) does not
 * count. So `Rechnung` and `Rechnungen` are, `Haus` and `Hausarzt` are not; and forms that change their beginning
 * (`gehen`, `ging`) are not found.
 */
export const formOf: SameToken = (inText, inPhrase) => {
  if (inText.folded === inPhrase.folded) return true;
  if (!inText.isWord || !inPhrase.isWord) return false;
  const [one, other] = [bare(inText.folded), bare(inPhrase.folded)];
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  const shorter = Math.min(one.length, other.length);
  return (
    shared >= Math.max(SHARED_MIN, Math.ceil((shorter * 2) / 3)) &&
    Math.max(one.length, other.length) - shared <= endingMax(shared)
  );
};
