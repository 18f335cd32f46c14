import { join } from 'node:path';
import type { ChildEdit, FileEdit } from '../../change/file-edit.ts';
import type { SourceRef } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/lists.ts';
import type { Address } from '../../model/resources/address.ts';
import type { PullContext, PullRefusal } from './pull-context.ts';

/** Reports that an edit cannot be made in the present files. `what`: the noun of the edited item. */
export const byHand = (
  { staged }: Pick<PullContext, 'staged'>,
  { address, action }: FileEdit | ChildEdit,
  { at, what }: { readonly at: SourceRef; readonly what: string },
): void => staged.fault('pull-by-hand', at, { address, what: `${action}-${what}` });

const REFUSED = {
  protected: 'pull-protected',
  'needs-consent': 'pull-needs-consent',
  'too-many': 'pull-too-many',
} as const;

/** Reports that files are not deleted, with the option that allows it. */
export function refuseLoss(
  { staged }: Pick<PullContext, 'staged'>,
  refusal: PullRefusal,
  { address, at, files }: { readonly address: Address; readonly at: SourceRef; readonly files: readonly string[] },
): void {
  const { kind, ...counted } = refusal;
  staged.fault(REFUSED[kind], at, { address, files, ...counted });
}

/** All files that other resources, or other parts, use, listed once for each use. Deleted files are left out. */
export function filesOfOthers(
  { staged, stored }: Pick<PullContext, 'staged' | 'stored'>,
  isOwn: (owner: object) => boolean,
): readonly string[] {
  const isThere = (file: string): boolean => !staged.files().has(file) || staged.files().get(file) !== undefined;
  return stored
    .filter(({ source, owner }) => !isOwn(source) && !isOwn(owner) && isThere(source.file))
    .map(({ file }) => file);
}

/** The given files that nothing else needs: no other source names them, or leads to them by a link. */
export async function unsharedFiles(
  { staged, root }: Pick<PullContext, 'staged' | 'root'>,
  files: readonly string[],
  others: readonly string[],
): Promise<readonly string[]> {
  const realOf = (file: string): Promise<string | undefined> => staged.ports.realPath(join(root, file));
  const needed = new Set<string | undefined>(await Promise.all([...new Set(others)].map(realOf)));
  const unshared: string[] = [];
  for (const file of new Set(files)) if (!needed.has(await realOf(file))) unshared.push(file);
  return unshared.sort(byCodeUnit);
}
