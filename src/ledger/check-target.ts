import type { LedgerSnapshot, LedgerTarget } from './ledger.ts';
import { LedgerError } from './ledger-error.ts';

const folderName = (workspace: string): string => (workspace === '' ? 'the top of the repository' : workspace);

/**
 * Returns the entry when it belongs to this workspace. The resources of another workspace must not be deleted here. A
 * workspace that is no longer at its path has moved, which is allowed.
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
      'Give this target another name, so that each workspace has its own ledger',
      { code: 'ledger-of-another' },
    );
  return found;
}

/**
 * The same, and checks that the entry is about this address. The ids of another account mean nothing here, unless
 * somebody confirmed that it is the same account.
 */
export async function checkTarget(
  found: LedgerSnapshot,
  target: LedgerTarget,
  isWorkspace?: (path: string) => Promise<boolean>,
): Promise<LedgerSnapshot> {
  const { baseUrl } = (await checkWorkspace(found, target, isWorkspace)).target;
  if (baseUrl === target.baseUrl) return found;
  throw new LedgerError(
    `the ledger of "${target.name}" is about ${baseUrl}, but the target is at ${target.baseUrl} now`,
    `If it is the same account, confirm it with: lexform confirm-address --target ${target.name}. If not, give ` +
      'the target another name, or its old address',
    { code: 'ledger-of-another' },
  );
}
