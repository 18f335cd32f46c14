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

/** Attempts that concurrent runs may spoil. More are no coincidence. */
const MAX_TRIES = 10;

/** The process that holds a lock, so that another process on the same machine can see that it is gone. */
const holderProcess = d.object({
  /** Opaque: identifies one boot of one machine and one process namespace. */
  machine: d.text,
  pid: d.refined(d.count, (pid) => pid > 0, 'the number of a process'),
  /** Distinguishes it from a later process with the same number. */
  started: d.text,
});

/** A process of a machine, so that nobody takes a later one for it. */
export type HolderProcess = d.Decoded<typeof holderProcess>;

/** The holder of a lock, as it describes itself. */
const lockHolder = d.object({
  /** Unique to the run. */
  id: d.text,
  /** Such as `ana on build-7`, for people. */
  who: d.text,
  /** ISO 8601. */
  since: d.text,
  /** It must be a time; otherwise the lock would never expire. */
  until: d.refined(d.text, (time) => !Number.isNaN(Date.parse(time)), 'a time'),
  /** Where to watch the run; absent outside CI. */
  run: d.lenient(d.text),
  /** Absent on systems without the data: then the lock of a killed run ends only by time. */
  process: d.lenient(holderProcess),
});

/** Who holds a lock, since when and until when. */
export type LockHolder = d.Decoded<typeof lockHolder>;

/** A run that asks for a lock. */
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
 * The result of an attempt: the lock, or its holder. `dead`: the holder whose process is gone and whose lock was taken;
 * a call that it sent may still run.
 */
export type Locked =
  | { readonly kind: 'held'; readonly lock: HeldLock; readonly dead?: LockHolder }
  | { readonly kind: 'taken'; readonly by: LockHolder };

export interface Lock {
  acquire(holder: LockSeeker): Promise<Locked>;
  /**
   * Extends the lock, by at least `sinceMs`, the time since it was taken or renewed: the clock may have been set back
   * meanwhile. `undefined` when another run holds it by now.
   */
  renew(lock: HeldLock, sinceMs?: number): Promise<HeldLock | undefined>;
  /** Releases the lock; does nothing when another run holds it by now. */
  release(lock: HeldLock): Promise<void>;
  /** The lock; `undefined` when nobody holds it. */
  look(): Promise<HeldLock | undefined>;
  /** The holder, unless its lock has expired or its process is gone. */
  busy(): Promise<LockHolder | undefined>;
  /** Removes a lock that has expired or whose process is gone, and gives its holder. */
  removeStaleLock(): Promise<LockHolder | undefined>;
  /** Removes the lock that was seen; false when another run holds it by now. */
  breakLock(seen: HeldLock): Promise<boolean>;
  /** Removes a lock that does not name its holder; false when there is none, or it names one. */
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

  async function look(): Promise<HeldLock | undefined> {
    const seen = await store.see();
    return seen === undefined ? undefined : { at: seen.at, holder: parseHolder(seen.bytes) };
  }

  const isDead = async ({ process }: LockHolder): Promise<boolean> => process !== undefined && isGone(process);
  const isFree = async (holder: LockHolder): Promise<boolean> =>
    Date.parse(holder.until) < now().getTime() || isDead(holder);

  return {
    look,
    async busy() {
      const there = await look();
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
        const there = await look();
        // It is our own after a lost answer, or it has expired: both may be replaced.
        const free =
          there === undefined || there.holder.id === by.id || Date.parse(there.holder.until) < time.getTime();
        const dead = !free && (await isDead(there.holder)) ? there.holder : undefined;
        if (there !== undefined && !free && dead === undefined) return { kind: 'taken', by: there.holder };
        if (await store.move(there?.at, to))
          return { kind: 'held', lock: { at: to, holder }, ...(dead !== undefined && { dead }) };
        // Another run was faster; it may have released the lock by now.
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
      const there = await look();
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
