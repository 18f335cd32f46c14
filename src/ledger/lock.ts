import * as d from '../model/decode.ts';
import { LedgerError } from './ledger-error.ts';

/** Minutes until a lock that is not renewed expires, by the clock of the run that takes it. */
export const LOCK_MINUTES = 10;

/** Minutes after which the holder renews its lock. */
export const RENEW_AFTER_MINUTES = 2;

/**
 * Minutes of allowed clock skew between two runners. A holder that cannot renew stops this long before its lock
 * expires, by its own clock, so the next holder meets no running one. A larger skew may take the lock from a holder
 * that renews in time; its next renewal notices this.
 */
export const CLOCK_TOLERANCE_MINUTES = 5;

/** Maximum number of attempts that concurrent runs may disturb. More failures are not a coincidence. */
const MAX_TRIES = 10;

/** The process that holds a lock, so that another process on the same machine can find out whether it still exists. */
const holderProcess = d.object({
  /** Opaque: identifies one boot of one machine and one process namespace. */
  machine: d.text,
  pid: d.refined(d.count, (pid) => pid > 0, 'the number of a process'),
  /** Distinguishes it from a later process with the same number. */
  started: d.text,
});

/** A process of a machine, identified so that a later one is not mistaken for it. */
export type HolderProcess = d.Decoded<typeof holderProcess>;

/** The holder of a lock, as it describes itself. */
const lockHolder = d.object({
  /** Unique to the run. */
  id: d.text,
  /** Such as `ana on build-7`, for people. */
  who: d.text,
  /** ISO 8601. */
  since: d.text,
  /** Must be a time; otherwise the lock would never expire. */
  until: d.refined(d.text, (time) => !Number.isNaN(Date.parse(time)), 'a time'),
  /** Where to watch the run; absent outside CI. */
  run: d.lenient(d.text),
  /** Absent on systems without the data: the lock of a killed run then only ends when it expires. */
  process: d.lenient(holderProcess),
});

/** The holder of a lock, with its begin and end. */
export type LockHolder = d.Decoded<typeof lockHolder>;

/** A run that requests a lock. */
export type LockSeeker = Pick<LockHolder, 'id' | 'who' | 'run' | 'process'>;

/** A held lock. `at`: the content of its place. */
export interface HeldLock {
  readonly at: string;
  readonly holder: LockHolder;
}

/**
 * The storage of a lock. Every update is a compare-and-swap from the content that was seen to the content that was put;
 * `undefined`: no lock.
 */
export interface LockStore {
  see(): Promise<{ readonly at: string; readonly bytes: Uint8Array | undefined } | undefined>;
  /** Stores a content, which `move` can then make the lock. */
  put(bytes: Uint8Array, time: Date): Promise<string>;
  move(from: string | undefined, to: string | undefined): Promise<boolean>;
}

/**
 * The result of an attempt: the lock, or its holder. `staleHolder`: the holder whose process does not exist any more
 * and whose lock was taken; a call that it sent may still run.
 */
export type Locked =
  | { readonly kind: 'held'; readonly lock: HeldLock; readonly staleHolder?: LockHolder }
  | { readonly kind: 'taken'; readonly by: LockHolder };

export interface Lock {
  acquire(holder: LockSeeker): Promise<Locked>;
  /**
   * Extends the lock, by at least `sinceMs`, the time since it was taken or renewed: the clock may have been set back
   * since. `undefined` if another run holds it now.
   */
  renew(lock: HeldLock, sinceMs?: number): Promise<HeldLock | undefined>;
  /** Releases the lock; does nothing if another run holds it now. */
  release(lock: HeldLock): Promise<void>;
  /** The lock; `undefined` if it is free. */
  read(): Promise<HeldLock | undefined>;
  /** The holder, unless its lock has expired or its process does not exist any more. */
  busy(): Promise<LockHolder | undefined>;
  /** Removes a lock that has expired or whose process does not exist any more, and returns its holder. */
  removeStaleLock(): Promise<LockHolder | undefined>;
  /** Removes the lock `seen`; false if another run holds it now. */
  breakLock(seen: HeldLock): Promise<boolean>;
  /** Removes a lock that does not name its holder; false if the lock is free or names its holder. */
  breakUnreadable(): Promise<boolean>;
}

const holderOf = (bytes: Uint8Array | undefined): LockHolder | undefined => d.parseJsonOr(bytes, lockHolder);

function parseHolder(bytes: Uint8Array | undefined): LockHolder {
  const holder = holderOf(bytes);
  if (holder !== undefined) return holder;
  throw new LedgerError('the lock of the target cannot be read', 'Remove it with: lexform ledger unlock --force', {
    code: 'lock-unreadable',
  });
}

const contended = (): LedgerError =>
  new LedgerError('the lock of the target keeps changing', 'Run the same command again', { code: 'ledger-contended' });

/**
 * The lock of a target, which exists while a run writes. Like the ledger, it is updated by compare-and-swap. `isGone`:
 * whether a process of this machine has ended; its lock is then free before it expires. The function is longer than 60
 * lines because it is a record of short functions over one store.
 */
export function makeLock(
  store: LockStore,
  now: () => Date,
  isGone: (process: HolderProcess) => Promise<boolean> = async () => false,
): Lock {
  const until = (time: Date): string => new Date(time.getTime() + LOCK_MINUTES * 60_000).toISOString();
  const put = (holder: LockHolder): Promise<string> =>
    store.put(new TextEncoder().encode(`${JSON.stringify(holder, null, 2)}\n`), now());

  async function read(): Promise<HeldLock | undefined> {
    const seen = await store.see();
    return seen === undefined ? undefined : { at: seen.at, holder: parseHolder(seen.bytes) };
  }

  const isDead = async ({ process }: LockHolder): Promise<boolean> => process !== undefined && isGone(process);
  const isFree = async (holder: LockHolder): Promise<boolean> =>
    Date.parse(holder.until) < now().getTime() || isDead(holder);

  return {
    read,
    async busy() {
      const there = await read();
      return there === undefined || (await isFree(there.holder)) ? undefined : there.holder;
    },
    async removeStaleLock() {
      const seen = await store.see();
      const holder = holderOf(seen?.bytes);
      if (seen === undefined || holder === undefined || !(await isFree(holder))) return undefined;
      return (await store.move(seen.at, undefined)) ? holder : undefined;
    },
    async acquire(by) {
      const time = now();
      const holder: LockHolder = { ...by, since: time.toISOString(), until: until(time) };
      const to = await put(holder);
      for (let tries = 1; ; tries += 1) {
        const there = await read();
        // The lock is our own after a lost answer, or it has expired: both may be replaced.
        const free =
          there === undefined || there.holder.id === by.id || Date.parse(there.holder.until) < time.getTime();
        const staleHolder = !free && (await isDead(there.holder)) ? there.holder : undefined;
        if (there !== undefined && !free && staleHolder === undefined) return { kind: 'taken', by: there.holder };
        if (await store.move(there?.at, to))
          return { kind: 'held', lock: { at: to, holder }, ...(staleHolder !== undefined && { staleHolder }) };
        // Another run was faster; it may already have released the lock.
        if (tries >= MAX_TRIES) throw contended();
      }
    },
    async renew({ at, holder }, sinceMs = 0) {
      const least = new Date(Date.parse(holder.until) + sinceMs).toISOString();
      const byClock = until(now());
      const renewed = { ...holder, until: byClock < least ? least : byClock };
      const to = await put(renewed);
      if (await store.move(at, to)) return { at: to, holder: renewed };
      // An earlier renewal may have succeeded although its answer was lost.
      const there = await read();
      if (there?.holder.id !== holder.id || there.at === at) return undefined;
      return (await store.move(there.at, to)) ? { at: to, holder: renewed } : undefined;
    },
    async release({ at }) {
      await store.move(at, undefined);
    },
    breakLock: ({ at }) => store.move(at, undefined),
    async breakUnreadable() {
      const seen = await store.see();
      return seen !== undefined && holderOf(seen.bytes) === undefined && store.move(seen.at, undefined);
    },
  };
}
