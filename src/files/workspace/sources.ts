import type { Entries } from '../../model/entries/entries.ts';
import type { LanguagePair } from '../../model/entries/language-pair.ts';
import type { DeveloperKeyPart, GlossaryMode } from '../../model/resources/desired.ts';
import type { KeyLimits } from '../../model/resources/developer-key.ts';
import type { StyleListContent } from '../../model/resources/style-list.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { Sample } from '../../model/workspace/sample.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import type { ListedDictionary, ListedTable } from '../resources/glossary-file.ts';

/** One dictionary as one file (or a pair of columns of a table) gives it. */
export interface DictionarySource {
  readonly pair: LanguagePair;
  /** The first row of the file, or the column of the table. */
  readonly origin: SourceRef;
  /** Where the workspace says that it exists: the item of the list, or the file that was found by its name. */
  readonly declaredAt: SourceRef;
  readonly entries: Entries;
  locate(source: string): SourceRef | undefined;
  /** How the file is to be read, by which it can be edited too: one dictionary, or a wide table. */
  readonly stored:
    | { readonly kind: 'dictionary'; readonly listed: ListedDictionary }
    | { readonly kind: 'table'; readonly listed: ListedTable };
}

/** One `glossary.yaml` with all that belongs to it. Pairs may still repeat. */
export interface GlossarySource {
  /** From the folder or file name; not yet compared with the others. */
  readonly addressName: string;
  readonly file: string;
  readonly name: string;
  readonly nameAt: SourceRef;
  readonly pinnedId?: string;
  readonly pinnedIdAt?: SourceRef;
  readonly mode: GlossaryMode;
  readonly protect: boolean;
  readonly dictionaries: readonly DictionarySource[];
  /** Sentences for a preview. */
  readonly samples: readonly Sample[];
}

/** One style list file. */
export interface StyleListSource {
  readonly addressName: string;
  readonly file: string;
  readonly nameAt: SourceRef;
  readonly pinnedId?: string;
  readonly pinnedIdAt?: SourceRef;
  readonly content: StyleListContent;
  /** Where an instruction stands, by its index in `content.instructions`. */
  readonly instructionOrigins: readonly SourceRef[];
  locateRule(category: string, rule: string): SourceRef | undefined;
  readonly protect: boolean;
}

/** One entry of the file of developer keys. */
export interface DeveloperKeySource {
  readonly addressName: string;
  readonly addressAt: SourceRef;
  readonly file: string;
  /** The label. */
  readonly name: string;
  /** The label; the name of the entry when it names none. */
  readonly nameAt: SourceRef;
  readonly pinnedId?: string;
  readonly pinnedIdAt?: SourceRef;
  readonly limits: Partial<KeyLimits>;
  readonly deactivated: boolean;
  readonly protect: boolean;
  locate(part: DeveloperKeyPart): SourceRef | undefined;
}

/** Everything that the files of a workspace say, parsed one by one. A kind that is not managed is absent. */
export interface WorkspaceSources {
  readonly config: WorkspaceConfig;
  readonly glossaries?: readonly GlossarySource[];
  readonly styleLists?: readonly StyleListSource[];
  readonly developerKeys?: readonly DeveloperKeySource[];
}
