import type { Matches } from '../../kinds/matches.ts';
import type { Address } from '../../model/resources/address.ts';
import { allMatches } from './match.ts';

/** The owner of a live resource: `files` name it, only the `ledger` of the target owns it, or it is unmanaged. */
export type OwnedBy = 'files' | 'ledger' | 'unmanaged';

/**
 * The address of each live resource, by id: the one in the files, the one in the ledger, or the one that `pull` would
 * choose.
 */
export function addressesById(
  matches: Matches,
): ReadonlyMap<string, { readonly address: Address; readonly standing: OwnedBy }> {
  const known = new Map<string, { readonly address: Address; readonly standing: OwnedBy }>();
  for (const { matched } of allMatches(matches)) {
    for (const { desired, live } of matched.matches)
      if (live !== undefined) known.set(live.id, { address: desired.address, standing: 'files' });
    for (const { address, live } of matched.deletes) known.set(live.id, { address, standing: 'ledger' });
    for (const { address, live } of matched.unmanaged) known.set(live.id, { address, standing: 'unmanaged' });
  }
  return known;
}
