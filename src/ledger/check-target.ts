import type { LedgerSnapshot, LedgerTarget } from './ledger.ts';
import { LedgerError } from './ledger-error.ts';

const folderName = (workspace: string): string => (workspace === '' ? 'the top of the repository' : workspace);

/**
 * The entry, when it is about this target: the ids of another address mean nothing here, and what another workspace has made is not this one's to delete. A
 * workspace that is no longer where it was has moved.
 */
export async function checkTarget(
  found: LedgerSnapshot,
  target: LedgerTarget,
  isWorkspace: (path: string) => Promise<boolean> = async () => true,
): Promise<LedgerSnapshot> {
  const { workspace = '', baseUrl } = found.target;
  const here = target.workspace ?? '';
  if (workspace !== here && (await isWorkspace(workspace)))
    throw new LedgerError(
      `the ledger of "${target.name}" belongs to the workspace in ${folderName(workspace)}, and this one is in ${folderName(here)}`,
      'Give the target another name, so that the two have histories of their own',
    );
  if (baseUrl === target.baseUrl) return found;
  throw new LedgerError(
    `the ledger of "${target.name}" is about ${baseUrl}, and the target is at ${target.baseUrl} now`,
    'Give the target another name, or its old address',
  );
}
