import type { Client } from '../client/client.ts';
import type { FilePorts } from '../files/ports.ts';
import { readEntries } from '../live/read-entries.ts';
import { readListing } from '../live/read-listing.ts';
import { type Address, addressMatches } from '../model/address.ts';
import type { DesiredDeveloperKey, DesiredGlossary, DesiredStyleList } from '../model/desired.ts';
import { EMPTY_LEDGER, type LedgerState } from '../model/ledger-state.ts';
import type { Limit } from '../model/limit.ts';
import type { LiveState } from '../model/live.ts';
import { matchResources } from '../plan/match.ts';
import { matchDeveloperKeys } from '../plan/match-developer-keys.ts';
import { readDesired } from './read-desired.ts';

export interface PullInput {
  readonly files: FilePorts;
  /** The workspace as it is says which file a live resource already has. */
  readonly root: string;
  readonly client: Client;
  readonly limit: Limit;
  /** Address patterns; empty: everything. */
  readonly addresses: readonly string[];
  /** Default: nothing is owned. */
  readonly ledger?: LedgerState;
  /** Developer keys too: the client then needs the admin key. Default false. */
  readonly developerKeys?: boolean;
}

export interface Pulled {
  /** What was asked for, with all entries. */
  readonly live: LiveState;
  /** Id → the name that its files have or get. */
  readonly names: ReadonlyMap<string, string>;
  /** Id → the resource of the files that it is, so that what only files say of it stays. */
  readonly existing: ReadonlyMap<string, DesiredGlossary | DesiredStyleList>;
  /** Ids of which the name stands for several on the target, so that only the id tells which is meant. */
  readonly pin: ReadonlySet<string>;
  /** What the file of developer keys asks for now; absent: there is no such file, or it was not looked at. */
  readonly developerKeys?: readonly DesiredDeveloperKey[];
  /** Patterns that named nothing. */
  readonly unmatched: readonly string[];
}

/** Ids of resources of one kind whose name another one has too. */
function sharedNames(resources: readonly { readonly id: string; readonly name: string }[]): readonly string[] {
  const count = new Map<string, number>();
  for (const { name } of resources) count.set(name, (count.get(name) ?? 0) + 1);
  return resources.filter(({ name }) => (count.get(name) ?? 0) > 1).map(({ id }) => id);
}

/** service → live, for `pull`: everything or what the addresses name, and what each is called in the workspace. */
export async function pullTarget(input: PullInput): Promise<Pulled> {
  const { files, root, client, limit, addresses, ledger = EMPTY_LEDGER, developerKeys: withKeys = false } = input;
  const { desired = {} } = await readDesired(files, root);
  const scope = { glossaries: true, styleLists: true, developerKeys: withKeys };
  const { glossaries = [], styleLists = [], developerKeys = [] } = await readListing(client, scope, limit);
  const named = styleLists.map((list) => ({ ...list, name: list.content.name }));
  const wantedLists = (desired.styleLists ?? []).map((list) => ({ ...list, name: list.content.name }));

  const ofGlossaries = matchResources({
    kind: 'glossary',
    desired: desired.glossaries ?? [],
    live: glossaries,
    owned: ledger.glossaries,
    deletable: [],
  });
  const ofLists = matchResources({
    kind: 'style_rules',
    desired: wantedLists,
    live: named,
    owned: ledger.styleLists,
    deletable: [],
  });
  const ofKeys = matchDeveloperKeys({
    desired: desired.developerKeys ?? [],
    live: developerKeys,
    owned: ledger.developerKeys,
    deletable: [],
  });
  const addressOf = new Map<string, Address>();
  const existing = new Map<string, DesiredGlossary | DesiredStyleList>();
  for (const { desired: wanted, live } of [...ofGlossaries.matches, ...ofLists.matches]) {
    if (live === undefined) continue;
    addressOf.set(live.id, wanted.address);
    existing.set(live.id, wanted);
  }
  for (const { desired: wanted, live } of ofKeys.matches)
    if (live !== undefined) addressOf.set(live.id, wanted.address);
  for (const { unmanaged, deletes } of [ofGlossaries, ofLists, ofKeys])
    for (const { address, live } of [...unmanaged, ...deletes]) addressOf.set(live.id, address);

  const chosen = ({ id }: { readonly id: string }): boolean => {
    const address = addressOf.get(id);
    return (
      addresses.length === 0 || (address !== undefined && addresses.some((pattern) => addressMatches(pattern, address)))
    );
  };
  const all = [...addressOf.values()];
  const active = developerKeys.filter(({ deactivated }) => !deactivated);
  const chosenKeys = active.filter(chosen);
  const listed: LiveState = {
    glossaries: glossaries.filter(chosen),
    styleLists: styleLists.filter(chosen),
    // No key was asked for: then their one file is none of this pull's business.
    ...(withKeys && (addresses.length === 0 || chosenKeys.length > 0) && { developerKeys: chosenKeys }),
  };
  const needs = (listed.glossaries ?? []).flatMap(({ id, dictionaries }) =>
    [...dictionaries.values()].filter(({ entryCount }) => entryCount > 0).map(({ pair }) => ({ glossary: id, pair })),
  );
  return {
    live: await readEntries(client, listed, needs, limit),
    names: new Map([...addressOf].map(([id, address]) => [id, address.slice(address.indexOf('.') + 1)])),
    existing,
    pin: new Set([
      ...sharedNames(glossaries),
      ...sharedNames(named),
      ...sharedNames(active.map(({ id, label: name }) => ({ id, name }))),
    ]),
    ...(desired.developerKeys !== undefined && { developerKeys: desired.developerKeys }),
    unmatched: addresses.filter((pattern) => !all.some((address) => addressMatches(pattern, address))),
  };
}
