import type { Ledger, LedgerSnapshot } from '../../ledger/ledger.ts';
import type { UnderLedger } from './apply-under-ledger.ts';

/** True if another run has applied since the ledger was read. */
export async function hasMovedOn(ledger: Ledger, snapshot: LedgerSnapshot | undefined): Promise<boolean> {
  const [last] = await ledger.entries(1);
  return last?.version !== snapshot?.version;
}

/**
 * The run that is applying, or that has applied since the ledger was read; `undefined`: no run. Apparent drift may be
 * its work, so it must be neither pulled nor overwritten.
 */
export async function concurrentRun(
  ledger: Ledger,
  snapshot: LedgerSnapshot | undefined,
): Promise<Exclude<UnderLedger, { readonly kind: 'ran' }> | undefined> {
  // The lock is checked first: a run that releases it afterwards has already written the entry that is read next.
  const by = await ledger.lock.busy();
  if (by !== undefined) return { kind: 'locked', by };
  const [last] = await ledger.entries(1);
  return last?.version === snapshot?.version ? undefined : { kind: 'moved', winner: last };
}
