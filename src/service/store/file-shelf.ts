import { rm } from 'node:fs/promises';
import { type Shelf, shelf } from './store.ts';

/** The place of an item in the order of creation. Creation times cannot tell items of one millisecond apart. */
export interface FiledThing<Thing> {
  readonly thing: Thing;
  readonly place: number;
}

/** What is in the files of a shelf, and what changes them. */
interface ShelfFiles<Thing> {
  readonly placed: readonly FiledThing<Thing>[];
  /** Paths of what a kill left half written. They are removed with the next change. */
  readonly leftovers: Set<string>;
  readonly write: (thing: Thing, place: number, before: Thing | undefined) => Promise<void>;
  readonly remove: (thing: Thing) => Promise<void>;
  /** Called before each change. */
  readonly changing: () => void;
}

/** A shelf over files, in the order of creation. Items that were written without a place are first, by time. */
export function fileShelf<Thing extends { readonly id: string; readonly creationTime?: string }>({
  placed,
  leftovers,
  write,
  remove,
  changing,
}: ShelfFiles<Thing>): Shelf<Thing> {
  const places = new Map(placed.map(({ thing, place }) => [thing.id, place]));
  let last = [...places.values()].reduce((most, place) => Math.max(most, place), 0);
  const rank = ({ thing: { id, creationTime = '' } }: FiledThing<Thing>): string => `${creationTime} ${id}`;
  const ordered = [...placed].sort(
    (left, right) => left.place - right.place || (rank(left) < rank(right) ? -1 : rank(left) > rank(right) ? 1 : 0),
  );
  async function prepare(): Promise<void> {
    changing();
    for (const path of leftovers) await rm(path, { recursive: true, force: true });
    leftovers.clear();
  }
  return shelf(
    ordered.map(({ thing }) => thing),
    {
      async put(thing, before) {
        await prepare();
        const place = places.get(thing.id) ?? last + 1;
        last = Math.max(last, place);
        await write(thing, place, before);
        places.set(thing.id, place);
      },
      async delete(thing) {
        await prepare();
        await remove(thing);
        places.delete(thing.id);
      },
    },
  );
}
