import type { Ledger, LedgerEntry } from '../../ledger/ledger.ts';
import * as d from '../../model/decode.ts';
import type { EarlierState } from '../../plan/drift/earlier-state.ts';
import { PLAN_FACT } from './write-ahead.ts';

/** The facts of an entry whose plan was not made from the files, each with the one that says of what it was made. */
export const ROLLBACK_FACT = 'Rollback';
export const BACKUP_FACT = 'Backup';
/** Of a plan that was saved by a rollback or a restore, and applied later. */
export const SAVED_FACT = 'Not-From-Files';
/** The address patterns of an apply that was about a part, as JSON. */
export const ONLY_FACT = 'Only';

const NOT_FROM_FILES: readonly string[] = [ROLLBACK_FACT, BACKUP_FACT, SAVED_FACT];

/**
 * True when an entry tells of an apply that made the service agree with the files. Adopting, forgetting and rolling
 * back are none.
 */
const isFromFiles = ({ facts }: LedgerEntry): boolean =>
  facts.some(([name]) => name === PLAN_FACT) && !facts.some(([name]) => NOT_FROM_FILES.includes(name));

function patternsOf({ facts }: LedgerEntry): readonly string[] {
  const fact = facts.find(([name]) => name === ONLY_FACT)?.[1];
  return d.parseJsonOr(fact, d.some(d.text)) ?? [];
}

/** Most entries that are looked at. */
const MAX_ENTRIES = 200;

/**
 * The states that the ledger had since files were last applied, without the last entry: what files have of one of them
 * was on the service then, and is no edit that waits for an apply. None after an apply of everything, which is nearly
 * always.
 */
export async function statesSinceApply(ledger: Ledger): Promise<readonly EarlierState[]> {
  const entries = await ledger.entries(MAX_ENTRIES);
  const found: EarlierState[] = [];
  const settled: string[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index > 0) found.push({ state: (await ledger.readAt(entry.version)).state, settled: [...settled] });
    if (!isFromFiles(entry)) continue;
    const only = patternsOf(entry);
    if (only.length === 0) return found;
    settled.push(...only);
  }
  return found;
}
