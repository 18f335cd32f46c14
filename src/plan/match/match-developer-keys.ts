import type { LedgerState, OwnedDeveloperKey } from '../../model/ledger/ledger-state.ts';
import type { DesiredDeveloperKey } from '../../model/resources/desired.ts';
import type { DeveloperKey } from '../../model/resources/developer-key.ts';
import { keyPatterns } from '../guard/consent.ts';
import { type Matched, matchResources } from './match.ts';

/** A key with its label where matching looks for a name. */
type Labelled<Key> = Key & { readonly name: string };
type Wanted = Labelled<DesiredDeveloperKey> & { readonly yields: boolean };

export type MatchedKeys = Matched<Wanted, Labelled<DeveloperKey>, OwnedDeveloperKey>;

export interface MatchKeysInput {
  readonly desired: readonly DesiredDeveloperKey[];
  readonly live: readonly DeveloperKey[];
  readonly owned: LedgerState['developerKeys'];
  /** Address patterns of what may be deactivated although nothing owns it. */
  readonly deletable: readonly string[];
}

/**
 * Which key of the account is which entry. A deactivated key is never found by its label, and is unmanaged to nobody:
 * it counts only where a pin or the ledger names it. An entry that should be deactivated takes by its label what the
 * others leave.
 */
export function matchDeveloperKeys({ desired, live, owned, deletable }: MatchKeysInput): MatchedKeys {
  const named = new Set<string>(desired.flatMap(({ address, pinnedId }) => pinnedId ?? owned.get(address)?.id ?? []));
  return matchResources({
    kind: 'developer_key',
    desired: desired.map((key) => ({ ...key, name: key.label, yields: key.deactivated })),
    live: live
      .filter(({ id, deactivated }) => !deactivated || named.has(id))
      .map((key) => ({ ...key, name: key.label })),
    owned,
    deletable: keyPatterns(deletable),
  });
}
