import type { LedgerState } from '../../kinds/states.ts';
import type { Ledger, LedgerEntry, LedgerSnapshot, LedgerVersion } from '../../ledger/ledger.ts';
import type { LockHolder, LockSeeker } from '../../ledger/lock.ts';

/** Who writes, and the facts of the entry. */
export interface Writer {
  readonly holder: LockSeeker;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly now: () => Date;
}

export type Rewritten =
  | { readonly kind: 'written'; readonly version: LedgerVersion }
  /** Somebody is applying. Nothing was written. */
  | { readonly kind: 'locked'; readonly by: LockHolder }
  /** Somebody has written since, and what was agreed to is not so any more. Nothing was written. */
  | { readonly kind: 'moved'; readonly winner: LedgerEntry | undefined };

/**
 * Writes an entry that tells of no call to the service, under the lock of the target. `next` makes the new state of
 * what is read under the lock; `undefined`: what was agreed to does not fit it any more. `read`: how the last entry is
 * read, when not as any run reads it.
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
    // What cannot be released ends by itself.
    if (!isFree) await ledger.lock.release(lock).catch(() => undefined);
  }
}
