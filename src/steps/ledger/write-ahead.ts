import type { LedgerEntry, LedgerVersion } from '../../ledger/ledger.ts';

/** The name of the fact of a ledger entry that contains the digest of its plan. */
export const PLAN_FACT = 'Plan';

/**
 * The summary of an entry written before the first call of a destructive plan. That entry contains the plan, and the
 * content before it.
 */
export const writeAheadSubject = (target: string): string => `about to apply to ${target}`;

/** The summary of such an entry whose state contains the drift that the plan overwrites. */
export const driftSubject = (target: string): string => `record drift on ${target} before an apply overwrites it`;

/** Marks an entry that was written before the calls of its plan. */
export interface WriteAhead {
  /** The entry with the result. Absent: none exists. The run is still active, was killed, or changed nothing. */
  readonly followedBy?: LedgerVersion;
  /** The entry contains the drift that its plan overwrites. Absent: it contains the state of the previous entry. */
  readonly drift?: true;
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
  const isDrift = entry.summary === driftSubject(target);
  if (plan === undefined || !(isDrift || entry.summary === writeAheadSubject(target))) return undefined;
  return {
    ...(next !== undefined && planOf(next) === plan && { followedBy: next.version }),
    ...(isDrift && { drift: true }),
  };
}
