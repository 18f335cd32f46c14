import type { HeldLock } from './git-ledger.ts';
import type { CommitId, GitRepository } from './git-repository.ts';
import { LedgerError } from './ledger-error.ts';
import type { RefStore } from './ref-moves.ts';

export const lockRef = (target: string): string => `refs/lexform/lock/${target}`;

/** Minutes after which a lock that nobody has renewed may be taken. */
export const LOCK_MINUTES = 10;

/** Who holds a lock, as it says itself. */
export interface LockHolder {
  /** Unique to the run. */
  readonly id: string;
  /** Such as `ana on build-7`, for people. */
  readonly who: string;
  /** Where the run can be watched; absent outside CI. */
  readonly run?: string;
  /** ISO 8601. */
  readonly since: string;
  readonly until: string;
}

/** The outcome of an attempt: the lock, or who has it. */
export type Locked =
  | { readonly kind: 'held'; readonly lock: HeldLock; readonly holder: LockHolder }
  | { readonly kind: 'taken'; readonly by: LockHolder };

export interface Lock {
  acquire(holder: Pick<LockHolder, 'id' | 'who' | 'run'>): Promise<Locked>;
  /** Puts the end off; `undefined` when the lock is somebody else's by now. */
  renew(lock: HeldLock, holder: LockHolder): Promise<HeldLock | undefined>;
  /** Gives it up; nothing happens when it is not one's own any more. */
  release(lock: HeldLock): Promise<void>;
  /** Who holds it; `undefined`: nobody. */
  look(): Promise<{ readonly at: CommitId; readonly holder: LockHolder } | undefined>;
  /** Takes it from whoever holds it at `at`; false when that is somebody else by now. */
  breakAt(at: CommitId): Promise<boolean>;
}

const FILE = 'lock.json';

function parseHolder(bytes: Uint8Array | undefined): LockHolder {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Record<keyof LockHolder, unknown>>;
    const { id, who, run, since, until } = value;
    if ([id, who, since, until].every((each) => typeof each === 'string'))
      return { id, who, since, until, ...(typeof run === 'string' && { run }) } as LockHolder;
  } catch {
    // Said below.
  }
  throw new LedgerError('the lock of the target cannot be read', 'Remove it with: lexform unlock');
}

/** The lock of a target: a ref that exists while a run writes. It is made, renewed and dropped by compare-and-swap, like the ledger itself. */
export function makeLock(repository: GitRepository, refs: RefStore, target: string, now: () => Date): Lock {
  const ref = lockRef(target);

  async function look(): ReturnType<Lock['look']> {
    const at = await refs.see(ref);
    if (at === undefined) return undefined;
    const [bytes] = await repository.readFiles(at, [FILE]);
    return { at, holder: parseHolder(bytes) };
  }
  async function put(holder: LockHolder): Promise<CommitId> {
    const bytes = new TextEncoder().encode(`${JSON.stringify(holder, null, 2)}\n`);
    const message = `lock of ${target}\n`;
    return repository.commit({ parent: undefined, files: new Map([[FILE, bytes]]), message, time: now() });
  }
  const until = (time: Date): string => new Date(time.getTime() + LOCK_MINUTES * 60_000).toISOString();

  return {
    look,
    async acquire(by) {
      const time = now();
      const holder: LockHolder = { ...by, since: time.toISOString(), until: until(time) };
      const to = await put(holder);
      const there = await look();
      // Its own after a lost answer, or one that nobody has renewed: both may be taken from where they stand.
      const free = there === undefined || there.holder.id === by.id || there.holder.until < time.toISOString();
      if (free && (await refs.move([{ ref, from: there?.at, to }])))
        return { kind: 'held', lock: { ref, at: to }, holder };
      const winner = await look();
      // Gone again already: whoever tries next gets it.
      return { kind: 'taken', by: winner?.holder ?? there?.holder ?? holder };
    },
    async renew(lock, holder) {
      const to = await put({ ...holder, until: until(now()) });
      return (await refs.move([{ ref, from: lock.at, to }])) ? { ref, at: to } : undefined;
    },
    async release(lock) {
      await refs.move([{ ref, from: lock.at, to: undefined }]);
    },
    breakAt: (at) => refs.move([{ ref, from: at, to: undefined }]),
  };
}
