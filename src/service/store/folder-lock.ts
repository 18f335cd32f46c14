import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface LockPorts {
  /** A new unique text. */
  readonly id: () => string;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** Milliseconds between two looks at a lock that somebody holds. */
const POLL_MS = 20;
/**
 * A lock that is held for one call only, and that this many looks find in the same hands, belongs to a process that was
 * killed.
 */
const LOOKS_UNTIL_STALE = 500;

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | null)?.code;

/** The content of a file, or `undefined` when there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Takes a dead holder's lock out of the way. Whoever else does the same at this moment finds it gone, or puts a living
 * one back.
 */
async function removeStale(path: string, holder: string, own: string): Promise<void> {
  const aside = `${path}.${own}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if ((await readIfThere(aside)) !== holder) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

/**
 * Takes the lock file, waiting for others to be done. `stolen`: the holder before was killed, so that what it left must
 * be looked at.
 */
async function acquire(path: string, own: string, ports: LockPorts): Promise<{ readonly stolen: boolean }> {
  await mkdir(dirname(path), { recursive: true });
  let stolen = false;
  for (let holder: string | undefined, looks = 0; ; ) {
    try {
      await writeFile(path, own, { flag: 'wx' });
      return { stolen };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') {
        // On a full disk the file is made and stays empty: it would keep everybody waiting.
        if ((error as NodeJS.ErrnoException).syscall === 'write') await rm(path, { force: true });
        throw error;
      }
    }
    const now = await readIfThere(path);
    looks = now === holder ? looks + 1 : 0;
    holder = now;
    if (holder !== undefined && looks >= LOOKS_UNTIL_STALE) {
      await removeStale(path, holder, own);
      stolen = true;
    } else await ports.sleep(POLL_MS);
  }
}

export interface FolderLock {
  /**
   * Runs `work` while this process has the lock. Works of this process share it: they order themselves among each
   * other.
   */
  hold<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * A lock file that one process at a time has. It is held for one change, or one reading, which takes well under the ten
 * seconds after which a holder counts as killed. `onStolen` runs when it was taken from one.
 */
export function makeFolderLock(path: string, ports: LockPorts, onStolen: () => void): FolderLock {
  let works = 0;
  let held: Promise<string> | undefined;
  let released: Promise<unknown> = Promise.resolve();

  async function take(): Promise<string> {
    await released;
    const own = ports.id();
    if ((await acquire(path, own, ports)).stolen) onStolen();
    return own;
  }
  async function release(own: string): Promise<void> {
    // Only one's own: a process that was stopped for long may have lost it.
    if ((await readIfThere(path)) === own) await rm(path, { force: true });
  }

  return {
    async hold(work) {
      works += 1;
      held ??= take();
      const holding = held;
      try {
        await holding;
        return await work();
      } finally {
        works -= 1;
        if (works === 0) {
          held = undefined;
          released = holding.then(release).catch(() => undefined);
          await released;
        }
      }
    },
  };
}
