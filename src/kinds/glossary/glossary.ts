import type { Dictionary, GlossaryContent } from '../../model/entries/dictionary.ts';
import type { Entries } from '../../model/entries/entries.ts';
import type { HeldBackRow } from '../../model/entries/held-back.ts';
import type { LanguagePair, PairKey } from '../../model/entries/language-pair.ts';
import type { OtherField } from '../../model/entries/other-notes.ts';
import type { TermFields } from '../../model/entries/term-fields.ts';
import type { FileForm } from '../../model/file-form.ts';
import type { Digest, GlossaryId } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Change, ChildChange } from '../../model/plan/plan.ts';
import { digestOf } from '../../model/resources/digest.ts';
import type { DesiredResource, Locate, OwnedResource } from '../../model/resources/resource.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { LintSettings } from '../../model/workspace/lint-settings.ts';
import type { Sample } from '../../model/workspace/sample.ts';

/** The address of a glossary, from the name of its folder. */
export type GlossaryAddress = `glossary.${string}`;

/** The address of one language pair of a glossary: `glossary.product/en->de`. */
export type DictionaryAddress = `${GlossaryAddress}/${PairKey}`;

export const glossaryAddress = (name: string): GlossaryAddress => `glossary.${name}`;

export const dictionaryAddress = (glossary: GlossaryAddress, pair: PairKey): DictionaryAddress => `${glossary}/${pair}`;

/** A dictionary that files ask for, and where each of its entries stands. */
export interface DesiredDictionary extends Dictionary {
  /** The file (first row), or the column of a wide table. */
  readonly origin: SourceRef;
  /** Where the entry of this source phrase stands; `undefined` when there is none. */
  locate: Locate;
  /** Where its target phrase stands; `undefined` when there is none. */
  locateTarget?: Locate;
  /** What the row of a source phrase says of its term. Absent: the file says nothing of its terms. */
  fieldsOf?(source: string): TermFields | undefined;
  /** Rows of the file that are not sent. Absent: none. */
  readonly heldBack?: readonly HeldBackRow[];
  /** What rows said otherwise at the commit of `--since`, by source phrase. Absent: nothing, or nobody asked. */
  readonly changedFields?: ReadonlyMap<string, readonly OtherField[]>;
  /** How its file is to be read, where `glossary.yaml` says so. */
  readonly form?: FileForm;
}

/** `authoritative`: what the files lack is removed. `additive`: entries that git never had stay. */
export type GlossaryMode = 'authoritative' | 'additive';

/** A glossary that the files ask for. */
export interface DesiredGlossary extends DesiredResource {
  readonly address: GlossaryAddress;
  /** The glossary's own file, at its name. */
  readonly origin: SourceRef;
  /** `id:` of the file: this very resource and no other. */
  readonly pinnedId?: GlossaryId;
  readonly name: string;
  readonly dictionaries: ReadonlyMap<PairKey, DesiredDictionary>;
  readonly mode: GlossaryMode;
  readonly protect: boolean;
  /** Sentences of `samples:`, for a preview; absent: none. They are no part of what is wanted of the service. */
  readonly samples?: readonly Sample[];
  /** `lint:` of its file; absent: what the workspace says. What names no addresses there is about this glossary. */
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

/** The name and every dictionary that has entries: an empty dictionary is the same as none. */
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

/** One dictionary together with the glossary's name: what a PATCH that carries both touches. */
export const namedEntriesDigest = (name: string, entries: Entries): Digest =>
  digestOf({ name, entries: entries.digest });

/** What becomes of one dictionary. */
export interface DictionaryChange extends ChildChange {
  readonly pair: LanguagePair;
}

/** The dictionaries of a change of a glossary: each of them says its pair, and a check of plans holds that. */
export const dictionariesOf = ({ children }: Pick<Change, 'children'>): readonly DictionaryChange[] =>
  children as readonly DictionaryChange[];
