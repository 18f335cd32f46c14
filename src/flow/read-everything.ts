import type { Client } from '../client/client.ts';
import type { Limit } from '../client/limit.ts';
import { readEntries } from '../client/live/read-entries.ts';
import { readListing } from '../client/live/read-listing.ts';
import type { DesiredState, LedgerState, LiveState } from '../kinds/states.ts';
import { addressesById, matchLive } from '../plan/match/match-all.ts';

export interface EverythingInput {
  /** The files and the ledger say what is called what. */
  readonly desired: DesiredState;
  readonly client: Client;
  readonly limit: Limit;
  readonly ledger: LedgerState;
  /** Developer keys too: the client then needs the admin key. */
  readonly developerKeys: boolean;
}

/** All that a target has, with all entries. `names`: id → the name that the workspace has for it, or would give it. */
export async function readEverything(
  input: EverythingInput,
): Promise<{ readonly live: LiveState; readonly names: ReadonlyMap<string, string> }> {
  const { desired, client, limit, ledger, developerKeys: withKeys } = input;
  const { developerKeys, ...listed } = await readListing(
    client,
    { glossaries: true, styleLists: true, developerKeys: withKeys },
    limit,
  );
  const { glossaries = [], styleLists = [], developerKeys: wantedKeys = [] } = desired;
  const all = { ...listed, ...(developerKeys !== undefined && { developerKeys }) };
  const known = addressesById(matchLive({ glossaries, styleLists, developerKeys: wantedKeys }, all, ledger));
  const needs = (listed.glossaries ?? []).flatMap(({ id, dictionaries }) =>
    [...dictionaries.values()].filter(({ entryCount }) => entryCount > 0).map(({ pair }) => ({ glossary: id, pair })),
  );
  const active = developerKeys?.filter(({ deactivated }) => !deactivated);
  const live = { ...listed, ...(active !== undefined && { developerKeys: active }) };
  return {
    live: await readEntries(client, live, needs, limit),
    names: new Map([...known].map(([id, { address }]) => [id, address.slice(address.indexOf('.') + 1)])),
  };
}
