import { chmod, chown, copyFile, link, lstat, mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type AttemptedAct, errorCode, SystemError, systemErrorOf } from '../../model/system-error.ts';

/** A new path in the folder of a file, for a temporary file that later replaces it. */
export function tempPath(path: string): string {
  // The global `crypto`: loading node:crypto takes longer than a small command.
  const name = Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString('hex');
  return join(dirname(path), `.lexform-${name}.tmp`);
}

/** Gives a new file the mode and, if allowed, the owner of the file that it replaces, if that exists. */
export async function keepMode(path: string, half: string): Promise<void> {
  const old = await lstat(path).catch(() => undefined);
  if (old?.isFile() !== true) return;
  await chown(half, old.uid, old.gid).catch(() => undefined);
  await chmod(half, old.mode & 0o777);
}

/**
 * Replaces a file when the new one is complete: `write` gets the path of a temporary file, which is removed if it
 * fails.
 */
export async function replaceFile(path: string, write: (half: string) => Promise<void>): Promise<void> {
  const half = tempPath(path);
  try {
    await write(half);
    await rename(half, path);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

/** The file system calls of `writeAll`. A test passes calls that fail. */
const NODE_CALLS = {
  /** Makes a folder and its parents; returns the first one that it made. */
  mkdir: (path: string) => mkdir(path, { recursive: true }),
  write: (path: string, content: string | Uint8Array) => writeFile(path, content, { flag: 'wx' }),
  /** Gives a new file the mode of the existing file at a path, if any. */
  keepMode,
  /** Makes a hard link to a file. Rejects with ENOENT if the file does not exist. */
  link: (path: string, second: string) => link(path, second),
  copy: (path: string, second: string) => copyFile(path, second),
  rename: (from: string, to: string) => rename(from, to),
  remove: (path: string) => rm(path, { force: true }),
  /** Rejects if the folder is not empty. */
  removeFolder: (path: string) => rmdir(path),
};

export type WriteAllCalls = typeof NODE_CALLS;

/** A prepared change that is not visible yet. */
interface Staged {
  readonly path: string;
  /** Temporary file with the new content; `undefined`: remove the file. */
  readonly half: string | undefined;
  /** The old content, under a second name: restoring it needs no disk space. `undefined`: the file did not exist. */
  readonly backup: string | undefined;
}

const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errorCode(error));

/** Keeps the file at a path under a second name. False if the file does not exist. */
async function keep(path: string, second: string, calls: WriteAllCalls): Promise<boolean> {
  try {
    // Not every file system supports hard links.
    await calls
      .link(path, second)
      .catch((error: unknown) => (isAbsent(error) ? Promise.reject(error) : calls.copy(path, second)));
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/** Restores the files, and returns the changes that could not be undone. */
async function undo(done: readonly Staged[], calls: WriteAllCalls): Promise<readonly Staged[]> {
  const left: Staged[] = [];
  for (const each of [...done].reverse()) {
    const undoing = each.backup === undefined ? calls.remove(each.path) : calls.rename(each.backup, each.path);
    await undoing.catch(() => left.push(each));
  }
  return left;
}

/** Removes the folders that were made for a file and are empty again: from its own folder up to the first one made. */
async function removeCreated({ path, first }: { readonly path: string; readonly first: string }, calls: WriteAllCalls) {
  for (let folder = dirname(path); folder.startsWith(first); folder = dirname(folder))
    await calls.removeFolder(folder).catch(() => undefined);
}

/** The error that ended the work, with the files that could not be restored. */
function worded(error: unknown, attempt: AttemptedAct, left: readonly Staged[]): unknown {
  const known = systemErrorOf(error, attempt);
  if (left.length === 0 || known === undefined) return known ?? error;
  const files = left.map(({ path, backup }) =>
    backup === undefined ? path : `${path} (its old content is in ${backup})`,
  );
  const wayOut = `${known.wayOut}. These files are changed already and could not be brought back: ${files.join(', ')}`;
  return new SystemError(known.message, { code: known.code, wayOut, cause: error });
}

/**
 * Writes and removes files, all or none. Everything is first written to temporary files. If a later step fails, the old
 * files are restored and the temporary files are removed. `changes`: absolute path → new content; `undefined`: remove
 * the file. A process killed in between can leave a part of the changes.
 */
export async function writeAll(
  changes: ReadonlyMap<string, string | Uint8Array | undefined>,
  calls: WriteAllCalls = NODE_CALLS,
): Promise<void> {
  const temporaryFiles = new Set<string>();
  const createdFolders: { readonly path: string; readonly first: string }[] = [];
  const done: Staged[] = [];
  const temporaryFile = (path: string): string => {
    const name = tempPath(path);
    temporaryFiles.add(name);
    return name;
  };
  const removeTemporaryFiles = async (): Promise<void> => {
    for (const name of temporaryFiles) await calls.remove(name).catch(() => undefined);
  };
  let attempt: AttemptedAct = { doing: 'write', path: '' };
  try {
    const staged: Staged[] = [];
    for (const [path, content] of changes) {
      attempt = { doing: content === undefined ? 'remove' : 'write', path };
      const first = content === undefined ? undefined : await calls.mkdir(dirname(path));
      if (first !== undefined) createdFolders.push({ path, first });
      const second = temporaryFile(path);
      const backup = (await keep(path, second, calls)) ? second : undefined;
      const half = content === undefined ? undefined : temporaryFile(path);
      if (half !== undefined && content !== undefined) {
        await calls.write(half, content);
        await calls.keepMode(path, half);
      }
      staged.push({ path, half, backup });
    }
    for (const each of staged) {
      attempt = { doing: each.half === undefined ? 'remove' : 'write', path: each.path };
      if (each.half === undefined) await calls.remove(each.path);
      else await calls.rename(each.half, each.path);
      done.push(each);
    }
  } catch (error) {
    const left = await undo(done, calls);
    // Do not remove the only copy of the old content.
    for (const { backup } of left) if (backup !== undefined) temporaryFiles.delete(backup);
    await removeTemporaryFiles();
    for (const each of createdFolders.reverse()) await removeCreated(each, calls);
    throw worded(error, attempt, left);
  }
  await removeTemporaryFiles();
}
