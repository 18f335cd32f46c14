import type { PairKey } from '../../../model/entries/language-pair.ts';
import type { SourceRef } from '../../../model/source-ref.ts';
import type { Placed } from '../../files/resource-source.ts';
import type { DesiredDictionary, DesiredGlossary } from '../glossary.ts';
import type { ListedDictionary, ListedTable } from './glossary-file.ts';

/** A dictionary, and the place in the files where it is declared and stored. */
export interface DictionarySource extends DesiredDictionary {
  /** Where the workspace says that it exists: the item of the list, or the file that was found by its name. */
  readonly declaredAt: SourceRef;
  /** How the file is to be read, by which it can be edited too: one dictionary, or a wide table. */
  readonly stored:
    | { readonly kind: 'dictionary'; readonly listed: ListedDictionary }
    | { readonly kind: 'table'; readonly listed: ListedTable };
}

/** One `glossary.yaml` with all that belongs to it. */
export interface GlossarySource extends DesiredGlossary, Placed {
  readonly dictionaries: ReadonlyMap<PairKey, DictionarySource>;
}

declare module '../../files/resource-source.ts' {
  interface SourceTypes {
    readonly glossaries: GlossarySource;
  }
}
