import { defined } from '../../model/defined.ts';
import type { LedgerState, OwnedDeveloperKey, OwnedGlossary, OwnedStyleList } from '../../model/ledger/ledger-state.ts';
import type { Address } from '../../model/resources/address.ts';
import type {
  DesiredDeveloperKey,
  DesiredGlossary,
  DesiredState,
  DesiredStyleList,
} from '../../model/resources/desired.ts';
import type { DeveloperKey } from '../../model/resources/developer-key.ts';
import type { LiveGlossary, LiveState, LiveStyleList } from '../../model/resources/live.ts';
import { keyPatterns } from '../guard/consent.ts';
import { type Matched, matchResources } from './match.ts';

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

/** A resource with its name where matching looks for it. */
type Named<Resource> = Resource & { readonly name: string };

export type MatchedKeys = Matched<
  Named<DesiredDeveloperKey> & { readonly yields: boolean },
  Named<DeveloperKey>,
  OwnedDeveloperKey
>;

export interface Matches {
  readonly glossaries?: Matched<DesiredGlossary, LiveGlossary, OwnedGlossary>;
  readonly styleLists?: Matched<Named<DesiredStyleList>, Named<LiveStyleList>, OwnedStyleList>;
  readonly developerKeys?: MatchedKeys;
}

const named = <List extends { readonly content: { readonly name: string } }>(list: List): Named<List> => ({
  ...list,
  name: list.content.name,
});

/**
 * Which key of the account is which entry. A deactivated key is never found by its label, and is unmanaged to nobody:
 * it counts only where a pin or the ledger names it. An entry that should be deactivated takes by its label what the
 * others leave.
 */
function matchKeys(
  desired: readonly DesiredDeveloperKey[],
  { live: { developerKeys: live = [] }, ledger: { developerKeys: owned }, deletable }: MatchAllInput,
): MatchedKeys {
  const known = new Set<string>(desired.flatMap(({ address, pinnedId }) => pinnedId ?? owned.get(address)?.id ?? []));
  return matchResources({
    kind: 'developer_key',
    desired: desired.map((key) => ({ ...key, name: key.label, yields: key.deactivated })),
    live: live
      .filter(({ id, deactivated }) => !deactivated || known.has(id))
      .map((key) => ({ ...key, name: key.label })),
    owned,
    deletable: keyPatterns(deletable),
  });
}

/** Which live resource is which. A kind that the workspace does not manage is not looked at. */
export function matchAll(input: MatchAllInput): Matches {
  const { desired, live, ledger, deletable } = input;
  const left = (ledger.unfinished ?? []).filter(({ kind }) => kind === 'left');
  return defined({
    glossaries:
      desired.glossaries &&
      matchResources({
        kind: 'glossary',
        desired: desired.glossaries,
        live: live.glossaries ?? [],
        owned: ledger.glossaries,
        deletable,
      }),
    styleLists:
      desired.styleLists &&
      matchResources({
        kind: 'style_rules',
        desired: desired.styleLists.map(named),
        live: (live.styleLists ?? []).map(named),
        owned: ledger.styleLists,
        deletable,
        leftOver: new Map(left.map(({ old, address }) => [old, address])),
      }),
    developerKeys: desired.developerKeys && matchKeys(desired.developerKeys, input),
  });
}

/** The same where nothing is to be deleted, whatever a replacement has left over. */
export const matchLive = (desired: DesiredState, live: LiveState, ledger: LedgerState): Matches =>
  matchAll({ desired, live, ledger: { ...ledger, unfinished: [] }, only: [], deletable: [] });

/** The kinds that are managed, in the order of reports. */
export const allMatches = ({ glossaries, styleLists, developerKeys }: Matches) =>
  [glossaries, styleLists, developerKeys].filter((kind) => kind !== undefined);

/** Who looks after a live resource: `files` name it, only the `ledger` of the target still owns it, or nobody does. */
export type OwnedBy = 'files' | 'ledger' | 'unmanaged';

/** What the workspace calls each live resource, by id: as the files name it, the ledger, or else as `pull` would. */
export function addressesById(
  matches: Matches,
): ReadonlyMap<string, { readonly address: Address; readonly standing: OwnedBy }> {
  const known = new Map<string, { readonly address: Address; readonly standing: OwnedBy }>();
  for (const { matches: named, deletes, unmanaged } of allMatches(matches)) {
    for (const { desired, live } of named)
      if (live !== undefined) known.set(live.id, { address: desired.address, standing: 'files' });
    for (const { address, live } of deletes) known.set(live.id, { address, standing: 'ledger' });
    for (const { address, live } of unmanaged) known.set(live.id, { address, standing: 'unmanaged' });
  }
  return known;
}
