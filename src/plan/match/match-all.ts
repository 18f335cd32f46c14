import { matchResources } from '../../kinds/match/match.ts';
import { type Matched, type Matches, matchedOf } from '../../kinds/match/matches.ts';
import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import { KINDS } from '../../kinds/registry.ts';
import { type DesiredState, desiredOf, type LedgerState, type LiveState, liveOf, ownedOf } from '../../kinds/states.ts';
import type { Address } from '../../model/resources/address.ts';

/** What every decision of a plan is made from. */
export interface MatchAllInput {
  readonly desired: DesiredState;
  readonly live: LiveState;
  readonly ledger: LedgerState;
  /** Address patterns that narrow the plan; empty: everything. */
  readonly only: readonly string[];
  /** Address patterns of what may be deleted although nothing owns it. */
  readonly deletable: readonly string[];
}

/** Which live resource is which. A kind that the workspace does not manage is not looked at. */
export function matchAll({ desired, live, ledger, deletable }: MatchAllInput): Matches {
  const left = (ledger.unfinished ?? []).filter(({ kind }) => kind === 'left');
  const leftOver = new Map(left.map(({ old, address }) => [old, address]));
  return Object.fromEntries(
    KINDS.flatMap((kind): readonly (readonly [string, Matched])[] => {
      const { plural } = kind;
      const wanted = desiredOf(desired, plural);
      if (wanted === undefined) return [];
      const sides = { desired: wanted, live: liveOf(live, plural) ?? [], owned: ownedOf(ledger, plural) };
      return [[plural, matchResources({ kind, ...sides, deletable, leftOver })]];
    }),
  );
}

/** The same where nothing is to be deleted, whatever a replacement has left over. */
export const matchLive = (desired: DesiredState, live: LiveState, ledger: LedgerState): Matches =>
  matchAll({ desired, live, ledger: { ...ledger, unfinished: [] }, only: [], deletable: [] });

/** The kinds that are managed, in the order of reports, with what was matched of them. */
export const allMatches = (matches: Matches): readonly { readonly kind: AnyKind; readonly matched: Matched }[] =>
  KINDS.flatMap((kind) => {
    const matched = matchedOf(matches, kind.plural);
    return matched === undefined ? [] : [{ kind, matched }];
  });

/** Who looks after a live resource: `files` name it, only the `ledger` of the target still owns it, or nobody does. */
export type OwnedBy = 'files' | 'ledger' | 'unmanaged';

/** What the workspace calls each live resource, by id: as the files name it, the ledger, or else as `pull` would. */
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
