import type { Client, Limit } from '../../client/client.ts';
import { resourceName } from '../../kinds/ledger-content.ts';
import { addressWithKind, allOwned, EMPTY_LEDGER, isInUse, KINDS, managedKinds } from '../../kinds/registry.ts';
import { listingOf, readEntries, readListing } from '../../kinds/service/read-entries.ts';
import { type DesiredState, type LedgerState, type LiveState, liveResources } from '../../kinds/states.ts';
import type { Finding } from '../../model/finding.ts';
import { grouped } from '../../model/lists.ts';
import { matchesAny } from '../../model/resources/address.ts';
import { resolveReplacements } from '../../plan/compile/replacement-intent.ts';
import { driftEntriesNeeded, driftOf } from '../../plan/drift/detect-drift.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { addressesOf, allMatches, matchAll } from '../../plan/match/match.ts';
import type { PullView } from '../../plan/pull/pull-sides.ts';

/** The two sides that a pull compares, and its options. */
export interface PullInput {
  readonly client: Client;
  readonly limit: Limit;
  readonly target: { readonly name: string; readonly baseUrl: string };
  /**
   * The current desired state in the files. An absent kind is not read. Developer keys need a client with the admin
   * key.
   */
  readonly desired: DesiredState;
  /** Default: nothing is owned. */
  readonly ledger?: LedgerState;
  /** Address patterns; empty: everything. */
  readonly addresses: readonly string[];
  readonly view: PullView;
}

/** Result of a pull. Nothing is written yet. */
export interface Pulled {
  /** The changes for the files, including conflicts. */
  readonly drift: Drift;
  /** Findings if it is unclear which live resource a file is about. */
  readonly findings: readonly Finding[];
  /** Ids of resources whose name is not unique on the target, so that only the id identifies them. */
  readonly pin: ReadonlySet<string>;
  /** Number of resources that neither the files nor the ledger have and that get no files. */
  readonly unmanaged: number;
  /** Patterns that match nothing, each with a suggestion if there is one. */
  readonly unmatched: readonly { readonly pattern: string; readonly suggestion?: string }[];
}

/** Ids of resources in use whose name another resource of their kind also has. */
const pinned = (live: LiveState): ReadonlySet<string> =>
  new Set(
    KINDS.flatMap((kind) => {
      const inUse = liveResources(live, kind.plural).filter((each) => isInUse(kind, each));
      const byName = grouped(inUse, (each) => resourceName(kind, each));
      return [...byName.values()].flatMap((same) => (same.length > 1 ? same.map(({ id }) => id) : []));
    }),
  );

/** Patterns that match neither a resource of the files, of the ledger or of the target, nor one of its dictionaries. */
function unmatchedOf({ desired, live, ledger, only }: Parameters<typeof matchAll>[0]): Pulled['unmatched'] {
  const matched = matchAll({ desired, live, ledger, only, deletable: [] });
  const known = [...addressesOf(live, matched), ...allOwned(ledger).keys()];
  return only
    .filter((pattern) => !known.some((address) => matchesAny([pattern], address)))
    .map((pattern) => {
      const suggestion = addressWithKind(pattern, known);
      return suggestion === undefined ? { pattern } : { pattern, suggestion };
    });
}

/**
 * service → changes for the files: drift, content that was rolled back, and content that was never applied. Nothing is
 * written.
 */
export async function pullTarget(input: PullInput): Promise<Pulled> {
  const { client, limit, target, desired, addresses, view } = input;
  const listed = await readListing(client, listingOf(managedKinds(desired)), limit);
  const ledger = resolveReplacements({ ledger: input.ledger ?? EMPTY_LEDGER, desired, live: listed });
  const compared = { desired, ledger, only: addresses, deletable: [], added: true, pull: view };
  const needs = driftEntriesNeeded({ ...compared, live: listed });
  const live = await readEntries(client, listed, needs, limit);
  const isIn = ({ details: { address } }: Finding): boolean =>
    addresses.length === 0 || matchesAny(addresses, String(address));
  const matches = allMatches(matchAll({ ...compared, live }));
  return {
    drift: driftOf({ ...compared, live, target }),
    unmanaged: view.strangers ? 0 : matches.reduce((sum, { matched }) => sum + matched.unmanaged.length, 0),
    findings: matches.flatMap(({ matched }) => matched.findings).filter(isIn),
    pin: pinned(live),
    unmatched: unmatchedOf({ ...compared, live }),
  };
}
