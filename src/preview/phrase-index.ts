import { firstFolded, type Token, type TokenPlace, tokensOf } from './tokens.ts';

/** Phrases by their folded tokens: looked up in it, a text costs its length, however many phrases there are. */
export interface PhraseIndex {
  readonly byTokens: ReadonlyMap<string, readonly string[]>;
  /** How many tokens the phrases have, each number once. */
  readonly lengths: readonly number[];
}

/** What cannot stand in a token, so that no two lists of tokens have one key. */
const BETWEEN = '\0';

const keyOf = (tokens: readonly Token[]): string => tokens.map(({ folded }) => folded).join(BETWEEN);

/** The phrases that can stand in one of these texts at all: of a dictionary of hundreds of thousands, often a few. */
export function indexPhrases(phrases: Iterable<string>, texts: readonly (readonly Token[])[]): PhraseIndex {
  const starts = new Set(texts.flatMap((text) => text.map(({ folded }) => folded)));
  const byTokens = new Map<string, string[]>();
  const lengths = new Set<number>();
  for (const phrase of phrases) {
    const start = firstFolded(phrase);
    if (start === '' || !starts.has(start)) continue;
    const tokens = tokensOf(phrase);
    const key = keyOf(tokens);
    lengths.add(tokens.length);
    const same = byTokens.get(key);
    if (same === undefined) byTokens.set(key, [phrase]);
    else same.push(phrase);
  }
  return { byTokens, lengths: [...lengths].sort((left, right) => left - right) };
}

/**
 * Each phrase of the index that stands in a text, whole words and whatever its case, and where. In the order of the
 * text.
 */
export function phrasesIn(
  { byTokens, lengths }: PhraseIndex,
  text: readonly Token[],
): ReadonlyMap<string, readonly TokenPlace[]> {
  const found = new Map<string, TokenPlace[]>();
  for (const first of text.keys()) {
    for (const length of lengths) {
      if (first + length > text.length) break;
      for (const phrase of byTokens.get(keyOf(text.slice(first, first + length))) ?? []) {
        const place = { first, last: first + length - 1 };
        const others = found.get(phrase);
        if (others === undefined) found.set(phrase, [place]);
        else others.push(place);
      }
    }
  }
  return found;
}

/** True when a place lies in another one and is shorter. */
export const liesIn = (place: TokenPlace, other: TokenPlace): boolean =>
  other.first <= place.first && other.last >= place.last && other.last - other.first > place.last - place.first;
