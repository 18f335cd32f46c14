import type { FileEdit } from '../../../change/file-edit.ts';
import { topOf } from '../../../model/source-ref.ts';
import { WORKSPACE_FILE } from '../../../model/workspace/workspace.ts';
import type { PullContext } from '../../files/pull-context.ts';
import type { KnownKey } from '../developer-key.ts';
import { editDeveloperKeys, type KeyFileEdit } from './edit-developer-keys.ts';
import { keysFileText, limitsToWrite } from './write-developer-keys.ts';

/** What becomes of the file of developer keys. `pin`: ids of keys that share their label. */
export function keyFileEdit(
  { action, address, values, add }: FileEdit<KnownKey>,
  pin: ReadonlySet<string>,
): KeyFileEdit {
  if (add === undefined) return { action, address, values };
  const { label, limits } = add.content;
  const entry = {
    ...(label !== undefined && { label }),
    limits: limitsToWrite(limits),
    ...(pin.has(add.id) && { pinnedId: add.id }),
  };
  return { action, address, values, entry };
}

/** Edits the file of developer keys, which may not be there yet. */
export function pullDeveloperKey(edit: FileEdit<KnownKey>, pull: PullContext): Promise<void> | undefined {
  const { staged, pin, patterns: [file] = [] } = pull;
  if (file === undefined) return undefined;
  const work = async (): Promise<void> => {
    await staged.create(file, keysFileText(new Map()));
    await staged.edit(file, topOf(WORKSPACE_FILE), (bytes) =>
      editDeveloperKeys({ bytes, file }, [keyFileEdit(edit, pin)]),
    );
  };
  return work();
}
