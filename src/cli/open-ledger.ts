import { join } from 'node:path';
import { folderLedger } from '../ledger/folder-ledger.ts';
import { gitLedger } from '../ledger/git-ledger.ts';
import { gitRepository } from '../ledger/git-repository.ts';
import type { Ledger, LedgerSnapshot, LedgerTarget } from '../ledger/ledger.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { localRefs, remoteRefs } from '../ledger/ref-moves.ts';
import type { WorkspaceConfig } from '../model/workspace.ts';
import { folderPorts } from './folder-ports.ts';
import type { CliPorts } from './ports.ts';

/** True when a folder lies in a git repository; false where there is none, or no git. */
async function isInRepository(folder: string, ports: CliPorts): Promise<boolean> {
  try {
    return (await ports.git(folder).run(['rev-parse', '--git-dir'])).code === 0;
  } catch {
    return false;
  }
}

/** The ledger of a target, where the workspace keeps it; `undefined` when it keeps none. Nothing is read or written yet. */
export async function openLedger(
  { root, config }: { readonly root: string; readonly config: WorkspaceConfig },
  target: LedgerTarget,
  ports: CliPorts,
): Promise<Ledger | undefined> {
  const { ledger: place } = config;
  const { now, id } = ports;
  if (place.kind === 'none') return undefined;
  const inFolder = (folder: string): Ledger =>
    folderLedger(join(root, folder, target.name), folderPorts(ports.files, id), target, { now, id });
  if (place.kind === 'dir') return inFolder(place.dir);
  if (!(await isInRepository(root, ports))) {
    if (place.kind !== 'remote') return inFolder('.lexform/ledger');
    throw new LedgerError(
      `lexform.yaml keeps the ledger on the remote "${place.remote}", but the workspace is in no git repository`,
      'Make it one with git init, or keep the ledger in a folder: ledger: { dir: PATH }',
    );
  }
  const git = ports.git(root);
  const repository = gitRepository(git, id);
  const refs = place.kind === 'remote' ? remoteRefs(repository, git, place.remote) : localRefs(repository, git);
  return gitLedger(repository, refs, target, now);
}

/** The ledger of a target and its last entry, as far as there are any. */
export async function readLedger(
  workspace: { readonly root: string; readonly config: WorkspaceConfig },
  target: LedgerTarget,
  ports: CliPorts,
): Promise<{ readonly ledger: Ledger | undefined; readonly snapshot: LedgerSnapshot | undefined }> {
  const ledger = await openLedger(workspace, target, ports);
  return { ledger, snapshot: await ledger?.read() };
}
