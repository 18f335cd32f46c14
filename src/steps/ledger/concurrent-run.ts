import type { Ledger, LedgerSnapshot } from '../../ledger/ledger.ts';
import type { UnderLedger } from './apply-under-ledger.ts';

/** Whether somebody has applied since the ledger was read. */
export async function hasMovedOn(ledger: Ledger, snapshot: LedgerSnapshot | undefined): Promise<boolean> {
  const [last] = await ledger.entries(1);
  return last?.version !== snapshot?.version;
}

/**
 * Who is applying, or has applied since the ledger was read; `undefined`: nobody. What looks like drift may be their
 * work, half done or done, and is nothing to pull or to overwrite.
 */
export async function concurrentRun(
  ledger: Ledger,
  snapshot: LedgerSnapshot | undefined,
): Promise<Exclude<UnderLedger, { readonly kind: 'ran' }> | undefined> {
  // The lock first: whoever gives it up after this look has written by the next one.
  const by = await ledger.lock.busy();
  if (by !== undefined) return { kind: 'locked', by };
  const [last] = await ledger.entries(1);
  return last?.version === snapshot?.version ? undefined : { kind: 'moved', winner: last };
}
