import { grouped } from '../../model/grouped.ts';
import { firstFolded, type Token, type TokenPlace, tokensOf } from './tokens.ts';

/** Phrases by their folded tokens. The time to search a text depends on its length, not on the number of phrases. */
export interface PhraseIndex {
  readonly byTokens: ReadonlyMap<string, readonly string[]>;
  /** The numbers of tokens that phrases have, each number once. */
  readonly lengths: readonly number[];
}

/** Separates the tokens in a key. No token contains it, so different lists of tokens have different keys. */
const BETWEEN = '\0';

const keyOf = (tokens: readonly Token[]): string => tokens.map(({ folded }) => folded).join(BETWEEN);

/** Indexes the phrases whose first token is in one of the texts. Of a large dictionary, these are often few. */
export function indexPhrases(phrases: Iterable<string>, texts: readonly (readonly Token[])[]): PhraseIndex {
  const starts = new Set(texts.flatMap((text) => text.map(({ folded }) => folded)));
  const lengths = new Set<number>();
  const keys = new Map<string, string>();
  for (const phrase of phrases) {
    const start = firstFolded(phrase);
    if (start === '' || !starts.has(start)) continue;
    const tokens = tokensOf(phrase);
    lengths.add(tokens.length);
    keys.set(phrase, keyOf(tokens));
  }
  const byTokens = grouped(keys.keys(), (phrase) => keys.get(phrase) ?? '');
  return { byTokens, lengths: [...lengths].sort((left, right) => left - right) };
}

/** Each phrase of the index that a text has as whole words, in any case, with its places. In the order of the text. */
export function phrasesIn(
  { byTokens, lengths }: PhraseIndex,
  text: readonly Token[],
): ReadonlyMap<string, readonly TokenPlace[]> {
  const found = [...text.keys()].flatMap((first) =>
    lengths
      .filter((length) => first + length <= text.length)
      .flatMap((length) => {
        const phrases = byTokens.get(keyOf(text.slice(first, first + length))) ?? [];
        return phrases.map((phrase) => ({ phrase, place: { first, last: first + length - 1 } }));
      }),
  );
  return new Map(
    [...grouped(found, ({ phrase }) => phrase)].map(([phrase, all]) => [phrase, all.map(({ place }) => place)]),
  );
}

/** True when a place is inside another, longer place. */
export const liesIn = (place: TokenPlace, other: TokenPlace): boolean =>
  other.first <= place.first && other.last >= place.last && other.last - other.first > place.last - place.first;
