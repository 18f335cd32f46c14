import type { LedgerEntry, LedgerVersion } from '../../ledger/ledger.ts';

/** The fact that names the plan of an entry. */
export const PLAN_FACT = 'Plan';

/**
 * What an entry says that is written before the first call of a destructive plan: it holds the plan, and what is there
 * before it.
 */
export const writeAheadSubject = (target: string): string => `about to apply to ${target}`;

/** That an entry is such a one. */
export interface WriteAhead {
  /**
   * The entry that says what became of it; absent: none does. The run goes on still, was killed, or has left all as it
   * was.
   */
  readonly followedBy?: LedgerVersion;
}

const planOf = ({ facts }: LedgerEntry): string | undefined => facts.find(([name]) => name === PLAN_FACT)?.[1];

/**
 * What an entry intends, by itself and the one that was written after it; `undefined`: it tells of what was done, as
 * most do.
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
