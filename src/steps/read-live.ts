import { type Client, type Limit, untilFailure } from '../client/client.ts';
import type { AnyKind } from '../kinds/kind.ts';
import { EMPTY_LEDGER, managedKinds } from '../kinds/registry.ts';
import { type OnRead, readEntries } from '../kinds/service/read-entries.ts';
import { listingOf, readListing } from '../kinds/service/read-listing.ts';
import type { LiveState } from '../kinds/states.ts';
import { driftEntriesNeeded } from '../plan/drift/detect-drift.ts';
import { desiredFor, type PlanInput } from '../plan/make-plan.ts';
import { entriesNeeded } from '../plan/match/match.ts';

/**
 * service → live. Reads only what the plan needs: the lists of the kinds that the workspace manages, and the children
 * that it names. A kind that needs the admin key is read only if the plan can be about it, and with a client that has
 * the key. Writes nothing. A failed read causes an error; it never counts as an empty result. `onRead`: called with the
 * progress of reading the children.
 */
export async function readLive(client: Client, runLimit: Limit, input: PlanInput, onRead?: OnRead): Promise<LiveState> {
  const limit = untilFailure(runLimit);
  const { ledger = EMPTY_LEDGER } = input;
  const desired = desiredFor(input);
  const listed = async (kinds: readonly AnyKind[]): Promise<LiveState> => readListing(client, listingOf(kinds), limit);
  const loaded = async (kinds: readonly AnyKind[]): Promise<LiveState> => {
    const looked = { ...input, desired, live: await listed(kinds), ledger };
    const needs = [...entriesNeeded(looked), ...driftEntriesNeeded(looked)];
    return readEntries(client, looked.live, needs, limit, onRead);
  };
  const kinds = managedKinds(desired);
  // The pages of a long listing are read one after another, and no children of another kind wait for them.
  const [withChildren, others] = await Promise.all([
    loaded(kinds.filter(({ liveChildren }) => liveChildren !== undefined)),
    listed(kinds.filter(({ liveChildren }) => liveChildren === undefined)),
  ]);
  return { ...others, ...withChildren };
}
