import type { Client, Limit } from '../client/client.ts';
import type { AnyKind } from '../kinds/kind.ts';
import { resourceName } from '../kinds/ledger-content.ts';
import { isOfAdmin, KINDS } from '../kinds/registry.ts';
import { readEntries, readPermitted } from '../kinds/service/read-entries.ts';
import { type DesiredState, desiredResources, type LedgerState, type LiveState } from '../kinds/states.ts';
import { mayNameKind } from '../model/resources/address.ts';
import type { DesiredResource } from '../model/resources/resource.ts';
import {
  type ComparedTarget,
  compareTargets,
  entriesToCompare,
  unmatchedOnly,
} from '../plan/compare/compare-targets.ts';
import type { Comparison } from '../plan/compare/comparison.ts';
import { addressesById, matchLive } from '../plan/match/match.ts';

/** One target that can be read. */
export interface ComparisonSource {
  readonly client: Client;
  readonly limit: Limit;
  /** The resources of the files on this target. */
  readonly desired: DesiredState;
  /** The resources as the files have them. Absent: they are the same on this target. */
  readonly files?: DesiredState;
  /** The owned state in the target's ledger. */
  readonly ledger: LedgerState;
}

export interface ComparisonSources {
  /** At least two. `open` may reject, for example if a key is not set. */
  readonly targets: readonly { readonly name: string; readonly open: () => Promise<ComparisonSource> }[];
  /** Address patterns; empty: everything. */
  readonly only: readonly string[];
}

export interface ReadComparison {
  /** The comparison of the targets that could be read. With fewer than two, it has no differences. */
  readonly comparison: Comparison;
  readonly failed: readonly { readonly name: string; readonly error: unknown }[];
  /** Patterns that match nothing on any target that could be read. */
  readonly unmatched: readonly string[];
}

/** The kinds that are compared: those that an ordinary key can read. */
const comparedKinds = (): readonly AnyKind[] => KINDS.filter((kind) => !isOfAdmin(kind));

/** The lists of the kinds that the patterns can match. A kind that the account cannot access may be absent. */
async function listed({ client, limit }: ComparisonSource, only: readonly string[]): Promise<LiveState> {
  const kinds = comparedKinds();
  const unnamed = kinds.filter(({ prefix }) => !mayNameKind(only, prefix)).map(({ plural }) => [plural, []]);
  const named = kinds.filter(({ prefix }) => mayNameKind(only, prefix));
  return { ...Object.fromEntries(unnamed), ...(await readPermitted(client, named, limit)) };
}

/** The name of each live resource in the workspace. */
function knownOf({ desired, ledger }: ComparisonSource, live: LiveState): ComparedTarget['known'] {
  const wanted = comparedKinds().map(({ plural }) => [plural, desiredResources(desired, plural)]);
  return addressesById(matchLive(Object.fromEntries(wanted), live, ledger));
}

/** The names of the files, by the names that resources have on this target. */
const namesIn = ({ desired, files = desired }: ComparisonSource): NonNullable<ComparedTarget['names']> =>
  new Map(
    comparedKinds().map((kind) => {
      const nameOf = (each: DesiredResource): string => resourceName(kind, each);
      const names = new Map(desiredResources(files, kind.plural).map((each) => [each.address, nameOf(each)]));
      const there = desiredResources(desired, kind.plural);
      return [kind.kind, new Map(there.map((each) => [nameOf(each), names.get(each.address) ?? nameOf(each)]))];
    }),
  );

interface Opened extends ComparedTarget {
  readonly source: ComparisonSource;
}

/**
 * service → the differences between several targets. Reads their lists, then the entries of dictionaries that at least
 * two of them have; for a dictionary on only one target, the size is enough. Targets are read in parallel. A target
 * that fails is left out and listed in `failed`. Writes nothing.
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
        return { name, source, live, known: knownOf(source, live), names: namesIn(source) };
      }),
    ),
  );
  const opened = lists.flat();
  const needs = entriesToCompare({ targets: opened, only });
  const read = await Promise.all(
    opened.map((target, index) =>
      attempt(target.name, async (): Promise<ComparedTarget> => {
        const { source, live } = target;
        return {
          ...target,
          live: await readEntries(source.client, live, needs[index] ?? [], source.limit),
        };
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
