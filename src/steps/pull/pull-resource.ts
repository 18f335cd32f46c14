import type { FileEdit } from '../../change/file-edit.ts';
import type { AnyFiles } from '../../kinds/files/files-facet.ts';
import type { PullContext, Restructured } from '../../kinds/files/pull-context.ts';
import { byHand, filesBeside, onlyOwn, refuseLoss } from '../../kinds/files/pull-parts.ts';
import type { ResourceSource } from '../../kinds/files/resource-source.ts';
import type { AnyWriting } from '../../kinds/files/writing-facet.ts';
import { nameIn } from '../../model/resources/address.ts';
import { topOf } from '../../model/source-ref.ts';
import { WORKSPACE_FILE } from '../../model/workspace/workspace.ts';
import { pathIn } from '../workspace/write-workspace.ts';

/** What a pull of one resource needs, beside its edit. */
export interface PullOne {
  readonly facet: AnyFiles;
  readonly writing: AnyWriting;
  readonly pull: PullContext;
  /** What was read for every file of the kind. */
  readonly shared?: unknown;
  /** As protected as it was when the ledger had it last. */
  readonly isProtected?: boolean;
}

/** Writes the files of a resource that has none, under its address, and as protected as it was. Never over a file. */
async function bringBack(
  { address }: FileEdit,
  { id, content }: NonNullable<FileEdit['add']>,
  { facet, writing, pull, isProtected = false }: PullOne,
): Promise<void> {
  const { staged, pin, patterns } = pull;
  const resource = {
    id,
    content,
    name: nameIn(address),
    ...(pin.has(id) && { pinnedId: id }),
    ...(isProtected && { existing: { protect: true } }),
  };
  await staged.attempt(async () => {
    for (const [file, text] of writing.write([resource], pathIn(facet, patterns))) {
      if (await staged.create(file, text)) continue;
      staged.fault('pull-in-the-way', topOf(WORKSPACE_FILE), { address, file });
      return false;
    }
    return true;
  });
}

/**
 * Takes away what is a resource's own: its file, and the files of its parts, unless another one has a part in them.
 * Anything else beside them stays.
 */
export async function removeResource(
  edit: FileEdit,
  source: ResourceSource,
  { writing, pull }: Pick<PullOne, 'writing' | 'pull'>,
): Promise<void> {
  const { staged, refusal } = pull;
  const { address, kind } = edit;
  const at = source.origin;
  const own = [source.file, ...(writing.partFiles?.(source) ?? []).map(({ file }) => file)];
  const files = await onlyOwn(
    pull,
    own,
    filesBeside(pull, (each) => each === source),
  );
  if (!files.includes(source.file)) return byHand(pull, edit, { at, what: kind });
  const refused = refusal(address);
  if (refused !== undefined) return refuseLoss(pull, refused, { address, at, files });
  const remove = async (): Promise<Restructured> => {
    for (const file of files) staged.remove(file);
    return 'done';
  };
  const made = await (writing.removeFiles?.(source, files, pull) ?? remove());
  if (made === 'not-meant') byHand(pull, edit, { at, what: kind });
}

/** Makes an edit, or says that it cannot be made. */
export async function pullResource(edit: FileEdit, one: PullOne): Promise<void> {
  const { facet, writing, pull, shared } = one;
  const source = pull.sources.find(({ address }) => address === edit.address);
  if (facet.isOneFile !== true) {
    if (edit.add !== undefined) return bringBack(edit, edit.add, one);
    if (edit.action === 'remove' && source !== undefined) return removeResource(edit, source, one);
  }
  const done = writing.edit(edit, source, pull, shared);
  if (done === undefined) byHand(pull, edit, { at: source?.origin ?? topOf(WORKSPACE_FILE), what: edit.kind });
  else await done;
}
