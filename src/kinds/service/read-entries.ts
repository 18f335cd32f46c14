import { type Client, type Limit, untilFailure } from '../../client/client.ts';
import type { Entries } from '../../model/entries/entries.ts';
import { ServiceError } from '../../model/errors.ts';
import type { LiveResource } from '../../model/resources/resource.ts';
import { temporaryOf } from '../../model/resources/temporary-resource.ts';
import type { AnyKind } from '../kind.ts';
import { resourceName } from '../ledger-content.ts';
import { type ChildNeed, filledChildren } from '../needs.ts';
import { KINDS } from '../registry.ts';
import { type LiveState, liveResources } from '../states.ts';
import { listLive, serviceOf } from './registry.ts';

/**
 * Called with the number of needed children that have been read, and their total: at the beginning, and after each
 * child.
 */
export type OnRead = (read: number, total: number) => void;

/** Returns the function kind and id → needed children, each with its probable entries. */
function neededOf(needs: readonly ChildNeed[]): (kind: string, id: string) => ReadonlyMap<string, Entries | undefined> {
  const keyOf = (kind: string, id: string): string => `${kind} ${id}`;
  const wanted = new Map<string, Map<string, Entries | undefined>>();
  for (const { kind, id, child, known } of needs) {
    const children = wanted.get(keyOf(kind, id)) ?? new Map<string, Entries | undefined>();
    wanted.set(keyOf(kind, id), children.set(child, children.get(child) ?? known));
  }
  return (kind, id) => wanted.get(keyOf(kind, id)) ?? new Map();
}

/**
 * The listing with the entries of the needed children, each read once. A need that is not in the listing is ignored,
 * because it was deleted already. A child or resource that was deleted since the listing is removed. Any other failure
 * throws; it never counts as "absent".
 */
export async function readEntries(
  client: Client,
  live: LiveState,
  needs: readonly ChildNeed[],
  limit: Limit,
  onRead: OnRead = () => {},
): Promise<LiveState> {
  const needed = neededOf(needs);
  const lists = KINDS.filter(({ liveChildren }) => liveChildren !== undefined).flatMap((model) =>
    liveResources(live, model.plural).map((resource) => {
      const { kind, plural } = model;
      const wanted = needed(kind, resource.id);
      const listed = wanted.size === 0 ? [] : filledChildren(model, resource);
      const children = new Map(
        listed.flatMap((child) => (wanted.has(child) ? [[child, wanted.get(child)] as const] : [])),
      );
      return { kind, plural, resource, children };
    }),
  );
  if (lists.length === 0) return live;
  const total = lists.reduce((sum, { children }) => sum + children.size, 0);
  let done = 0;
  onRead(done, total);
  const reading = {
    client,
    limit: untilFailure(limit),
    onRead() {
      done += 1;
      onRead(done, total);
    },
  };
  const read = await Promise.all(
    lists.map(async ({ kind, plural, resource, children }) => {
      const { load } = serviceOf(kind);
      const found = children.size === 0 || load === undefined ? resource : await load(resource, children, reading);
      return { plural, found };
    }),
  );
  const filled = new Map<string, LiveResource[]>(lists.map(({ plural }) => [plural, []]));
  for (const { plural, found } of read) if (found !== undefined) filled.get(plural)?.push(found);
  return { ...live, ...Object.fromEntries(filled) };
}

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
      lending !== undefined && temporaryOf(resourceName(kind, each)) !== undefined;
    return all === undefined ? [] : [[kind.plural, all.filter((each) => !isLeased(each))] as const];
  });
  return Object.fromEntries((await Promise.all(read)).flat());
}

/** The lists of these kinds. A kind that the account may lack rights for is absent if the service refuses. */
export const readPermitted = (client: Client, kinds: readonly AnyKind[], limit: Limit): Promise<LiveState> =>
  readListing(client, listingOf(kinds), limit, true);
