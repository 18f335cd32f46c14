import type { Client } from '../../client/client.ts';
import { type Limit, untilFailure } from '../../client/limit.ts';
import { ServiceError } from '../../model/errors.ts';
import type { LiveResource } from '../../model/resources/resource.ts';
import { temporaryOf } from '../../model/resources/temporary-resource.ts';
import type { AnyKind } from '../kind.ts';
import { KINDS } from '../registry.ts';
import type { LiveState } from '../states.ts';
import { listLive, serviceOf } from './registry.ts';

/**
 * Which kinds are read, by the names of their lists in a live state: `{ glossaries: true }`. Default false. One that is
 * read with the admin key needs a client that has it.
 */
export type ListingScope = Readonly<Record<string, boolean>>;

/** These kinds, and no other. */
export const listingOf = (kinds: readonly AnyKind[]): ListingScope =>
  Object.fromEntries(kinds.map(({ plural }) => [plural, true]));

/**
 * The lists, as far as they are asked for; without the entries of dictionaries. A kind that was not asked for is
 * absent. A list that cannot be read throws. What a preview has leased is left out: it belongs to a run and is gone
 * soon, so no command may show, pull, keep, match or own it. `isDeniedAbsent`: a kind to which an account may have no
 * right is absent where the service refuses it. Default: it throws too.
 */
export async function readListing(
  client: Client,
  scope: ListingScope,
  limit: Limit,
  isDeniedAbsent = false,
): Promise<LiveState> {
  const place = untilFailure(limit);
  const read = KINDS.filter(({ plural }) => scope[plural] === true).map(async (kind) => {
    const { lending } = serviceOf(kind.kind);
    const all = await place(async () => {
      try {
        return await listLive(client, kind.kind);
      } catch (error) {
        const isDenied = error instanceof ServiceError && error.refusal.status === 403;
        if (isDenied && isDeniedAbsent && kind.access === 'may-be-denied') return undefined;
        throw error;
      }
    });
    const isLeased = (each: LiveResource): boolean =>
      lending !== undefined && temporaryOf(kind.name(kind.contentOf(each)) ?? '') !== undefined;
    return all === undefined ? [] : [[kind.plural, all.filter((each) => !isLeased(each))] as const];
  });
  return Object.fromEntries((await Promise.all(read)).flat());
}

/** The lists of these kinds; one to which an account may have no right is absent where the service refuses it. */
export const readPermitted = (client: Client, kinds: readonly AnyKind[], limit: Limit): Promise<LiveState> =>
  readListing(client, listingOf(kinds), limit, true);
