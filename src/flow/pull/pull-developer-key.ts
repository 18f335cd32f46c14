import type { DeveloperKeysEdit } from '../../files/edit/developer-keys.ts';
import { developerKeyAddress } from '../../model/resources/address.ts';
import { KEY_LIMITS, type KeyLimits } from '../../model/resources/developer-key.ts';
import type { FileEdit } from '../../plan/pull/file-edits.ts';

export type KeyEdit = Extract<FileEdit, { readonly kind: `${string}-developer-key` }>;

export const isKeyEdit = (edit: FileEdit): edit is KeyEdit => edit.kind.endsWith('-developer-key');

/** A limit that is set; leaving out the others means the same for now. */
const setLimits = (limits: KeyLimits): Partial<KeyLimits> =>
  Object.fromEntries(KEY_LIMITS.filter((limit) => limits[limit] !== null).map((limit) => [limit, limits[limit]]));

/**
 * What becomes of the file of developer keys, of which the name of an entry is the end of its address. `pin`: ids of
 * keys that share their label.
 */
export function developerKeysEdit(edit: KeyEdit, pin: ReadonlySet<string>): DeveloperKeysEdit {
  const name = edit.address.slice(developerKeyAddress('').length);
  switch (edit.kind) {
    case 'edit-developer-key': {
      const { address: _, ...wanted } = edit;
      return { ...wanted, kind: 'set-key', name };
    }
    case 'remove-developer-key':
      return { kind: 'remove-key', name };
    case 'add-developer-key':
      return {
        kind: 'add-key',
        name,
        label: edit.content.label,
        limits: setLimits(edit.content.limits),
        ...(pin.has(edit.id) && { pinnedId: edit.id }),
      };
    default:
      return edit satisfies never;
  }
}
