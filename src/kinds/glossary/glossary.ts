import type { Dictionary, GlossaryContent, LayerRow } from '../../model/entries/dictionary.ts';
import type { Entries } from '../../model/entries/entries.ts';
import type { HeldBackRow } from '../../model/entries/held-back.ts';
import type { LanguagePair, PairKey } from '../../model/entries/language-pair.ts';
import type { OtherField, TermFields } from '../../model/entries/term-fields.ts';
import type { FileForm } from '../../model/file-form.ts';
import type { SourceRef } from '../../model/finding.ts';
import type { Digest, GlossaryId } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/lists.ts';
import type { Change, ChildChange } from '../../model/plan/plan.ts';
import { digestOf } from '../../model/resources/digest.ts';
import type { DesiredResource, Locate, OwnedResource } from '../../model/resources/resource.ts';
import type { LintSettings } from '../../model/workspace/lint-settings.ts';
import type { Sample } from '../../model/workspace/sample.ts';

/** The address of a glossary, from the name of its folder. */
export type GlossaryAddress = `glossary.${string}`;

/** The address of one language pair of a glossary: `glossary.product/en->de`. */
export type DictionaryAddress = `${GlossaryAddress}/${PairKey}`;

export const glossaryAddress = (name: string): GlossaryAddress => `glossary.${name}`;

export const dictionaryAddress = (glossary: GlossaryAddress, pair: PairKey): DictionaryAddress => `${glossary}/${pair}`;

/** An inherited term that a row removes. */
export interface RemovedTerm {
  readonly source: string;
  /** The inherited translation. */
  readonly target: string;
  /** The row that removes it. */
  readonly at: SourceRef;
}

/** A dictionary in the files, with the places of its entries. */
export interface DesiredDictionary extends Dictionary {
  /** The file (first row), or the column of a wide table. */
  readonly origin: SourceRef;
  /** Place of the entry of a source phrase; `undefined` for an unknown source phrase. */
  locate: Locate;
  /** Place of its target phrase; `undefined` for an unknown source phrase. */
  locateTarget?: Locate;
  /** The other fields of a term, by source phrase. Absent: the file has no such columns. */
  fieldsOf?(source: string): TermFields | undefined;
  /** Rows of the file that are not sent. Absent: none. */
  readonly heldBack?: readonly HeldBackRow[];
  /**
   * Fields of rows that differ from the commit of `--since`, by source phrase. Absent: none, or `--since` was not
   * given.
   */
  readonly changedFields?: ReadonlyMap<string, readonly OtherField[]>;
  /** The rows of a term in the glossary and in its layers, in their order. Absent: it has no layers. */
  layerRows?(source: string): readonly LayerRow[];
  /** The inherited terms that its rows remove. Absent: none. */
  readonly removed?: readonly RemovedTerm[];
  /** The settings of its file in `glossary.yaml`. */
  readonly form?: FileForm;
}

/** `authoritative`: entries that the files lack are removed. `additive`: entries that were never in git stay. */
export type GlossaryMode = 'authoritative' | 'additive';

/** The base of a variant, and its languages. */
export interface VariantOf {
  /** In lower case: `pt-br`. */
  readonly code: string;
  /** The language of its dictionaries on the service: that of the variant, or its base language. */
  readonly language: string;
  readonly base: GlossaryAddress;
}

/** A glossary that the files ask for. */
export interface DesiredGlossary extends DesiredResource {
  readonly address: GlossaryAddress;
  /** The glossary's own file, at its name. */
  readonly origin: SourceRef;
  /** `id:` in the file: exactly this resource. */
  readonly pinnedId?: GlossaryId;
  readonly name: string;
  readonly dictionaries: ReadonlyMap<PairKey, DesiredDictionary>;
  readonly mode: GlossaryMode;
  readonly protect: boolean;
  /** Absent: it is not a variant of another glossary. */
  readonly variant?: VariantOf;
  /** Sentences of `samples:`, for a preview; absent: none. They do not change the service. */
  readonly samples?: readonly Sample[];
  /** `lint:` in its file; absent: the settings of the workspace. Settings without addresses apply to this glossary. */
  readonly lint?: LintSettings;
}

/** A dictionary as the service lists it. `entries` is there once they have been read. */
export interface LiveDictionary {
  readonly pair: LanguagePair;
  readonly entryCount: number;
  readonly entries?: Entries;
}

/** A glossary as the service has it. */
export interface LiveGlossary {
  readonly id: GlossaryId;
  readonly name: string;
  readonly dictionaries: ReadonlyMap<PairKey, LiveDictionary>;
}

export type OwnedGlossary = OwnedResource<GlossaryId, GlossaryContent>;

declare module '../states.ts' {
  interface KindTypes {
    readonly glossaries: {
      readonly desired: DesiredGlossary;
      readonly live: LiveGlossary;
      readonly owned: OwnedGlossary;
    };
  }
}

/** Digest of the name and of all dictionaries with entries; an empty dictionary counts as missing. */
export const glossaryDigest = (
  name: string,
  dictionaries: ReadonlyMap<PairKey, { readonly entries: Entries }>,
): Digest =>
  digestOf({
    name,
    dictionaries: [...dictionaries]
      .filter(([, { entries }]) => entries.size > 0)
      .map(([pair, { entries }]) => [pair, entries.digest])
      .sort((left, right) => byCodeUnit(left[0] as string, right[0] as string)),
  });

/** Digest of one dictionary with the glossary's name: the parts that a PATCH with both changes. */
export const namedEntriesDigest = (name: string, entries: Entries): Digest =>
  digestOf({ name, entries: entries.digest });

/** The change of one dictionary. */
export interface DictionaryChange extends ChildChange {
  readonly pair: LanguagePair;
}

/** The dictionaries of a change of a glossary. Each has its pair, which is checked for saved plans. */
export const dictionariesOf = ({ children }: Pick<Change, 'children'>): readonly DictionaryChange[] =>
  children as readonly DictionaryChange[];
