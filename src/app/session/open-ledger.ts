import { dirname, join } from 'node:path';
import { realPlace } from '../../files/node/write-place.ts';
import type { FilePorts } from '../../files/ports.ts';
import { privatePart } from '../../files/workspace/may-read.ts';
import { folderLedger } from '../../ledger/folder-ledger.ts';
import { gitLedger, ledgerRef } from '../../ledger/git-ledger.ts';
import { gitRepository } from '../../ledger/git-repository.ts';
import {
  type EntriesAtHand,
  type Ledger,
  type LedgerSnapshot,
  type LedgerTarget,
  targetPath,
} from '../../ledger/ledger.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { packLedger } from '../../ledger/pack-ledger.ts';
import { chunksIn, type FileBytes, type FolderPorts } from '../../ledger/ports.ts';
import { localRefs, remoteRefs } from '../../ledger/ref-updates.ts';
import { errorCode } from '../../model/system-error.ts';
import { WORKSPACE_FILE } from '../../model/workspace/workspace.ts';
import { ledgerInFolderText, unpackedText } from '../../review/ledger/ledger-place-text.ts';
import type { Ports } from '../ports.ts';
import type { ConfiguredWorkspace } from './open-workspace.ts';

/** True if the holder of the lock removed an unfinished file because it looked like one of a killed process. */
const isSwept = (error: unknown): boolean => errorCode(error) === 'ENOENT';

/** Maximum number of attempts. A few can fail because of concurrent runs; more failures have another cause. */
const MAX_TRIES = 10;

/** The file system for the folder form of the ledger. */
export function folderPorts(files: FilePorts): FolderPorts {
  async function write(path: string, bytes: FileBytes, replace: boolean): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      const writer = await files.openWriter(path, { replace });
      try {
        for (const chunk of chunksIn(bytes)) await writer.write(chunk);
        return await writer.commit();
      } catch (error) {
        await writer.discard();
        if (!isSwept(error) || tries === MAX_TRIES) throw error;
      }
    }
  }
  return {
    readFile: files.readFile,
    list: files.list,
    createFile: (path, bytes) => write(path, bytes, false),
    putFile: async (path, bytes) => void (await write(path, bytes, true)),
    removeFile: (path) => files.writeAll(new Map([[path, undefined]])),
  };
}

/** The facts about a target that its ledger contains. */
export type LedgerAccount = Pick<LedgerTarget, 'name' | 'baseUrl'>;

const ELSEWHERE = 'or keep the ledger in a folder with ledger: { dir: PATH }, or nowhere with ledger: false';

/** True when a folder or one above it holds a `.git`. */
async function hasRepository(folder: string, ports: Ports): Promise<boolean> {
  const found = await Promise.all(
    ['.git', join('.git', 'HEAD')].map((name) => ports.files.readFile(join(folder, name))),
  );
  if (found.some((bytes) => bytes !== undefined)) return true;
  return dirname(folder) !== folder && hasRepository(dirname(folder), ports);
}

/**
 * Place of a folder in its git repository: the top folder, and the path from it; `undefined` without a repository. A
 * repository that cannot be used is an error: without its ledger, every resource would look unmanaged.
 */
export async function placeInRepository(
  folder: string,
  ports: Ports,
): Promise<{ readonly top: string; readonly path: string } | undefined> {
  const result = await ports
    .git(folder)
    .run(['rev-parse', '--show-toplevel', '--show-prefix'])
    .catch(() => undefined);
  if (result === undefined) {
    if (!(await hasRepository(folder, ports))) return undefined;
    throw new LedgerError(
      'the workspace is in a git repository, but git is not installed',
      `Install git, ${ELSEWHERE}`,
      { code: 'ledger-unreachable' },
    );
  }
  const { code, out, err } = result;
  const [top = '', path = ''] = new TextDecoder().decode(out).split('\n');
  if (code === 0) return { top, path };
  // Without a `.git` folder, this is not a repository. With one, git's message gives the cause and often the remedy.
  if (/not a git repository \(or any/.test(err)) return undefined;
  throw new LedgerError(
    `the repository of the workspace cannot be used: ${err.trim()}`,
    `Follow the message of git, ${ELSEWHERE}`,
    { code: 'ledger-unreachable' },
  );
}

/**
 * The folder that `ledger: { dir: … }` names. A link in it may lead neither out of the workspace nor to where git keeps
 * its own files.
 */
async function ledgerFolder(root: string, folder: string, ports: Ports): Promise<string> {
  const { real, way } = await realPlace(ports.files, root, folder);
  if (way !== undefined && privatePart(way.replace(/^\.lexform(?=\/|$)/, '')) === undefined) return real;
  throw new LedgerError(
    `the ledger's folder "${folder}" leads out of the workspace, or into a folder such as .git`,
    'Name a folder inside the workspace: ledger: { dir: PATH }',
  );
}

/** The folder of the ledgers of a workspace that is in no git repository. */
const OWN_FOLDER = '.lexform/ledger';

/**
 * True if a ledger was begun in the folder before the workspace was added to a git repository, and git has no ledger
 * for this target.
 */
const isOnlyInFolder = async (root: string, name: string, ports: Ports): Promise<boolean> => {
  const entries = await ports.files.list(join(root, OWN_FOLDER, targetPath(name), 'entries'));
  if (entries.length === 0) return false;
  return (await ports.git(root).run(['rev-parse', '--verify', '--quiet', ledgerRef(name)])).code !== 0;
};

/**
 * Finds where the ledger of a target is kept; `undefined` if the workspace keeps none. May run git and print a note.
 * Reads no entry.
 */
export async function openLedger(
  { root, config }: ConfiguredWorkspace,
  account: LedgerAccount,
  ports: Ports,
): Promise<Ledger | undefined> {
  const { ledger: place } = config;
  const { now, id, processes } = ports;
  const isGone = processes?.isGone;
  if (place.kind === 'none') return undefined;
  const inFolder = async (folder: string): Promise<Ledger> => ({
    ...folderLedger(
      join(await ledgerFolder(root, folder, ports), targetPath(account.name)),
      folderPorts(ports.files),
      { ...account, workspace: '' },
      now,
      isGone,
    ),
    home: { kind: 'folder', name: folder },
  });
  if (place.kind === 'dir') return inFolder(place.dir);
  const found = await placeInRepository(root, ports);
  if (found === undefined) {
    if (place.kind !== 'remote') return inFolder(OWN_FOLDER);
    throw new LedgerError(
      `lexform.yaml keeps the ledger on the remote "${place.remote}", but the workspace is in no git repository`,
      'Make it one with git init, or keep the ledger in a folder: ledger: { dir: PATH }',
    );
  }
  if (place.kind === 'auto' && (await isOnlyInFolder(root, account.name, ports))) {
    ports.terminal.err(ledgerInFolderText(account.name, `${OWN_FOLDER}/${targetPath(account.name)}`));
    return inFolder(OWN_FOLDER);
  }
  const git = ports.git(root);
  const repository = gitRepository(git, id);
  const refs = place.kind === 'remote' ? remoteRefs(repository, git, place.remote) : localRefs(repository, git);
  const { top, path } = found;
  const isWorkspace = async (other: string): Promise<boolean> =>
    (await ports.files.readFile(join(top, other, WORKSPACE_FILE))) !== undefined;
  const ledger = gitLedger(
    repository,
    refs,
    { ...account, workspace: path },
    {
      now,
      isWorkspace,
      pack: () => packLedger(git).catch((error: Error) => ports.terminal.err(unpackedText(error))),
      isGone,
    },
  );
  return place.kind === 'remote' ? { ...ledger, home: { kind: 'remote', name: place.remote } } : ledger;
}

/**
 * The ledger of a target and its last entry, if they exist. `atHand`: entries that need not be read if they are equal.
 */
export async function readLedger(
  workspace: ConfiguredWorkspace,
  target: LedgerAccount,
  ports: Ports,
  atHand?: EntriesAtHand,
): Promise<{ readonly ledger: Ledger | undefined; readonly snapshot: LedgerSnapshot | undefined }> {
  const ledger = await openLedger(workspace, target, ports);
  return { ledger, snapshot: await ledger?.read(atHand) };
}
