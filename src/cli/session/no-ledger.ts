import type { LedgerSnapshot } from '../../ledger/ledger.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { noLedgerRemedy } from '../../review/ledger/no-ledger-text.ts';

/**
 * The last entry of a ledger. Rejects with `LedgerError` where there is none: a clone without the ledger of a target
 * knows nothing, and must not say that there is nothing.
 */
export function mustHaveEntry(snapshot: LedgerSnapshot | undefined, target: string, unknown: string): LedgerSnapshot {
  if (snapshot !== undefined) return snapshot;
  throw new LedgerError(`no ledger for "${target}" here, so ${unknown}`, noLedgerRemedy());
}
