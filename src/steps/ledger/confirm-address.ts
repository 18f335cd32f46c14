import { allOwned, KINDS } from '../../kinds/registry.ts';
import { type LedgerState, type LiveState, liveResources } from '../../kinds/states.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { type Rewritten, rewriteLedger, type Writer } from './rewrite-ledger.ts';

/** One resource that the ledger owns. */
export interface OwnedId {
  readonly address: string;
  readonly id: string;
}

/** Everything that a ledger owns, by address. */
export const ownedIds = (ledger: LedgerState): readonly OwnedId[] =>
  [...allOwned(ledger)]
    .map(([address, { id }]): OwnedId => ({ address, id }))
    .sort((left, right) => byCodeUnit(left.address, right.address));

/**
 * The owned resources that an account lacks. The service never reuses an id, so an account that has all of them is the
 * account of the ledger.
 */
export function missingIn(state: LedgerState, live: LiveState): readonly OwnedId[] {
  const there = new Set(KINDS.flatMap(({ plural }) => liveResources(live, plural).map(({ id }) => id)));
  return ownedIds(state).filter(({ id }) => !there.has(id));
}

/**
 * Writes an entry with the current address of the target and otherwise the content of the last entry. Refused if an
 * entry was written since that one was read. `seen`: the version whose resources were searched on the service.
 */
export const confirmAddress = (
  ledger: Ledger,
  writer: Writer,
  { seen, summary }: { readonly seen: string; readonly summary: string },
): Promise<Rewritten> =>
  rewriteLedger(
    ledger,
    writer,
    summary,
    (snapshot) => (snapshot?.version === seen ? snapshot.state : undefined),
    () => ledger.readAnyAddress(),
  );
