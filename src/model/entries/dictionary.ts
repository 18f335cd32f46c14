import type { Entries } from './entries.ts';
import type { LanguagePair, PairKey } from './language-pair.ts';

/** One dictionary: its pair and what it maps. The same type for what files ask for and for what the service has. */
export interface Dictionary {
  readonly pair: LanguagePair;
  readonly entries: Entries;
}

/** What a glossary is, apart from its id. The order of dictionaries carries no meaning. */
export interface GlossaryContent {
  readonly name: string;
  readonly dictionaries: ReadonlyMap<PairKey, Dictionary>;
}
