import type { Client } from '../../client/client.ts';
import { listLive } from '../../kinds/service/registry.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import type { LiveResource } from '../../model/resources/resource.ts';

/**
 * A list of a target. `fresh`: read the service again; else the last reading of the run is reused. `holder`: the client
 * of the resource that holds a slot of the limiter and reads the list in it. A holder always reads afresh, since it
 * must not wait for a read that needs a slot.
 */
type Listing = (fresh: boolean, holder?: Client) => Promise<readonly LiveResource[]>;

/** The list of each kind. */
export type Listings = (kind: ResourceKind) => Listing;

function remembered(read: (holder?: Client) => ReturnType<Listing>): Listing {
  let last: ReturnType<Listing> | undefined;
  return (fresh, holder) => {
    if (!fresh && last !== undefined) return last;
    const reading = read(holder);
    last = reading;
    // A failed read is not cached: the next one tries again.
    reading.catch(() => {
      if (last === reading) last = undefined;
    });
    return reading;
  };
}

export function makeListings(client: Client): Listings {
  const listings = new Map<ResourceKind, Listing>();
  return (kind) => {
    const found = listings.get(kind) ?? remembered((holder) => listLive(holder ?? client, kind));
    listings.set(kind, found);
    return found;
  };
}
