import type { LedgerSnapshot, LedgerTarget } from './ledger.ts';
import { LedgerError } from './ledger-error.ts';

/** The entry, when it is about this target: the ids of another address mean nothing here. */
export function checkTarget(found: LedgerSnapshot, target: LedgerTarget): LedgerSnapshot {
  if (found.target.baseUrl === target.baseUrl) return found;
  throw new LedgerError(
    `the ledger of "${target.name}" is about ${found.target.baseUrl}, and the target is at ${target.baseUrl} now`,
    'Give the target another name, or its old address',
  );
}
