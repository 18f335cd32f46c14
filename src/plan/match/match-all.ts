import type { LedgerState, OwnedGlossary, OwnedStyleList } from '../../model/ledger/ledger-state.ts';
import type { Address } from '../../model/resources/address.ts';
import type { DesiredGlossary, DesiredState, DesiredStyleList } from '../../model/resources/desired.ts';
import type { LiveGlossary, LiveState, LiveStyleList } from '../../model/resources/live.ts';
import { type Matched, matchResources } from './match.ts';
import { type MatchedKeys, matchDeveloperKeys } from './match-developer-keys.ts';

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

/** A style list with its name where matching looks for it. */
type Named<List> = List & { readonly name: string };

export interface Matches {
  readonly glossaries?: Matched<DesiredGlossary, LiveGlossary, OwnedGlossary>;
  readonly styleLists?: Matched<Named<DesiredStyleList>, Named<LiveStyleList>, OwnedStyleList>;
  readonly developerKeys?: MatchedKeys;
}

const named = <List extends { readonly content: { readonly name: string } }>(list: List): Named<List> => ({
  ...list,
  name: list.content.name,
});

/** Which live resource is which. A kind that the workspace does not manage is not looked at. */
export function matchAll({ desired, live, ledger, deletable }: MatchAllInput): Matches {
  return {
    ...(desired.glossaries !== undefined && {
      glossaries: matchResources({
        kind: 'glossary',
        desired: desired.glossaries,
        live: live.glossaries ?? [],
        owned: ledger.glossaries,
        deletable,
      }),
    }),
    ...(desired.styleLists !== undefined && {
      styleLists: matchResources({
        kind: 'style_rules',
        desired: desired.styleLists.map(named),
        live: (live.styleLists ?? []).map(named),
        owned: ledger.styleLists,
        deletable,
        leftOver: new Map(
          (ledger.unfinished ?? []).flatMap(({ kind, old, address }) => (kind === 'left' ? [[old, address]] : [])),
        ),
      }),
    }),
    ...(desired.developerKeys !== undefined && {
      developerKeys: matchDeveloperKeys({
        desired: desired.developerKeys,
        live: live.developerKeys ?? [],
        owned: ledger.developerKeys,
        deletable,
      }),
    }),
  };
}

/** Who looks after a live resource: `files` name it, only the `ledger` of the target still owns it, or nobody does. */
export type OwnedBy = 'files' | 'ledger' | 'unmanaged';

/** What the workspace calls each live resource, by id: as the files name it, the ledger, or else as `pull` would. */
export function addressesById(
  matches: Matches,
): ReadonlyMap<string, { readonly address: Address; readonly standing: OwnedBy }> {
  const known = new Map<string, { readonly address: Address; readonly standing: OwnedBy }>();
  for (const { matches: named, deletes, unmanaged } of [
    ...(matches.glossaries === undefined ? [] : [matches.glossaries]),
    ...(matches.styleLists === undefined ? [] : [matches.styleLists]),
    ...(matches.developerKeys === undefined ? [] : [matches.developerKeys]),
  ]) {
    for (const { desired, live } of named)
      if (live !== undefined) known.set(live.id, { address: desired.address, standing: 'files' });
    for (const { address, live } of deletes) known.set(live.id, { address, standing: 'ledger' });
    for (const { address, live } of unmanaged) known.set(live.id, { address, standing: 'unmanaged' });
  }
  return known;
}
