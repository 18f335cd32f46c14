import type { DictionaryAddress, GlossaryAddress, StyleListAddress } from '../model/address.ts';
import type { GlossaryContent } from '../model/dictionary.ts';
import { type Entries, type Entry, entriesOf } from '../model/entries.ts';
import type { GlossaryId, StyleId } from '../model/ids.ts';
import type { LanguagePair } from '../model/language-pair.ts';
import type { CustomInstruction, StyleListContent } from '../model/style-list.ts';
import type { DictionaryDrift, Drift, GlossaryDrift, InstructionDrift, RuleDrift, StyleListDrift } from './drift.ts';

/** `set` adds an entry or gives it another target. */
export type EntryEdit =
  | { readonly kind: 'set'; readonly source: string; readonly target: string }
  | { readonly kind: 'remove'; readonly source: string };

export type RuleEdit =
  | { readonly kind: 'set'; readonly category: string; readonly rule: string; readonly option: string }
  | { readonly kind: 'remove'; readonly category: string; readonly rule: string };

/** Indexes are those of the desired list before any edit. */
export type InstructionEdit =
  | { readonly kind: 'set'; readonly index: number; readonly to: CustomInstruction }
  | { readonly kind: 'remove'; readonly index: number }
  | { readonly kind: 'add'; readonly to: CustomInstruction };

export type DictionaryEdit =
  | {
      readonly kind: 'edit-entries';
      readonly address: DictionaryAddress;
      readonly pair: LanguagePair;
      /** Each source phrase once. */
      readonly edits: readonly EntryEdit[];
    }
  | { readonly kind: 'remove-dictionary'; readonly address: DictionaryAddress; readonly pair: LanguagePair }
  /** The files have none, or dropped it. */
  | {
      readonly kind: 'add-dictionary';
      readonly address: DictionaryAddress;
      readonly pair: LanguagePair;
      readonly entries: Entries;
    };

/** What must become of the files of one resource, so that they ask for what the service has. */
export type FileEdit =
  | {
      readonly kind: 'edit-glossary';
      readonly address: GlossaryAddress;
      /** The new name. */
      readonly name?: string;
      readonly dictionaries: readonly DictionaryEdit[];
    }
  | {
      readonly kind: 'edit-style-list';
      readonly address: StyleListAddress;
      readonly name?: string;
      readonly language?: string;
      readonly rules: readonly RuleEdit[];
      /** By index; those that add come last. */
      readonly instructions: readonly InstructionEdit[];
    }
  | { readonly kind: 'remove-glossary'; readonly address: GlossaryAddress }
  | { readonly kind: 'remove-style-list'; readonly address: StyleListAddress }
  /** The files dropped it, and get it back. `id`: of the one on the service. */
  | {
      readonly kind: 'add-glossary';
      readonly address: GlossaryAddress;
      readonly id: GlossaryId;
      readonly content: GlossaryContent;
    }
  | {
      readonly kind: 'add-style-list';
      readonly address: StyleListAddress;
      readonly id: StyleId;
      readonly content: StyleListContent;
    };

export interface AbsorbOptions {
  /** Take what the service has of conflicts too; else the files keep what they have. */
  readonly takeTheirs: boolean;
}

type Taken = (drift: { readonly kind: 'theirs' | 'both' }) => boolean;

function dictionaryEdit(drift: DictionaryDrift, taken: Taken): DictionaryEdit | undefined {
  const { address, pair, whole } = drift;
  if (whole !== undefined) {
    if (!taken(whole)) return undefined;
    if (whole.how === 'deleted-outside') return { kind: 'remove-dictionary', address, pair };
    if (whole.how === 'dropped-here') return { kind: 'add-dictionary', address, pair, entries: whole.theirs };
    const added = drift.entries.flatMap(({ source, theirs }): readonly Entry[] =>
      theirs === undefined ? [] : [[source, theirs]],
    );
    return { kind: 'add-dictionary', address, pair, entries: entriesOf(added) };
  }
  const edits = drift.entries
    .filter(taken)
    .map(
      ({ source, theirs }): EntryEdit =>
        theirs === undefined ? { kind: 'remove', source } : { kind: 'set', source, target: theirs },
    );
  return edits.length === 0 ? undefined : { kind: 'edit-entries', address, pair, edits };
}

function glossaryEdit(drift: GlossaryDrift, taken: Taken): FileEdit | undefined {
  const { address, id, whole } = drift;
  if (whole !== undefined && whole.how !== 'recreated-outside') {
    if (!taken(whole)) return undefined;
    return whole.how === 'deleted-outside'
      ? { kind: 'remove-glossary', address }
      : { kind: 'add-glossary', address, id, content: whole.theirs };
  }
  const name = drift.name !== undefined && taken(drift.name) ? drift.name.theirs : undefined;
  const dictionaries = drift.dictionaries.flatMap((each) => dictionaryEdit(each, taken) ?? []);
  if (name === undefined && dictionaries.length === 0) return undefined;
  return { kind: 'edit-glossary', address, ...(name !== undefined && { name }), dictionaries };
}

const ruleEdit = ({ category, rule, theirs }: RuleDrift): RuleEdit =>
  theirs === undefined ? { kind: 'remove', category, rule } : { kind: 'set', category, rule, option: theirs };

function instructionEdit({ index, theirs }: InstructionDrift): readonly InstructionEdit[] {
  if (theirs !== undefined)
    return [index === undefined ? { kind: 'add', to: theirs } : { kind: 'set', index, to: theirs }];
  return index === undefined ? [] : [{ kind: 'remove', index }];
}

const order = (edit: InstructionEdit): number => (edit.kind === 'add' ? Number.POSITIVE_INFINITY : edit.index);

function styleListEdit(drift: StyleListDrift, taken: Taken): FileEdit | undefined {
  const { address, id, whole } = drift;
  if (whole !== undefined && whole.how !== 'recreated-outside') {
    if (!taken(whole)) return undefined;
    return whole.how === 'deleted-outside'
      ? { kind: 'remove-style-list', address }
      : { kind: 'add-style-list', address, id, content: whole.theirs };
  }
  const text = (field: 'name' | 'language'): string | undefined => {
    const difference = drift[field];
    return difference !== undefined && taken(difference) ? difference.theirs : undefined;
  };
  const [name, language] = [text('name'), text('language')];
  const rules = drift.rules.filter(taken).map(ruleEdit);
  const edits = drift.instructions.filter(taken).flatMap(instructionEdit);
  const instructions = edits.sort((left, right) =>
    order(left) < order(right) ? -1 : order(left) > order(right) ? 1 : 0,
  );
  if (name === undefined && language === undefined && rules.length === 0 && instructions.length === 0) return undefined;
  return {
    kind: 'edit-style-list',
    address,
    ...(name !== undefined && { name }),
    ...(language !== undefined && { language }),
    rules,
    instructions,
  };
}

/**
 * What must become of the files so that a plan does not undo what somebody did outside git. Conflicts are left as they are, unless `takeTheirs`. In the order
 * of addresses. A resource that was made anew outside git needs no edit to be found again.
 */
export function absorbEdits(drift: Drift, { takeTheirs }: AbsorbOptions): readonly FileEdit[] {
  const taken: Taken = ({ kind }) => kind === 'theirs' || takeTheirs;
  return drift.resources.flatMap(
    (each) => (each.kind === 'glossary' ? glossaryEdit(each, taken) : styleListEdit(each, taken)) ?? [],
  );
}
