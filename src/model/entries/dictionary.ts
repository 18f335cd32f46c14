import type { SourceRef } from '../finding.ts';
import type { Address } from '../resources/address.ts';
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

/** The row of a term in one glossary of a stack. */
export interface LayerRow {
  readonly address: Address;
  readonly at: SourceRef;
  /** Absent: the row removes the term. */
  readonly target?: string;
  /** True for the row that decides about the term. */
  readonly isUsed: boolean;
}
