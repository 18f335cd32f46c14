import type { PairKey } from '../../model/entries/language-pair.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { DesiredDeveloperKey } from '../developer-key/developer-key.ts';
import type { ListedDictionary, ListedTable } from '../glossary/files/glossary-file.ts';
import type { DesiredDictionary, DesiredGlossary } from '../glossary/glossary.ts';
import type { DesiredState } from '../states.ts';
import type { DesiredStyleList } from '../style-list/style-list.ts';
import type { ResourceSource } from './resource-source.ts';

type Placed = Pick<ResourceSource, 'file' | 'pinnedIdAt'>;

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

/** One style list file. */
export interface StyleListSource extends DesiredStyleList, Placed {}

/** One entry of the file of developer keys. */
export interface DeveloperKeySource extends DesiredDeveloperKey, Placed {
  /** The label; the name of the entry when it names none. */
  readonly labelAt: SourceRef;
}

/** The desired state with the places in the files by which it can be edited. */
export interface WorkspaceSources extends DesiredState {
  readonly glossaries?: readonly GlossarySource[];
  readonly styleLists?: readonly StyleListSource[];
  readonly developerKeys?: readonly DeveloperKeySource[];
}
