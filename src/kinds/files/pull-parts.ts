import { join } from 'node:path';
import type { ChildEdit, FileEdit } from '../../change/file-edit.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Address } from '../../model/resources/address.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { PullContext, PullRefusal } from './pull-context.ts';

/** Says that an edit cannot be made in the files as they are. `what`: what it is an edit of. */
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

/** Says that files stay which are to go, and what lifts that. */
export function refuseLoss(
  { staged }: Pick<PullContext, 'staged'>,
  refusal: PullRefusal,
  { address, at, files }: { readonly address: Address; readonly at: SourceRef; readonly files: readonly string[] },
): void {
  const { kind, ...counted } = refusal;
  staged.fault(REFUSED[kind], at, { address, files, ...counted });
}

/**
 * Every file that the resources have beside one of them, or beside a part of one, as often as it is named. What has
 * gone already needs none.
 */
export function filesBeside(
  { staged, stored }: Pick<PullContext, 'staged' | 'stored'>,
  isOwn: (owner: object) => boolean,
): readonly string[] {
  const isThere = (file: string): boolean => !staged.files().has(file) || staged.files().get(file) !== undefined;
  return stored
    .filter(({ source, owner }) => !isOwn(source) && !isOwn(owner) && isThere(source.file))
    .map(({ file }) => file);
}

/** Of some files those that nothing else needs: no other source names them, or leads to them by a link. */
export async function onlyOwn(
  { staged, root }: Pick<PullContext, 'staged' | 'root'>,
  files: readonly string[],
  others: readonly string[],
): Promise<readonly string[]> {
  const realOf = (file: string): Promise<string | undefined> => staged.ports.realPath(join(root, file));
  const needed = new Set<string | undefined>(await Promise.all([...new Set(others)].map(realOf)));
  const own: string[] = [];
  for (const file of new Set(files)) if (!needed.has(await realOf(file))) own.push(file);
  return own.sort(byCodeUnit);
}
