import { allOwned, KINDS } from '../../kinds/registry.ts';
import type { LedgerState, LiveState } from '../../kinds/states.ts';
import { liveOf } from '../../kinds/states.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { byCodeUnit } from '../../model/order.ts';
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
 * What a ledger owns and an account does not have. The service gives every id once, so an account that has all of them
 * is the one that the ledger is about.
 */
export function missingIn(state: LedgerState, live: LiveState): readonly OwnedId[] {
  const there = new Set(KINDS.flatMap(({ plural }) => (liveOf(live, plural) ?? []).map(({ id }) => id)));
  return ownedIds(state).filter(({ id }) => !there.has(id));
}

/**
 * Writes an entry that has the present address of the target and is otherwise the last one. Refused when anybody has
 * written since that one was read: `seen` is what was looked for on the service.
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
