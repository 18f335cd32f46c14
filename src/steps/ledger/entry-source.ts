import type { Ledger, LedgerEntry } from '../../ledger/ledger.ts';
import * as d from '../../model/decode.ts';
import type { EarlierState } from '../../plan/drift/earlier-state.ts';
import { PLAN_FACT } from './write-ahead.ts';

/** Facts of an entry whose plan was not made from the files. Each has the source of the plan as its value. */
export const ROLLBACK_FACT = 'Rollback';
export const BACKUP_FACT = 'Backup';
/** For a plan that a rollback or a restore saved, and that was applied later. */
export const SAVED_FACT = 'Not-From-Files';
/** The address patterns of a partial apply, as JSON. */
export const ONLY_FACT = 'Only';

const NOT_FROM_FILES: readonly string[] = [ROLLBACK_FACT, BACKUP_FACT, SAVED_FACT];

/**
 * True for an entry of an apply that made the service match the files. Adopting, forgetting and rolling back do not
 * count.
 */
const isFromFiles = ({ facts }: LedgerEntry): boolean =>
  facts.some(([name]) => name === PLAN_FACT) && !facts.some(([name]) => NOT_FROM_FILES.includes(name));

function patternsOf({ facts }: LedgerEntry): readonly string[] {
  const fact = facts.find(([name]) => name === ONLY_FACT)?.[1];
  return d.parseJsonOr(fact, d.some(d.text)) ?? [];
}

/** Maximum number of entries that are searched. */
const MAX_ENTRIES = 200;

/**
 * The ledger's states since the files were last applied, except that of the last entry. A value in the files that
 * equals one of them was on the service at that time, so it is not an edit that waits for an apply. Empty after an
 * apply of everything, which is the usual case.
 */
export async function statesSinceApply(ledger: Ledger): Promise<readonly EarlierState[]> {
  const entries = await ledger.entries(MAX_ENTRIES);
  const found: EarlierState[] = [];
  const appliedPatterns: string[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index > 0)
      found.push({ state: (await ledger.readAt(entry.version)).state, appliedPatterns: [...appliedPatterns] });
    if (!isFromFiles(entry)) continue;
    const only = patternsOf(entry);
    if (only.length === 0) return found;
    appliedPatterns.push(...only);
  }
  return found;
}
