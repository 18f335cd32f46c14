import { foldTerm } from '../search/match-term.ts';

/** Scripts that put no spaces between words. In these, each character is a token. */
const SPACELESS = `${['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('')}ー`;

const LETTER = `(?![${SPACELESS}])[\\p{L}\\p{N}_][\\p{M}\\u00ad\\u200c\\u200d\\u2060]*`;
const PATTERN = `[${SPACELESS}]\\p{M}*|(?:${LETTER})+|\\S\\p{M}*`;

/** Two expressions, because one with the flag `g` remembers its last position. */
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
 * The first token of a phrase, folded. A text without it cannot contain the phrase. Empty for a phrase without tokens.
 */
export function firstFolded(phrase: string): string {
  return foldTerm(FIRST.exec(phrase)?.[0] ?? '');
}

/** The place of a phrase in a text: its first and last token, both included. */
export interface TokenPlace {
  readonly first: number;
  readonly last: number;
}

export type SameToken = (inText: Token, inPhrase: Token) => boolean;

export const alike: SameToken = (inText, inPhrase) => inText.folded === inPhrase.folded;

/** Every place where the tokens of a phrase follow each other in a text. A phrase without tokens has no place. */
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

/** Letters without their marks, so that `Häuser` and `Haus` begin with the same letters. */
const bare = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');

/** Minimum letters that two forms of a word share at their beginning. The number is a choice. */
const SHARED_MIN = 3;

/**
 * Maximum letters after the shared ones: half as many as these, but at least three and at most five. The numbers are a
 * choice. A longer ending usually belongs to a compound.
 */
const endingMax = (shared: number): number => Math.min(5, Math.max(3, Math.floor(shared / 2)));

/**
 * True when two words may be forms of one word. They share their beginning: at least three letters, and at least two
 * thirds of the shorter word. In both words, few letters follow. Marks on letters do not count (`Haus`, `Häuser`).
 * `Rechnung` and `Rechnungen` are forms of one word; `Haus` and `Hausarzt` are not. Forms with another beginning
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
