import type { GlossaryContent } from '../../model/entries/dictionary.ts';
import { type Entries, type Entry, entriesOf } from '../../model/entries/entries.ts';
import type { LanguagePair } from '../../model/entries/language-pair.ts';
import type { GlossaryId, StyleId } from '../../model/ids.ts';
import type {
  DeveloperKeyAddress,
  DictionaryAddress,
  GlossaryAddress,
  StyleListAddress,
} from '../../model/resources/address.ts';
import type { KeyId, KeyLimits } from '../../model/resources/developer-key.ts';
import type { EntryEdit } from '../../model/resources/entry-edit.ts';
import type { CustomInstruction, StyleListContent } from '../../model/resources/style-list.ts';
import type {
  DeveloperKeyDrift,
  DictionaryDrift,
  Drift,
  GlossaryDrift,
  InstructionDrift,
  LiveKeyContent,
  ResourceDrift,
  RuleDrift,
  StyleListDrift,
} from '../drift/drift.ts';

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

/** What a key is to have from now on; what is absent stays. */
export interface DeveloperKeyEdit {
  readonly kind: 'edit-developer-key';
  readonly address: DeveloperKeyAddress;
  readonly label?: string;
  readonly limits: Partial<KeyLimits>;
  /** True: the entry says from now on that the key is deactivated. */
  readonly deactivates: boolean;
}

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
  /** No file has it, and it gets some. `id`: of the one on the service. */
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
    }
  | DeveloperKeyEdit
  | { readonly kind: 'remove-developer-key'; readonly address: DeveloperKeyAddress }
  | {
      readonly kind: 'add-developer-key';
      readonly address: DeveloperKeyAddress;
      readonly id: KeyId;
      readonly content: LiveKeyContent;
    };

export interface FileEditOptions {
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

const order = (edit: InstructionEdit): number => (edit.kind === 'add' ? Number.MAX_SAFE_INTEGER : edit.index);

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
  const instructions = edits.sort((left, right) => order(left) - order(right));
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

function developerKeyEdit(drift: DeveloperKeyDrift, taken: Taken): FileEdit | undefined {
  const { address, id, whole } = drift;
  if (whole?.how === 'deleted-outside') return taken(whole) ? { kind: 'remove-developer-key', address } : undefined;
  if (whole?.how === 'dropped-here' || whole?.how === 'created-outside')
    return taken(whole) ? { kind: 'add-developer-key', address, id, content: whole.theirs } : undefined;
  const deactivates = whole?.how === 'deactivated-outside' && taken(whole);
  const label = drift.label !== undefined && taken(drift.label) ? drift.label.theirs : undefined;
  const limits = Object.fromEntries(drift.limits.filter(taken).map(({ limit, theirs }) => [limit, theirs]));
  if (!deactivates && label === undefined && Object.keys(limits).length === 0) return undefined;
  return { kind: 'edit-developer-key', address, ...(label !== undefined && { label }), limits, deactivates };
}

function editOf(drift: ResourceDrift, taken: Taken): FileEdit | undefined {
  switch (drift.kind) {
    case 'glossary':
      return glossaryEdit(drift, taken);
    case 'style-list':
      return styleListEdit(drift, taken);
    case 'developer-key':
      return developerKeyEdit(drift, taken);
    default:
      return drift satisfies never;
  }
}

/**
 * What must become of the files so that a plan does not undo what somebody did outside git. Conflicts are left as they
 * are, unless `takeTheirs`. In the order of addresses. A resource that was made anew outside git needs no edit to be
 * found again.
 */
export function fileEdits(drift: Drift, { takeTheirs }: FileEditOptions): readonly FileEdit[] {
  const taken: Taken = ({ kind }) => kind === 'theirs' || takeTheirs;
  return drift.resources.flatMap((each) => editOf(each, taken) ?? []);
}
