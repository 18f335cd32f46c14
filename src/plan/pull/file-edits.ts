import type { GlossaryContent } from '../../model/entries/dictionary.ts';
import type { Entries } from '../../model/entries/entries.ts';
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
import { isInstruction } from '../../model/resources/value.ts';
import type {
  DeveloperKeyDrift,
  DictionaryDrift,
  Drift,
  GlossaryDrift,
  LiveKeyContent,
  ResourceDrift,
  StyleListDrift,
  ValueDrift,
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

/** The text that the service has of the one value of a part; `undefined`: it did not change. */
function textOf(values: readonly ValueDrift[], part: string): string | undefined {
  const value = values.find(({ key }) => key[0] === part)?.theirs;
  return typeof value === 'string' ? value : undefined;
}

const ofPart = (values: readonly ValueDrift[], part: string): readonly ValueDrift[] =>
  values.filter(({ key }) => key[0] === part);

function dictionaryEdit({ address, pair, whole, values }: DictionaryDrift, taken: Taken): DictionaryEdit | undefined {
  if (whole !== undefined) {
    if (!taken(whole)) return undefined;
    return 'theirs' in whole
      ? { kind: 'add-dictionary', address, pair, entries: whole.theirs }
      : { kind: 'remove-dictionary', address, pair };
  }
  const edits = values
    .filter(taken)
    .map(
      ({ key: [, , source = ''], theirs }): EntryEdit =>
        theirs === undefined ? { kind: 'remove', source } : { kind: 'set', source, target: String(theirs) },
    );
  return edits.length === 0 ? undefined : { kind: 'edit-entries', address, pair, edits };
}

function glossaryEdit({ address, values, children }: GlossaryDrift, taken: Taken): FileEdit | undefined {
  const name = textOf(values.filter(taken), 'name');
  const dictionaries = children.flatMap((each) => dictionaryEdit(each, taken) ?? []);
  if (name === undefined && dictionaries.length === 0) return undefined;
  return { kind: 'edit-glossary', address, ...(name !== undefined && { name }), dictionaries };
}

const ruleEdit = ({ key: [, category = '', rule = ''], theirs }: ValueDrift): RuleEdit =>
  theirs === undefined ? { kind: 'remove', category, rule } : { kind: 'set', category, rule, option: String(theirs) };

function instructionEdit({ index, theirs: to }: ValueDrift): readonly InstructionEdit[] {
  if (isInstruction(to)) return [index === undefined ? { kind: 'add', to } : { kind: 'set', index, to }];
  return index === undefined ? [] : [{ kind: 'remove', index }];
}

const order = (edit: InstructionEdit): number => (edit.kind === 'add' ? Number.MAX_SAFE_INTEGER : edit.index);

function styleListEdit(drift: StyleListDrift, taken: Taken): FileEdit | undefined {
  // An instruction that neither the service nor the files have needs no edit.
  const values = drift.values.filter(
    (each) => taken(each) && (each.key[0] !== 'instruction' || each.theirs !== undefined || each.index !== undefined),
  );
  if (values.length === 0) return undefined;
  const [name, language] = [textOf(values, 'name'), textOf(values, 'language')];
  return {
    kind: 'edit-style-list',
    address: drift.address,
    ...(name !== undefined && { name }),
    ...(language !== undefined && { language }),
    rules: ofPart(values, 'rule').map(ruleEdit),
    instructions: ofPart(values, 'instruction')
      .flatMap(instructionEdit)
      .sort((left, right) => order(left) - order(right)),
  };
}

function developerKeyEdit({ address, whole, values }: DeveloperKeyDrift, taken: Taken): FileEdit | undefined {
  const deactivates = whole?.how === 'deactivated-outside' && taken(whole);
  const found = values.filter(taken);
  if (!deactivates && found.length === 0) return undefined;
  const label = textOf(found, 'label');
  const limits = Object.fromEntries(ofPart(found, 'limit').map(({ key: [, limit], theirs }) => [limit, theirs]));
  return { kind: 'edit-developer-key', address, ...(label !== undefined && { label }), limits, deactivates };
}

/** A whole that went from the service, or that gets files. The compiler does not see that kind and address belong. */
function wholeEdit({ kind, address, id, whole }: ResourceDrift): FileEdit | undefined {
  if (whole?.how === 'deleted-outside') return { kind: `remove-${kind}`, address } as FileEdit;
  if (whole !== undefined && 'theirs' in whole)
    return { kind: `add-${kind}`, address, id, content: whole.theirs } as FileEdit;
  return undefined;
}

function editOf(drift: ResourceDrift, taken: Taken): FileEdit | undefined {
  const whole = wholeEdit(drift);
  if (whole !== undefined) return drift.whole !== undefined && taken(drift.whole) ? whole : undefined;
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
