import type { Client } from '../../client/client.ts';
import { listLive } from '../../kinds/service/registry.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import type { LiveResource } from '../../model/resources/resource.ts';

/**
 * A list of a target. It is read once per run, unless an operation needs a fresh read. `holder`: the client of the
 * resource that holds a slot of the limiter and reads the list in it. It never waits for a read that still needs a
 * slot.
 */
type Listing = (fresh: boolean, holder?: Client) => Promise<readonly LiveResource[]>;

/** The list of each kind. */
export type Listings = (kind: ResourceKind) => Listing;

function remembered(read: (holder?: Client) => ReturnType<Listing>): Listing {
  const last: { held?: ReturnType<Listing> | undefined; free?: ReturnType<Listing> | undefined } = {};
  return (fresh, holder) => {
    const known = holder === undefined ? (last.free ?? last.held) : last.held;
    if (!fresh && known !== undefined) return known;
    const by = holder === undefined ? 'free' : 'held';
    const reading = read(holder);
    last[by] = reading;
    // A failed read is not cached: the next one tries again.
    reading.catch(() => {
      if (last[by] === reading) last[by] = undefined;
    });
    return reading;
  };
}

export function makeListings(client: Client): Listings {
  const made = new Map<ResourceKind, Listing>();
  return (kind) => {
    const found = made.get(kind) ?? remembered((holder) => listLive(holder ?? client, kind));
    made.set(kind, found);
    return found;
  };
}
