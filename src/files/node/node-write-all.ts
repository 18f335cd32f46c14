import { copyFile, link, mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type AttemptedAct, errorCode, SystemError, systemErrorOf } from '../../model/system-error.ts';
import { keepMode, tempPath } from './temp-path.ts';

/** All that `writeAll` does to the file system. A test passes calls that fail. */
const NODE_CALLS = {
  /** Makes a folder and those above it; gives the first one that it made. */
  mkdir: (path: string) => mkdir(path, { recursive: true }),
  write: (path: string, content: string | Uint8Array) => writeFile(path, content, { flag: 'wx' }),
  /** Gives a new file the mode of the one that stands at a path, if any. */
  keepMode,
  /** A second name for a file. Rejects with ENOENT where there is none. */
  link: (path: string, second: string) => link(path, second),
  copy: (path: string, second: string) => copyFile(path, second),
  rename: (from: string, to: string) => rename(from, to),
  remove: (path: string) => rm(path, { force: true }),
  /** Rejects when something is in it. */
  removeFolder: (path: string) => rmdir(path),
};

export type WriteAllCalls = typeof NODE_CALLS;

/** A change that is ready: nobody sees anything of it yet. */
interface Staged {
  readonly path: string;
  /** The new content; `undefined`: the file goes. */
  readonly half: string | undefined;
  /**
   * The old content, under a second name: to bring it back takes no room on the disk. `undefined`: there was no file.
   */
  readonly kept: string | undefined;
}

const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errorCode(error));

/** Keeps what stands at a path under a second name. False when nothing stands there. */
async function keep(path: string, second: string, calls: WriteAllCalls): Promise<boolean> {
  try {
    // Not every file system knows second names.
    await calls
      .link(path, second)
      .catch((error: unknown) => (isAbsent(error) ? Promise.reject(error) : calls.copy(path, second)));
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/** Brings back what the files were, and gives those where that failed. */
async function undo(done: readonly Staged[], calls: WriteAllCalls): Promise<readonly Staged[]> {
  const left: Staged[] = [];
  for (const each of [...done].reverse()) {
    const undoing = each.kept === undefined ? calls.remove(each.path) : calls.rename(each.kept, each.path);
    await undoing.catch(() => left.push(each));
  }
  return left;
}

/**
 * Takes away the folders that were made for a file and are empty again: from its own up to the first one that was made.
 */
async function removeMade({ path, first }: { readonly path: string; readonly first: string }, calls: WriteAllCalls) {
  for (let folder = dirname(path); folder.startsWith(first); folder = dirname(folder))
    await calls.removeFolder(folder).catch(() => undefined);
}

/** The error that ended the work, and which files it could not bring back. */
function worded(error: unknown, attempt: AttemptedAct, left: readonly Staged[]): unknown {
  const told = systemErrorOf(error, attempt);
  if (left.length === 0 || told === undefined) return told ?? error;
  const files = left.map(({ path, kept }) => (kept === undefined ? path : `${path} (its old content is in ${kept})`));
  const wayOut = `${told.wayOut}. These files are changed already and could not be brought back: ${files.join(', ')}`;
  return new SystemError(told.message, { code: told.code, wayOut, cause: error });
}

/**
 * Writes and removes files, all of them or none: everything is written beside its place first, and where a later step
 * fails, the files are as they were and nothing is left beside them. `changes`: absolute path → new content;
 * `undefined`: the file is to go. A process that is killed in between may leave a part done.
 */
export async function writeAll(
  changes: ReadonlyMap<string, string | Uint8Array | undefined>,
  calls: WriteAllCalls = NODE_CALLS,
): Promise<void> {
  const beside = new Set<string>();
  const made: { readonly path: string; readonly first: string }[] = [];
  const done: Staged[] = [];
  const besideOf = (path: string): string => {
    const name = tempPath(path);
    beside.add(name);
    return name;
  };
  const removeBeside = async (): Promise<void> => {
    for (const name of beside) await calls.remove(name).catch(() => undefined);
  };
  let attempt: AttemptedAct = { doing: 'write', path: '' };
  try {
    const staged: Staged[] = [];
    for (const [path, content] of changes) {
      attempt = { doing: content === undefined ? 'remove' : 'write', path };
      const first = content === undefined ? undefined : await calls.mkdir(dirname(path));
      if (first !== undefined) made.push({ path, first });
      const second = besideOf(path);
      const kept = (await keep(path, second, calls)) ? second : undefined;
      const half = content === undefined ? undefined : besideOf(path);
      if (half !== undefined && content !== undefined) {
        await calls.write(half, content);
        await calls.keepMode(path, half);
      }
      staged.push({ path, half, kept });
    }
    for (const each of staged) {
      attempt = { doing: each.half === undefined ? 'remove' : 'write', path: each.path };
      if (each.half === undefined) await calls.remove(each.path);
      else await calls.rename(each.half, each.path);
      done.push(each);
    }
  } catch (error) {
    const left = await undo(done, calls);
    // The only copy of the old content is not to go.
    for (const { kept } of left) if (kept !== undefined) beside.delete(kept);
    await removeBeside();
    for (const each of made.reverse()) await removeMade(each, calls);
    throw worded(error, attempt, left);
  }
  await removeBeside();
}
