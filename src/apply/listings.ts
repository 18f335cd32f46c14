import type { Client } from '../client/client.ts';
import type { LiveResource } from '../kinds/resource.ts';
import { listLive } from '../kinds/service/registry.ts';
import type { ResourceKind } from '../model/plan/plan.ts';

/** A list of a target, read once per run however many operations look at it, unless a fresh look is needed. */
type Listing = (fresh: boolean) => Promise<readonly LiveResource[]>;

/** The list of each kind. */
export type Listings = (kind: ResourceKind) => Listing;

function remembered(read: () => ReturnType<Listing>): Listing {
  let last: ReturnType<Listing> | undefined;
  return (fresh) => {
    if (fresh || last === undefined) {
      const reading = read();
      last = reading;
      // A failed reading is not kept: the next look tries again.
      reading.catch(() => {
        if (last === reading) last = undefined;
      });
    }
    return last;
  };
}

export function makeListings(client: Client): Listings {
  const made = new Map<ResourceKind, Listing>();
  return (kind) => {
    const found = made.get(kind) ?? remembered(() => listLive(client, kind));
    made.set(kind, found);
    return found;
  };
}
