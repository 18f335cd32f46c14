import * as d from '../model/decode.ts';
import { LedgerError } from './ledger-error.ts';

/** Minutes after which a lock that nobody has renewed may be taken, by the clock of whoever takes it. */
export const LOCK_MINUTES = 10;

/** Minutes after which the holder puts the end off. */
export const RENEW_AFTER_MINUTES = 2;

/**
 * Minutes by which the clocks of two runners may differ. A holder that cannot renew stops so long before the end of its
 * lock, by its own clock; so whoever takes the lock finds nobody at work. A larger difference may take a lock from a
 * holder who renews it in time: the next renewal notices.
 */
export const CLOCK_TOLERANCE_MINUTES = 5;

/** Tries in a row that others may spoil. More are no accident. */
const MAX_TRIES = 10;

/** Which process holds a lock: enough for another one on the same machine to see that it is gone. */
const holderProcess = d.object({
  /** Opaque: one start of one machine, and one of its spaces of process numbers. */
  machine: d.text,
  pid: d.refined(d.count, (pid) => pid > 0, 'the number of a process'),
  /** Tells it from a later process of the same number. */
  started: d.text,
});

export type HolderProcess = d.Decoded<typeof holderProcess>;

/** Who holds a lock, as it says itself. */
const lockHolder = d.object({
  /** Unique to the run. */
  id: d.text,
  /** Such as `ana on build-7`, for people. */
  who: d.text,
  /** ISO 8601. */
  since: d.text,
  /** An end that is no time would never be over. */
  until: d.refined(d.text, (time) => !Number.isNaN(Date.parse(time)), 'a time'),
  /** Where the run can be watched; absent outside CI. */
  run: d.lenient(d.text),
  /** Absent where the system does not tell: then only time ends the lock of a run that was killed. */
  process: d.lenient(holderProcess),
});

export type LockHolder = d.Decoded<typeof lockHolder>;

/** Who asks for a lock. */
export type LockSeeker = Pick<LockHolder, 'id' | 'who' | 'run' | 'process'>;

/** A lock that is held: what stands at its place while it is. */
export interface HeldLock {
  readonly at: string;
  readonly holder: LockHolder;
}

/**
 * Where a lock lies. Moves are by compare-and-swap: from what was seen (`undefined`: nothing) to what was put
 * (`undefined`: nothing).
 */
export interface LockStore {
  see(): Promise<{ readonly at: string; readonly bytes: Uint8Array | undefined } | undefined>;
  /** Keeps a content, which then can be moved to. */
  put(bytes: Uint8Array, time: Date): Promise<string>;
  move(from: string | undefined, to: string | undefined): Promise<boolean>;
}

/**
 * The outcome of an attempt: the lock, or who has it. `dead`: whose it was, when it was taken from a process that is
 * gone; a call that it had sent may still go on.
 */
export type Locked =
  | { readonly kind: 'held'; readonly lock: HeldLock; readonly dead?: LockHolder }
  | { readonly kind: 'taken'; readonly by: LockHolder };

export interface Lock {
  acquire(holder: LockSeeker): Promise<Locked>;
  /** Puts the end off; `undefined` when the lock is somebody else's by now. */
  renew(lock: HeldLock): Promise<HeldLock | undefined>;
  /** Gives it up; nothing happens when it is not one's own any more. */
  release(lock: HeldLock): Promise<void>;
  /** Who holds it; `undefined`: nobody. */
  look(): Promise<HeldLock | undefined>;
  /** Who holds it and may be at work: not when its time is over, nor when its process is gone. */
  busy(): Promise<LockHolder | undefined>;
  /** Takes it from whoever was seen to hold it; false when that is somebody else by now. */
  breakLock(seen: HeldLock): Promise<boolean>;
  /** Takes away a lock that does not say whose it is; false when there is none, or one that does. */
  breakUnreadable(): Promise<boolean>;
}

const holderOf = (bytes: Uint8Array | undefined): LockHolder | undefined => d.parseJsonOr(bytes, lockHolder);

function parseHolder(bytes: Uint8Array | undefined): LockHolder {
  const holder = holderOf(bytes);
  if (holder !== undefined) return holder;
  throw new LedgerError('the lock of the target cannot be read', 'Remove it with: lexform unlock --force');
}

/**
 * The lock of a target: something that exists while a run writes. It is made, renewed and dropped by compare-and-swap,
 * like the ledger itself. `isGone`: whether a process ran on this machine and runs no more; its lock is free before its
 * time is over.
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

  return {
    look,
    async busy() {
      const there = await look();
      if (there === undefined || Date.parse(there.holder.until) < now().getTime()) return undefined;
      return (await isDead(there.holder)) ? undefined : there.holder;
    },
    async acquire(by) {
      const time = now();
      const holder: LockHolder = { ...by, since: time.toISOString(), until: until(time) };
      const to = await put(holder);
      for (let tries = 1; ; tries += 1) {
        const there = await look();
        // Its own after a lost answer, or one that nobody has renewed: both may be taken from where they stand.
        const free =
          there === undefined || there.holder.id === by.id || Date.parse(there.holder.until) < time.getTime();
        const dead = !free && (await isDead(there.holder)) ? there.holder : undefined;
        if (there !== undefined && !free && dead === undefined) return { kind: 'taken', by: there.holder };
        if (await store.move(there?.at, to))
          return { kind: 'held', lock: { at: to, holder }, ...(dead !== undefined && { dead }) };
        // Somebody else was faster, and may be gone again by now.
        if (tries >= MAX_TRIES)
          throw new LedgerError('the lock of the target does not stand still', 'Run the same command again');
      }
    },
    async renew({ at, holder }) {
      const renewed = { ...holder, until: until(now()) };
      const to = await put(renewed);
      if (await store.move(at, to)) return { at: to, holder: renewed };
      // An earlier renewal may have been done, and its answer lost.
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
