import type { Client } from '../client/client.ts';
import type { Limit } from '../client/limit.ts';
import { type OnRead, readEntries } from '../client/live/read-entries.ts';
import { readListing } from '../client/live/read-listing.ts';
import type { LiveState } from '../kinds/states.ts';
import { EMPTY_LEDGER } from '../kinds/states.ts';
import { driftEntriesNeeded } from '../plan/drift/detect-drift.ts';
import { desiredFor, type PlanInput } from '../plan/make-plan.ts';
import { entriesNeeded } from '../plan/match/entries-needed.ts';

/**
 * service → live. Reads only what the plan needs: the lists, and the entries of the dictionaries that the workspace
 * names. Developer keys are read only when the workspace manages them, and need a client with the admin key. Writes
 * nothing. A read that fails comes through as an error; it never counts as "there is none". `onRead`: told how far the
 * reading of dictionaries is.
 */
export async function readLive(client: Client, limit: Limit, input: PlanInput, onRead?: OnRead): Promise<LiveState> {
  const { ledger = EMPTY_LEDGER } = input;
  const desired = desiredFor(input);
  const isManaged = (kind: keyof typeof desired): boolean => desired[kind] !== undefined;
  const readGlossaries = async (): Promise<LiveState> => {
    const live = await readListing(client, { glossaries: isManaged('glossaries'), styleLists: false }, limit);
    const looked = { ...input, desired, live, ledger };
    return readEntries(client, live, [...entriesNeeded(looked), ...driftEntriesNeeded(looked)], limit, onRead);
  };
  const others = { styleLists: isManaged('styleLists'), developerKeys: isManaged('developerKeys') };
  // Pages of style lists come one after another, and no entries wait for them.
  const [ofGlossaries, ofOthers] = await Promise.all([
    readGlossaries(),
    readListing(client, { ...others, glossaries: false }, limit),
  ]);
  return { ...ofOthers, ...ofGlossaries };
}
