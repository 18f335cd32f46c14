import type { Entries } from '../../model/entries/entries.ts';
import type { LanguagePair } from '../../model/entries/language-pair.ts';
import type { TermMention } from './explanation.ts';
import { type TermMatch, termMatcher } from './match-term.ts';

/** Maximum number of mentions that are kept; more of them are only counted. */
const MENTIONS_MAX = 20;

/** An entry that is related to a term. */
export interface SearchHit {
  readonly match: TermMatch;
  readonly source: string;
  readonly target: string;
}

type MentionRank = 'translation' | 'words' | 'part';

export interface MentionCollector {
  /** `mention` is only called if the mention is kept. */
  readonly add: (rank: MentionRank, mention: () => TermMention) => void;
  /** The first ones: translations, then words of longer phrases, then parts of them. */
  readonly first: () => readonly TermMention[];
  /** Number of mentions added. */
  readonly count: () => number;
}

/** Accepts any number of mentions and keeps the first of each rank. */
export function collectMentions(): MentionCollector {
  const ranks: Readonly<Record<MentionRank, TermMention[]>> = {
    translation: [],
    words: [],
    part: [],
  };
  let count = 0;
  return {
    add(rank, mention) {
      count += 1;
      if (ranks[rank].length < MENTIONS_MAX) ranks[rank].push(mention());
    },
    first: () => [...ranks.translation, ...ranks.words, ...ranks.part].slice(0, MENTIONS_MAX),
    count: () => count,
  };
}

/** The term to search for. `language`: its language. */
export interface WantedTerm {
  readonly term: string;
  readonly language?: string;
}

/** Returns the function that finds the relation of an entry to the term. */
export const matcherFor = (pair: LanguagePair, { term, language }: WantedTerm) =>
  termMatcher(term, {
    source: language === undefined || pair.source === language,
    target: language === undefined || pair.target === language,
  });

/** Every entry that is related to the term, in the order of the entries. */
export function* hitsIn(entries: Entries, pair: LanguagePair, wanted: WantedTerm): Generator<SearchHit> {
  const matchOf = matcherFor(pair, wanted);
  for (const [source, target] of entries) {
    const match = matchOf(source, target);
    if (match !== undefined) yield { match, source, target };
  }
}
