import type { LedgerState } from '../../kinds/states.ts';
import { ownedJson } from '../../ledger/ledger-json.ts';
import type { LedgerRecord } from '../../model/ledger/ledger-record.ts';
import { byCodeUnit } from '../../model/order.ts';

interface Owned {
  readonly address: string;
  readonly id: string;
}

/** Whatever a state owns, as the ledger writes it: contents stand there as digests, so a comparison reads no entry. */
const ownedBy = (state: LedgerState): readonly Owned[] => ownedJson(state).flatMap(([, owned]) => owned);

const withoutAddress = ({ address: _, ...rest }: Owned): string => JSON.stringify(rest);

/** What a state says that the one before it did not, resource by resource, by address. Pure. */
export function ledgerRecords(before: LedgerState, after: LedgerState): readonly LedgerRecord[] {
  const old = ownedBy(before);
  const now = ownedBy(after);
  const oldById = new Map(old.map((owned) => [owned.id, owned]));
  const ids = new Set(now.map(({ id }) => id));
  const kept = now.flatMap((owned): readonly LedgerRecord[] => {
    const { address, id } = owned;
    const known = oldById.get(id);
    if (known === undefined) return [{ kind: 'adopted', address }];
    if (known.address !== address) return [{ kind: 'moved', address, from: known.address }];
    return withoutAddress(known) === withoutAddress(owned) ? [] : [{ kind: 'updated', address }];
  });
  const dropped = old.flatMap(({ address, id }): readonly LedgerRecord[] =>
    ids.has(id) ? [] : [{ kind: 'dropped', address }],
  );
  return [...kept, ...dropped].sort((left, right) => byCodeUnit(left.address, right.address));
}
