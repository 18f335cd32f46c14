import type { Client } from '../client/client.ts';
import type { Limit } from '../client/limit.ts';
import { readEntries } from '../client/live/read-entries.ts';
import { readListing } from '../client/live/read-listing.ts';
import { ServiceError } from '../model/errors.ts';
import type { LedgerState } from '../model/ledger/ledger-state.ts';
import type { Address } from '../model/resources/address.ts';
import type { DesiredState } from '../model/resources/desired.ts';
import type { LiveState } from '../model/resources/live.ts';
import {
  type ComparedTarget,
  compareTargets,
  entriesToCompare,
  unmatchedOnly,
} from '../plan/compare/compare-targets.ts';
import type { Comparison, OwnedBy } from '../plan/compare/comparison.ts';
import { matchResources } from '../plan/match/match.ts';

/** One target that can be read. */
export interface ComparisonSource {
  readonly client: Client;
  readonly limit: Limit;
  readonly desired: DesiredState;
  /** What the ledger of the target owns. */
  readonly ledger: LedgerState;
}

export interface ComparisonSources {
  /** At least two. `open` may reject, as for a key that is not set. */
  readonly targets: readonly { readonly name: string; readonly open: () => Promise<ComparisonSource> }[];
  /** Address patterns; empty: everything. */
  readonly only: readonly string[];
}

export interface ReadComparison {
  /** Of the targets that could be read; of fewer than two nothing differs. */
  readonly comparison: Comparison;
  readonly failed: readonly { readonly name: string; readonly error: unknown }[];
  /** Patterns that name nothing on any target that could be read. */
  readonly unmatched: readonly string[];
}

const STYLE_KIND = 'style_rules.';

/** False when no pattern can match a style list: then the account needs no right to read them. */
const mayNameStyleLists = (only: readonly string[]): boolean =>
  only.length === 0 ||
  only.some((pattern) => {
    const [head = '', ...rest] = pattern.split('*');
    return head.startsWith(STYLE_KIND) || (rest.length > 0 && STYLE_KIND.startsWith(head));
  });

/** The lists; those of style rules are absent where the account has no right to them. */
async function listed({ client, limit }: ComparisonSource, only: readonly string[]): Promise<LiveState> {
  const ofStyles = async (): Promise<LiveState> => {
    if (!mayNameStyleLists(only)) return { styleLists: [] };
    try {
      return await readListing(client, { glossaries: false, styleLists: true }, limit);
    } catch (error) {
      if (error instanceof ServiceError && error.refusal.status === 403) return {};
      throw error;
    }
  };
  const [glossaries, styleLists] = await Promise.all([
    readListing(client, { glossaries: true, styleLists: false }, limit),
    ofStyles(),
  ]);
  return { ...glossaries, ...styleLists };
}

/**
 * What the workspace calls each live resource: as the files name it, else as the ledger does, else as `pull` would.
 */
function knownOf({ desired, ledger }: ComparisonSource, live: LiveState): ComparedTarget['known'] {
  const named = ({ content: { name }, ...rest }: { readonly content: { readonly name: string } }) => ({
    ...rest,
    name,
  });
  const matched = [
    matchResources({
      kind: 'glossary',
      desired: desired.glossaries ?? [],
      live: live.glossaries ?? [],
      owned: ledger.glossaries,
      deletable: [],
    }),
    matchResources({
      kind: 'style_rules',
      desired: (desired.styleLists ?? []).map((list) => ({ ...list, ...named(list) })),
      live: (live.styleLists ?? []).map((list) => ({ ...list, ...named(list) })),
      owned: ledger.styleLists,
      deletable: [],
    }),
  ];
  const known = new Map<string, { readonly address: Address; readonly standing: OwnedBy }>();
  for (const { matches, deletes, unmanaged } of matched) {
    for (const { desired: wanted, live: found } of matches)
      if (found !== undefined) known.set(found.id, { address: wanted.address, standing: 'files' });
    for (const { address, live: found } of deletes) known.set(found.id, { address, standing: 'ledger' });
    for (const { address, live: found } of unmanaged) known.set(found.id, { address, standing: 'unmanaged' });
  }
  return known;
}

interface Opened extends ComparedTarget {
  readonly source: ComparisonSource;
}

/**
 * service → where several targets differ. Reads their lists, then the entries of dictionaries that at least two of them
 * have: a dictionary that only one has is known by its size. Targets are read at the same time; one that fails is left
 * out and told of. Writes nothing.
 */
export async function readComparison({ targets, only }: ComparisonSources): Promise<ReadComparison> {
  const failed = new Map<string, unknown>();
  const attempt = async <Value>(name: string, work: () => Promise<Value>): Promise<readonly Value[]> => {
    try {
      return [await work()];
    } catch (error) {
      failed.set(name, error);
      return [];
    }
  };
  const lists = await Promise.all(
    targets.map(({ name, open }) =>
      attempt(name, async (): Promise<Opened> => {
        const source = await open();
        const live = await listed(source, only);
        return { name, source, live, known: knownOf(source, live) };
      }),
    ),
  );
  const opened = lists.flat();
  const needs = entriesToCompare({ targets: opened, only });
  const read = await Promise.all(
    opened.map((target, index) =>
      attempt(target.name, async (): Promise<ComparedTarget> => {
        const { source, live } = target;
        return { ...target, live: await readEntries(source.client, live, needs[index] ?? [], source.limit) };
      }),
    ),
  );
  const input = { targets: read.flat(), only };
  return {
    comparison: compareTargets(input),
    failed: targets.flatMap(({ name }) => (failed.has(name) ? [{ name, error: failed.get(name) }] : [])),
    unmatched: unmatchedOnly(input),
  };
}
