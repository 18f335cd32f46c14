import type { ValueDrift } from '../../change/drift-values.ts';
import type { ChildEdit, FileAction, FileEdit } from '../../change/file-edit.ts';
import { partsWith } from '../../kinds/check-values.ts';
import { isItemPart } from '../../kinds/items.ts';
import type { AnyKind } from '../../kinds/kind.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { FileValue } from '../../model/resources/resource.ts';
import type { Drift, ResourceDrift } from '../drift/drift.ts';

export interface FileEditOptions {
  /** True: conflicts take the value of the service. False: the files keep their value. */
  readonly takeTheirs: boolean;
}

type Taken = (drift: { readonly kind: 'theirs' | 'both' }) => boolean;

function valuesOf(kind: AnyKind, values: readonly ValueDrift[], taken: Taken): readonly FileValue[] {
  const hasPlace = ({ key: [part] }: FileValue): boolean => isItemPart(kind, part);
  /** Values without a key are ordered by their places, new ones last. */
  const order = (value: FileValue): number => (hasPlace(value) ? (value.index ?? Number.MAX_SAFE_INTEGER) : -1);
  return (
    values
      .filter(taken)
      // A value without a key that neither side has needs no edit if only its place could identify it.
      .filter((value) => !hasPlace(value) || value.theirs !== undefined || value.index !== undefined)
      .map(
        ({ key, theirs, index }): FileValue => ({
          key,
          ...(theirs !== undefined && { to: theirs }),
          ...(index !== undefined && { index }),
        }),
      )
      .sort((left, right) => order(left) - order(right))
  );
}

function childEdit(
  { address, whole, values }: ResourceDrift['children'][number],
  model: AnyKind,
  taken: Taken,
): ChildEdit | undefined {
  if (whole !== undefined) {
    if (!taken(whole)) return undefined;
    return 'theirs' in whole
      ? { action: 'add', address, values: [], entries: whole.theirs }
      : { action: 'remove', address, values: [] };
  }
  const wanted = valuesOf(model, values, taken);
  return wanted.length === 0 ? undefined : { action: 'edit', address, values: wanted };
}

function editOf({ kind, address, id, whole, values, children }: ResourceDrift, taken: Taken): FileEdit | undefined {
  const model = kindNamed(kind);
  const { parts } = model;
  const edit = (action: FileAction, more: Partial<FileEdit> = {}): FileEdit => ({
    ...{ action, kind, address, values: [], children: [] },
    ...more,
  });
  if (whole?.how === 'deleted-outside') return taken(whole) ? edit('remove') : undefined;
  if (whole !== undefined && 'theirs' in whole)
    return taken(whole) ? edit('add', { add: { id, content: whole.theirs } }) : undefined;
  const isOver = whole?.how === 'deactivated-outside' && taken(whole);
  // In the files, only a value of the whole resource can express that it is out of use.
  const wholeParts = isOver ? partsWith(parts, 'whole') : [];
  const wanted: readonly FileValue[] = [
    ...valuesOf(model, values, taken),
    ...wholeParts.map((part): FileValue => ({ key: [part], to: true })),
  ];
  const edited = children.flatMap((each) => childEdit(each, model, taken) ?? []);
  return wanted.length + edited.length === 0 ? undefined : edit('edit', { values: wanted, children: edited });
}

/**
 * The edits of the files that keep a plan from undoing changes made outside git. Conflicts are left out, unless
 * `takeTheirs`. In the order of addresses. A resource that was created again outside git needs no edit: it is found by
 * its name.
 */
export function fileEdits(drift: Drift, { takeTheirs }: FileEditOptions): readonly FileEdit[] {
  const taken: Taken = ({ kind }) => kind === 'theirs' || takeTheirs;
  return drift.resources.flatMap((each) => editOf(each, taken) ?? []);
}
