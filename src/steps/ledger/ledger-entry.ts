import type { Ledger, LedgerEntry, LedgerVersion } from '../../ledger/ledger.ts';
import { UsageError } from '../../model/errors.ts';
import type { LedgerChange } from '../../plan/diff/diff-ledgers.ts';
import { readChanges, readIndexes } from './ledger-changes.ts';
import { type WriteAhead, writeAheadOf } from './write-ahead.ts';

/** An entry with all its changes. */
export interface ShownEntry {
  readonly entry: LedgerEntry & { readonly intent?: WriteAhead };
  /** The previous version; absent for the first entry. */
  readonly before?: LedgerVersion;
  readonly changes: readonly LedgerChange[];
}

/** Maximum number of entries that an error names. */
const NAMED = 5;

/**
 * The index of a version in a ledger, newest first. `text`: `latest`, a whole version, or a unique beginning. Version
 * numbers of a folder ledger can omit leading zeros.
 */
export function findVersion(entries: readonly LedgerEntry[], text: string): number {
  if (entries.length === 0)
    throw new UsageError('there is no ledger here: nothing was applied yet, or the ledger was not fetched', {
      code: 'ledger-absent',
    });
  if (text === 'latest') return 0;
  const wanted = text.toLowerCase();
  const exact = entries.findIndex(
    ({ version }) => version === wanted || version.replace(/^0+(?=\d{1,5}$)/, '') === wanted,
  );
  if (exact >= 0) return exact;
  const found = [...entries.keys()].filter((index) => wanted !== '' && entries[index]?.version.startsWith(wanted));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (only === undefined)
    throw new UsageError(`the ledger has no entry ${JSON.stringify(text)}; lexform log lists the entries`);
  const names = found.slice(0, NAMED).map((index) => entries[index]?.version ?? '');
  throw new UsageError(
    `${found.length} entries of the ledger begin with ${JSON.stringify(text)}: ` +
      `${names.join(', ')}${found.length > NAMED ? ' …' : ''}; name more of the one that is meant`,
  );
}

/** One entry of a ledger with its changes. */
export async function readEntry(ledger: Ledger, text: string): Promise<ShownEntry> {
  const entries = await ledger.entries();
  const place = findVersion(entries, text);
  const [entry, before] = [entries[place], entries[place + 1]];
  if (entry === undefined) throw new Error('a place in a ledger that it does not have');
  const versions = [entry.version, ...(before === undefined ? [] : [before.version])];
  const [after, old] = await readIndexes(ledger, versions);
  if (after === undefined) throw new Error('an entry that was read is not there');
  const [changes = []] = await readChanges(ledger, [{ after, before: old }]);
  const intent = writeAheadOf(ledger.target.name, entry, entries[place - 1]);
  return {
    entry: intent === undefined ? entry : { ...entry, intent },
    ...(before !== undefined && { before: before.version }),
    changes,
  };
}
