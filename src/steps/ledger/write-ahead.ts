import type { LedgerEntry, LedgerVersion } from '../../ledger/ledger.ts';

/** The name of the fact of a ledger entry that contains the digest of its plan. */
export const PLAN_FACT = 'Plan';

/**
 * The summary of an entry written before the first call of a destructive plan. That entry contains the plan, and the
 * content before it.
 */
export const writeAheadSubject = (target: string): string => `about to apply to ${target}`;

/** Marks an entry that was written before the calls of its plan. */
export interface WriteAhead {
  /** The entry with the result. Absent: none exists. The run is still active, was killed, or changed nothing. */
  readonly followedBy?: LedgerVersion;
}

const planOf = ({ facts }: LedgerEntry): string | undefined => facts.find(([name]) => name === PLAN_FACT)?.[1];

/**
 * The mark of an entry, from itself and the next entry; `undefined`: the entry records completed changes, which is the
 * usual case.
 */
export function writeAheadOf(
  target: string,
  entry: LedgerEntry,
  next: LedgerEntry | undefined,
): WriteAhead | undefined {
  const plan = planOf(entry);
  if (entry.summary !== writeAheadSubject(target) || plan === undefined) return undefined;
  return next !== undefined && planOf(next) === plan ? { followedBy: next.version } : {};
}
