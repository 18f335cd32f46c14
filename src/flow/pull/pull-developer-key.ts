import type { KeyFileEdit } from '../../files/edit/developer-keys.ts';
import { limitsToWrite } from '../../files/resources/write-developer-keys.ts';
import type { DeveloperKeyAddress } from '../../kinds/developer-key/developer-key.ts';
import type { FileEdit } from '../../plan/pull/file-edits.ts';

export type KeyEdit = FileEdit & { readonly kind: 'developer-key' };

/** What becomes of the file of developer keys. `pin`: ids of keys that share their label. */
export function keyFileEdit({ action, address: at, values, add }: KeyEdit, pin: ReadonlySet<string>): KeyFileEdit {
  const address = at as DeveloperKeyAddress;
  if (add === undefined) return { action, address, values };
  const { label, limits } = add.content;
  const entry = { label, limits: limitsToWrite(limits), ...(pin.has(add.id) && { pinnedId: add.id }) };
  return { action, address, values, entry };
}
