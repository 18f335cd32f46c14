import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Identifies a process on its machine. */
interface LockHolder {
  readonly machine: string;
  readonly pid: number;
  readonly started: string;
}

export interface LockPorts {
  /** A new unique text. */
  readonly id: () => string;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** This process, and whether another one of this machine has ended; absent, or `undefined`: unknown. */
  readonly processes?: {
    current(): Promise<LockHolder | undefined>;
    isGone(holder: LockHolder): Promise<boolean>;
  };
}

/** Milliseconds between two reads of a lock that another process holds. */
const POLL_MS = 20;
/**
 * A lock that is held for one call only, and that this many looks find in the same hands, belongs to a process that was
 * killed.
 */
const LOOKS_UNTIL_STALE = 500;
/** Maximum reads of a lock without a name. A process that creates the file writes its name into it at once. */
const LOOKS_UNTIL_NAMED = 40;
/** Looks between two at the process of the holder. */
const LOOKS_PER_PROCESS = 10;

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | null)?.code;

/** The content of a file; `undefined`: the file does not exist. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The machine, the id and the start of this process, for the text of a lock; empty if unknown. */
async function nameOf({ processes }: LockPorts): Promise<string> {
  const holder = await processes?.current();
  return holder === undefined ? '' : ` ${holder.machine} ${holder.pid} ${holder.started}`;
}

/** True when the process that a lock names has ended. */
async function isDead(text: string, { processes }: LockPorts): Promise<boolean> {
  const [, machine = '', pid = '', started = ''] = text.split(' ');
  return started !== '' && (await processes?.isGone({ machine, pid: Number(pid), started })) === true;
}

/**
 * Removes the lock of a dead process. If another process does the same at this moment, it finds no lock, or restores a
 * living one.
 */
async function removeStale(path: string, holder: string, lockText: string): Promise<void> {
  const aside = `${path}.${lockText.split(' ')[0]}`;
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
async function acquire(path: string, lockText: string, ports: LockPorts): Promise<{ readonly stolen: boolean }> {
  await mkdir(dirname(path), { recursive: true });
  let stolen = false;
  for (let holder: string | undefined, looks = 0; ; ) {
    try {
      await writeFile(path, lockText, { flag: 'wx' });
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
      await removeStale(path, holder, lockText);
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
 * A lock file that one process holds at a time, for one change or one read. This takes much less than ten seconds,
 * after which the holder counts as dead. A process that no longer exists counts as dead at once. `onStolen` runs when
 * the lock of a dead process was removed.
 */
export function makeFolderLock(path: string, ports: LockPorts, onStolen: () => void): FolderLock {
  let works = 0;
  let named: Promise<string> | undefined;
  let acquired: Promise<string> | undefined;
  let released: Promise<unknown> = Promise.resolve();

  async function take(): Promise<string> {
    await released;
    named ??= nameOf(ports);
    const lockText = `${ports.id()}${await named}`;
    if ((await acquire(path, lockText, ports)).stolen) onStolen();
    return lockText;
  }
  async function release(lockText: string): Promise<void> {
    // Only one's own: a process that was stopped for long may have lost it.
    if ((await readIfThere(path)) === lockText) await rm(path, { force: true });
  }

  return {
    async hold(work) {
      works += 1;
      acquired ??= take();
      const holding = acquired;
      try {
        await holding;
        return await work();
      } finally {
        works -= 1;
        if (works === 0) {
          acquired = undefined;
          released = holding.then(release).catch(() => undefined);
          await released;
        }
      }
    },
  };
}
