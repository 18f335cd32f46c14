import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inBatches } from '../http/in-batches.ts';
import { type Shelf, shelf } from './store.ts';
import { inOrder, jsonText, makePrivate, namesIn, OPEN_MAX, type Placed, writeWhole } from './write-whole.ts';

/** How a thing stands in its file, where that is not as it is. */
export interface Codec<Thing> {
  readonly encode: (thing: Thing) => object;
  readonly decode: (content: Readonly<Record<string, unknown>>) => Thing;
}

interface JsonShelfOptions<Thing> {
  readonly codec?: Codec<Thing>;
  /**
   * There are secrets in the files: nobody but their owner may read them. Those that are there get their rights taken
   * away. Default false.
   */
  readonly isPrivate?: boolean;
}

/**
 * A shelf of which each thing is one JSON file, named by its id. What a kill left half written is removed with the next
 * change.
 */
export async function jsonShelf<Thing extends { readonly id: string; readonly creationTime?: string }>(
  folder: string,
  options: JsonShelfOptions<Thing> = {},
): Promise<Shelf<Thing>> {
  const {
    codec = { encode: (thing: Thing) => thing, decode: (content) => content as unknown as Thing },
    isPrivate = false,
  } = options;
  const names = await namesIn(folder);
  const files = names.filter((name) => name.endsWith('.json'));
  let leftovers = names.filter((name) => name.endsWith('.json.tmp'));
  if (isPrivate) await inBatches([...files, ...leftovers], OPEN_MAX, (name) => makePrivate(join(folder, name)));
  const placed = await inBatches(files, OPEN_MAX, async (name): Promise<Placed<Thing>> => {
    const { place = 0, ...content } = JSON.parse(await readFile(join(folder, name), 'utf8'));
    return { thing: codec.decode(content), place };
  });
  const places = new Map(placed.map(({ thing, place }) => [thing.id, place]));
  let last = [...places.values()].reduce((most, place) => Math.max(most, place), 0);
  // Ids of keys hold a colon, which not every file system takes.
  const fileOf = (id: string): string => join(folder, `${id.replaceAll(':', '_')}.json`);
  async function removeLeftovers(): Promise<void> {
    for (const name of leftovers) await rm(join(folder, name), { force: true });
    leftovers = [];
  }
  return shelf<Thing>(
    inOrder(placed).map(({ thing }) => thing),
    {
      async put(thing) {
        await removeLeftovers();
        let place = places.get(thing.id);
        if (place === undefined) {
          last += 1;
          place = last;
        }
        await writeWhole(fileOf(thing.id), jsonText({ ...codec.encode(thing), place }), isPrivate);
        places.set(thing.id, place);
      },
      async delete({ id }) {
        await removeLeftovers();
        await rm(fileOf(id), { force: true });
        places.delete(id);
      },
    },
  );
}
