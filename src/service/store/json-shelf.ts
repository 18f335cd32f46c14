import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inBatches } from '../http/in-batches.ts';
import { fileShelf, type Placed } from './file-shelf.ts';
import type { Shelf } from './store.ts';
import { jsonText, makePrivate, namesIn, OPEN_MAX, writeWhole } from './write-whole.ts';

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
  changing: () => void,
  options: JsonShelfOptions<Thing> = {},
): Promise<Shelf<Thing>> {
  const { codec = { encode: (thing: Thing) => thing, decode: (content) => content as unknown as Thing }, isPrivate } =
    options;
  const names = await namesIn(folder);
  const paths = names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
  const leftovers = names.filter((name) => name.endsWith('.json.tmp')).map((name) => join(folder, name));
  if (isPrivate === true) await inBatches([...paths, ...leftovers], OPEN_MAX, makePrivate);
  const placed = await inBatches(paths, OPEN_MAX, async (path): Promise<Placed<Thing>> => {
    const { place = 0, ...content } = JSON.parse(await readFile(path, 'utf8'));
    return { thing: codec.decode(content), place };
  });
  // Ids of keys hold a colon, which not every file system takes.
  const fileOf = (id: string): string => join(folder, `${id.replaceAll(':', '_')}.json`);
  return fileShelf({
    placed,
    leftovers: new Set(leftovers),
    changing,
    write: (thing, place) => writeWhole(fileOf(thing.id), jsonText({ ...codec.encode(thing), place }), isPrivate),
    remove: ({ id }) => rm(fileOf(id), { force: true }),
  });
}
