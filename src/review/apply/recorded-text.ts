import { byKind } from '../../model/by-kind.ts';
import type { LedgerRecord, Recorded } from '../../model/ledger/ledger-record.ts';
import { visible } from '../format/escape.ts';
import { counted, firstOf, groupedDigits, listed } from '../format/text.ts';

/** Most resources that are named one by one. */
const SHOWN = 20;

const recordLine = (record: LedgerRecord): string =>
  byKind(record, {
    adopted: ({ address }) => `${visible(address)} is managed from now on`,
    updated: ({ address }) => `the ledger has ${visible(address)} as it is now`,
    moved: ({ address, from }) => `${visible(address)} was ${visible(from)} before`,
    dropped: ({ address }) => `${visible(address)} is gone from the service and no longer managed`,
  });

/** What an entry of the ledger says beside what the calls did, resource by resource. */
export function recordedLines({ records, version }: Recorded): readonly string[] {
  const where = `lexform show ${visible(version.slice(0, 12))}`;
  return firstOf(records, SHOWN, recordLine, (count) => `… and ${groupedDigits(count)} more; ${where} has all`);
}

const COUNTED = ['adopted', 'updated', 'moved', 'dropped'] as const;

/** How a run ended that made no call and wrote an entry. */
export function recordedText({ records, version }: Recorded, target: string): string {
  const counts = COUNTED.flatMap((kind) => {
    const count = records.filter((record) => record.kind === kind).length;
    return count === 0 ? [] : [`${counted(count, 'resource')} ${kind}`];
  });
  const what = counts.length === 0 ? '' : `: ${listed(counts)}`;
  return `Recorded in the ledger of ${visible(target)} (${visible(version.slice(0, 12))})${what}. No call was needed.`;
}
