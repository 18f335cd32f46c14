import type { KeyLimits } from '../../kinds/developer-key/developer-key.ts';
import type { ValueDrift } from '../../kinds/drift/drift-values.ts';
import type { DictionaryAddress } from '../../kinds/glossary/glossary.ts';
import type { StyleListContent } from '../../kinds/style-list/style-list.ts';
import type { GlossaryContent } from '../../model/entries/dictionary.ts';
import type { Entries } from '../../model/entries/entries.ts';
import { type LanguagePair, type PairKey, parsePairKey } from '../../model/entries/language-pair.ts';
import { childName, type ResourceAddress } from '../../model/resources/address.ts';
import type { FileValue } from '../../model/resources/value.ts';
import type { ChildDrift, Drift, ResourceDrift } from '../drift/drift.ts';

/** `edit`: some values; `remove`: the service has it no more; `add`: no file has it, or the files dropped it. */
export type FileAction = 'edit' | 'add' | 'remove';

/** What must become of the files of one dictionary. */
export interface DictionaryEdit {
  readonly address: DictionaryAddress;
  readonly pair: LanguagePair;
  readonly action: FileAction;
  /** Of an edit: each source phrase once. */
  readonly values: readonly FileValue[];
  /** Of one to add: all that the service has of it. */
  readonly entries?: Entries;
}

interface EditOf<Kind extends string, Content> {
  readonly kind: Kind;
  readonly address: ResourceAddress;
  readonly action: FileAction;
  /** Of an edit: by part and key; instructions by their places, and those that are new last. */
  readonly values: readonly FileValue[];
  /** Of a glossary: its dictionaries. */
  readonly children: readonly DictionaryEdit[];
  /** Of one to add: its id on the service, and all that the service has of it. */
  readonly add?: { readonly id: string; readonly content: Content };
}

/** What must become of the files of one resource, so that they ask for what the service has. */
export type FileEdit =
  | EditOf<'glossary', GlossaryContent>
  | EditOf<'style-list', StyleListContent>
  | EditOf<'developer-key', { readonly label: string; readonly limits: KeyLimits }>;

export interface FileEditOptions {
  /** Take what the service has of conflicts too; else the files keep what they have. */
  readonly takeTheirs: boolean;
}

type Taken = (drift: { readonly kind: 'theirs' | 'both' }) => boolean;

/** Where the edit of a value comes: instructions by their places, and those that are new last. */
const order = ({ key: [part], index = Number.MAX_SAFE_INTEGER }: FileValue): number =>
  part === 'instruction' ? index : -1;

const valuesOf = (values: readonly ValueDrift[], taken: Taken): readonly FileValue[] =>
  values
    .filter(taken)
    // An instruction that neither the service nor the files have needs no edit.
    .filter(({ key: [part], theirs, index }) => part !== 'instruction' || theirs !== undefined || index !== undefined)
    .map(
      ({ key, theirs, index }): FileValue => ({
        key,
        ...(theirs !== undefined && { to: theirs }),
        ...(index !== undefined && { index }),
      }),
    )
    .sort((left, right) => order(left) - order(right));

function dictionaryEdit({ address: at, whole, values }: ChildDrift, taken: Taken): DictionaryEdit | undefined {
  const address = at as DictionaryAddress;
  const pair = parsePairKey(childName(address) as PairKey);
  if (whole !== undefined) {
    if (!taken(whole)) return undefined;
    return 'theirs' in whole
      ? { action: 'add', address, pair, values: [], entries: whole.theirs }
      : { action: 'remove', address, pair, values: [] };
  }
  const wanted = valuesOf(values, taken);
  return wanted.length === 0 ? undefined : { action: 'edit', address, pair, values: wanted };
}

function editOf({ kind, address, id, whole, values, children }: ResourceDrift, taken: Taken): FileEdit | undefined {
  // The compiler does not see that kind, address, id and content belong together.
  const edit = (action: FileAction, more: Partial<FileEdit> = {}): FileEdit =>
    ({ action, kind, address, values: [], children: [], ...more }) as FileEdit;
  if (whole?.how === 'deleted-outside') return taken(whole) ? edit('remove') : undefined;
  if (whole !== undefined && 'theirs' in whole)
    return taken(whole) ? edit('add', { add: { id, content: whole.theirs } } as Partial<FileEdit>) : undefined;
  const deactivated = whole?.how === 'deactivated-outside' && taken(whole);
  const wanted: readonly FileValue[] = [
    ...valuesOf(values, taken),
    ...(deactivated ? [{ key: ['deactivated'] as const, to: true }] : []),
  ];
  const dictionaries = children.flatMap((each) => dictionaryEdit(each, taken) ?? []);
  return wanted.length + dictionaries.length === 0
    ? undefined
    : edit('edit', { values: wanted, children: dictionaries });
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
