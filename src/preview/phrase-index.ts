import { firstFolded, type Place, placesOf, type Token, tokensOf } from './tokens.ts';

/** Phrases, by how they begin. */
export type PhraseIndex = ReadonlyMap<string, readonly IndexedPhrase[]>;

interface IndexedPhrase {
  readonly phrase: string;
  readonly tokens: readonly Token[];
}

/** The phrases that can stand in one of these texts at all: of a dictionary of hundreds of thousands, a few. */
export function indexPhrases(phrases: Iterable<string>, texts: readonly (readonly Token[])[]): PhraseIndex {
  const starts = new Set(texts.flatMap((text) => text.map(({ folded }) => folded)));
  const index = new Map<string, IndexedPhrase[]>();
  for (const phrase of phrases) {
    const start = firstFolded(phrase);
    if (start === '' || !starts.has(start)) continue;
    const same = index.get(start);
    const indexed = { phrase, tokens: tokensOf(phrase) };
    if (same === undefined) index.set(start, [indexed]);
    else same.push(indexed);
  }
  return index;
}

/** Each phrase of the index that stands in a text, whole words and whatever its case, and where. In the order of the text. */
export function phrasesIn(index: PhraseIndex, text: readonly Token[]): ReadonlyMap<string, readonly Place[]> {
  const found = new Map<string, readonly Place[]>();
  for (const { folded } of text) {
    for (const { phrase, tokens } of index.get(folded) ?? []) {
      if (found.has(phrase)) continue;
      const places = placesOf(tokens, text);
      if (places.length > 0) found.set(phrase, places);
    }
  }
  return found;
}

/** True when a place lies in another one and is shorter. */
export const liesIn = (place: Place, other: Place): boolean =>
  other.first <= place.first && other.last >= place.last && other.last - other.first > place.last - place.first;
