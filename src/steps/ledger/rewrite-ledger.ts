import type { LedgerState } from '../../kinds/states.ts';
import type { Ledger, LedgerEntry, LedgerSnapshot, LedgerVersion } from '../../ledger/ledger.ts';
import type { LockHolder, LockSeeker } from '../../ledger/lock.ts';

/** The user who writes, and the facts of the entry. */
export interface Writer {
  readonly holder: LockSeeker;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly now: () => Date;
}

export type Rewritten =
  | { readonly kind: 'written'; readonly version: LedgerVersion }
  /** Another run holds the lock. Nothing was written. */
  | { readonly kind: 'locked'; readonly by: LockHolder }
  /** Another run has written an entry since, so the confirmed change no longer fits. Nothing was written. */
  | { readonly kind: 'moved'; readonly winner: LedgerEntry | undefined };

/**
 * Writes an entry without calls to the service, under the lock of the target. `next` makes the new state from the state
 * read under the lock; `undefined`: the confirmed change no longer fits. `read`: how to read the last entry. Default:
 * as any run does.
 */
export async function rewriteLedger(
  ledger: Ledger,
  writer: Writer,
  summary: string,
  next: (now: LedgerSnapshot | undefined) => LedgerState | undefined,
  read: () => Promise<LedgerSnapshot | undefined> = () => ledger.read(),
): Promise<Rewritten> {
  const locked = await ledger.lock.acquire(writer.holder);
  if (locked.kind === 'taken') return { kind: 'locked', by: locked.by };
  const { lock } = locked;
  let isFree = false;
  try {
    const snapshot = await read();
    const state = next(snapshot);
    if (state === undefined) return { kind: 'moved', winner: (await ledger.entries(1))[0] };
    const note = { summary, facts: writer.facts };
    const written = await ledger.write({ after: snapshot?.version, state, note, time: writer.now(), unlock: lock });
    isFree = written.kind === 'written';
    return written.kind === 'written' ? written : { kind: 'moved', winner: written.winner };
  } finally {
    // A lock that cannot be released expires by itself.
    if (!isFree) await ledger.lock.release(lock).catch(() => undefined);
  }
}
