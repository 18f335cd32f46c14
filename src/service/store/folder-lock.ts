import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What identifies a process on its machine. */
interface LockHolder {
  readonly machine: string;
  readonly pid: number;
  readonly started: string;
}

/** What the lock of a folder takes from the world. */
export interface LockPorts {
  /** A new unique text. */
  readonly id: () => string;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** This process, and whether another one of this machine has ended; absent, or `undefined`: unknown. */
  readonly processes?: {
    own(): Promise<LockHolder | undefined>;
    isGone(holder: LockHolder): Promise<boolean>;
  };
}

/** Milliseconds between two looks at a lock that somebody holds. */
const POLL_MS = 20;
/**
 * A lock that is held for one call only, and that this many looks find in the same hands, belongs to a process that was
 * killed.
 */
const LOOKS_UNTIL_STALE = 500;
/** The same of a lock without a name: whoever makes the file writes the name into it at once. */
const LOOKS_UNTIL_NAMED = 40;
/** Looks between two at the process of the holder. */
const LOOKS_PER_PROCESS = 10;

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

/** What the text of a lock says of its process; empty where that is unknown. */
async function nameOf({ processes }: LockPorts): Promise<string> {
  const holder = await processes?.own();
  return holder === undefined ? '' : ` ${holder.machine} ${holder.pid} ${holder.started}`;
}

/** True when the process that a lock names has ended. */
async function isDead(text: string, { processes }: LockPorts): Promise<boolean> {
  const [, machine = '', pid = '', started = ''] = text.split(' ');
  return started !== '' && (await processes?.isGone({ machine, pid: Number(pid), started })) === true;
}

/**
 * Takes a dead holder's lock out of the way. Whoever else does the same at this moment finds it gone, or puts a living
 * one back.
 */
async function removeStale(path: string, holder: string, own: string): Promise<void> {
  const aside = `${path}.${own.split(' ')[0]}`;
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
    const isStale =
      holder !== undefined &&
      (looks >= (holder === '' ? LOOKS_UNTIL_NAMED : LOOKS_UNTIL_STALE) ||
        (looks % LOOKS_PER_PROCESS === 0 && (await isDead(holder, ports))));
    if (holder !== undefined && isStale) {
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
 * seconds after which a holder counts as killed. One whose process is seen to be gone counts as killed at once.
 * `onStolen` runs when the lock was taken from one.
 */
export function makeFolderLock(path: string, ports: LockPorts, onStolen: () => void): FolderLock {
  let works = 0;
  let named: Promise<string> | undefined;
  let held: Promise<string> | undefined;
  let released: Promise<unknown> = Promise.resolve();

  async function take(): Promise<string> {
    await released;
    named ??= nameOf(ports);
    const own = `${ports.id()}${await named}`;
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
