import type { LedgerSnapshot, LedgerTarget } from './ledger.ts';
import { LedgerError } from './ledger-error.ts';

const folderName = (workspace: string): string => (workspace === '' ? 'the top of the repository' : workspace);

/**
 * The entry, when it is of this workspace: what another one has made is not this one's to delete. A workspace that is
 * no longer where it was has moved.
 */
export async function checkWorkspace(
  found: LedgerSnapshot,
  target: LedgerTarget,
  isWorkspace: (path: string) => Promise<boolean> = async () => true,
): Promise<LedgerSnapshot> {
  const { workspace = '' } = found.target;
  const here = target.workspace ?? '';
  if (workspace !== here && (await isWorkspace(workspace)))
    throw new LedgerError(
      `the ledger of "${target.name}" belongs to the workspace in ${folderName(workspace)}, and this one is in ` +
        `${folderName(here)}`,
      'Give the target another name, so that the two have histories of their own',
    );
  return found;
}

/**
 * The same, when the entry is also about this address: the ids of another one mean nothing here, unless it is confirmed
 * to be the same account.
 */
export async function checkTarget(
  found: LedgerSnapshot,
  target: LedgerTarget,
  isWorkspace?: (path: string) => Promise<boolean>,
): Promise<LedgerSnapshot> {
  const { baseUrl } = (await checkWorkspace(found, target, isWorkspace)).target;
  if (baseUrl === target.baseUrl) return found;
  throw new LedgerError(
    `the ledger of "${target.name}" is about ${baseUrl}, and the target is at ${target.baseUrl} now`,
    `If it is the same account, confirm it with: lexform confirm-address --target ${target.name}. If not, give ` +
      'the target another name, or its old address',
  );
}
