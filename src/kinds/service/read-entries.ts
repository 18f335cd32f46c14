import { type Client, type Limit, untilFailure } from '../../client/client.ts';
import type { Entries } from '../../model/entries/entries.ts';
import type { LiveResource } from '../../model/resources/resource.ts';
import { type ChildNeed, filledChildren } from '../needs.ts';
import { KINDS } from '../registry.ts';
import { type LiveState, liveOf } from '../states.ts';
import { serviceOf } from './registry.ts';

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
    (liveOf(live, model.plural) ?? []).map((resource) => {
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
