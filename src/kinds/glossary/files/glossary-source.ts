import type { DelimitedInput } from '../../../files/delimited/row.ts';
import type { Overrides } from '../../../files/dictionary/entry-collector.ts';
import type { PairKey } from '../../../model/entries/language-pair.ts';
import type { SourceRef } from '../../../model/finding.ts';
import type { Placed, WorkspaceSources } from '../../files/files-facet.ts';
import type { DesiredDictionary, DesiredGlossary, VariantOf } from '../glossary.ts';
import type { ListedDictionary, ListedTable, Stack, Variant } from './glossary-file.ts';

/** A dictionary, and the place in the files where it is declared and stored. */
export interface DictionarySource extends DesiredDictionary {
  /** The place that declares the dictionary: the item of the list, or the file that was found by its name. */
  readonly declaredAt: SourceRef;
  /** The settings for reading and editing the file: one dictionary, or a wide table. */
  readonly stored:
    | { readonly kind: 'dictionary'; readonly listed: ListedDictionary }
    | { readonly kind: 'table'; readonly listed: ListedTable };
  /** The pair in the file, if that is a variant. Absent: the file has the pair that is sent. */
  readonly filePair?: PairKey;
  /** The rows that override entries of layers. Absent: none. */
  readonly overrides?: Overrides;
  /** The dictionary of the file, if entries of layers were added to it. Absent: it has only its own entries. */
  readonly fileDictionary?: DictionarySource;
  /** The translations of a phrase in the layers. `base`: replaces that of a variant. Absent with `fileDictionary`. */
  inherited?(source: string, base?: DictionarySource): InheritedTargets;
}

/** The translations of a phrase in the layers of a dictionary. */
export interface InheritedTargets {
  /** The different translations. */
  readonly targets: readonly string[];
  /** True: a row of the base of the variant decides, which needs no mark to be overridden. */
  readonly isBase: boolean;
}

/** One `glossary.yaml` with the resources that belong to it. */
export interface GlossarySource extends DesiredGlossary, Placed {
  /** Absent: it extends no other glossary. */
  readonly stack?: Stack;
  readonly variant?: VariantOf & Variant;
  readonly dictionaries: ReadonlyMap<PairKey, DictionarySource>;
}

declare module '../../files/files-facet.ts' {
  interface SourceTypes {
    readonly glossaries: GlossarySource;
  }
}

/** The settings for reading each file of dictionaries and tables, by its path from the root of the workspace. */
export const dictionaryInputs = ({
  glossaries = [],
}: Pick<WorkspaceSources, 'glossaries'>): ReadonlyMap<string, Omit<DelimitedInput, 'bytes'>> =>
  new Map(
    glossaries.flatMap(({ dictionaries }) =>
      [...dictionaries.values()].map(({ stored: { listed } }) => {
        const { file, form } = listed;
        return [file, { ...form, file }] as const;
      }),
    ),
  );
