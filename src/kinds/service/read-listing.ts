import { type Client, type Limit, untilFailure } from '../../client/client.ts';
import { ServiceError } from '../../model/errors.ts';
import type { LiveResource } from '../../model/resources/resource.ts';
import { temporaryOf } from '../../model/resources/temporary-resource.ts';
import type { AnyKind } from '../kind.ts';
import { KINDS } from '../registry.ts';
import type { LiveState } from '../states.ts';
import { listLive, serviceOf } from './registry.ts';

/**
 * The kinds to read, by the names of their lists in a live state: `{ glossaries: true }`. Default false. A kind that
 * needs the admin key requires a client with that key.
 */
export type ListingScope = Readonly<Record<string, boolean>>;

/** Exactly these kinds. */
export const listingOf = (kinds: readonly AnyKind[]): ListingScope =>
  Object.fromEntries(kinds.map(({ plural }) => [plural, true]));

/**
 * Reads the requested lists, without the entries of dictionaries. Other kinds are absent. Throws if a list cannot be
 * read. Temporary resources of a preview are left out, because they belong to another run and will be deleted soon: no
 * command may show, pull, keep, match or own them. `isDeniedAbsent`: a kind that the account may lack rights for is
 * absent if the service refuses. Default: that throws too.
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

/** The lists of these kinds. A kind that the account may lack rights for is absent if the service refuses. */
export const readPermitted = (client: Client, kinds: readonly AnyKind[], limit: Limit): Promise<LiveState> =>
  readListing(client, listingOf(kinds), limit, true);
