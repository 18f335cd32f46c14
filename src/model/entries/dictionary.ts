import type { Entries } from './entries.ts';
import type { LanguagePair, PairKey } from './language-pair.ts';

/** One dictionary: its pair and what it maps. The same type for what files ask for and for what the service has. */
export interface Dictionary {
  readonly pair: LanguagePair;
  readonly entries: Entries;
}

/** The content of a glossary, without its id. The order of dictionaries has no meaning. */
export interface GlossaryContent {
  readonly name: string;
  readonly dictionaries: ReadonlyMap<PairKey, Dictionary>;
}
