import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WireDictionaryMetadata } from '../../contract/wire.ts';
import { type LockPorts, makeFolderLock, readIfThere } from './folder-lock.ts';
import {
  type AccountStore,
  type CommonStore,
  type Shelf,
  type Store,
  type StoredDictionary,
  type StoredGlossary,
  type StoredStyleList,
  shelf,
} from './store.ts';

/** The place of an item in the order of creation. Creation times cannot tell items of one millisecond apart. */
interface FiledThing<Thing> {
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
function fileShelf<Thing extends { readonly id: string; readonly creationTime?: string }>({
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

/** Only the owner may read and write the file. Windows has no such mode: the rights of the folder apply. */
const PRIVATE_MODE = 0o600;

/**
 * Writes a whole file or nothing: readers, and a process that starts after a kill, see the old content or the new.
 * `isPrivate`: only the owner may read it, from its first byte on.
 */
async function writeWhole(path: string, text: string, isPrivate = false): Promise<void> {
  const half = `${path}.tmp`;
  // A file that a killed process left would keep its mode.
  if (isPrivate) await rm(half, { force: true });
  await writeFile(half, text, isPrivate ? { mode: PRIVATE_MODE } : {});
  await rename(half, path);
}

/**
 * Removes the rights of all users but the owner. Files of other users stay as they are, since only these users may
 * change them.
 */
async function makePrivate(path: string): Promise<void> {
  try {
    await chmod(path, PRIVATE_MODE);
  } catch (error) {
    if (!['EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** A value as a file that a person can read. */
const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The names in a folder, which is made when it is not there, in the order of their code units. */
async function namesIn(folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  return (await readdir(folder)).sort();
}

/** Maximum open files while items are read: a common limit of a process is 256. */
const OPEN_MAX = 32;

/**
 * The results of `work` in the order of the items. At most `size` items are processed at the same time, because a
 * process may only open a limited number of files.
 */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size)
    results.push(...(await Promise.all(items.slice(start, start + size).map(work))));
  return results;
}

/** A dictionary in `glossary.json`, which names the file of its entries. */
interface DictionaryFile extends WireDictionaryMetadata {
  readonly file: string;
}

interface GlossaryFile {
  readonly id: string;
  readonly name: string;
  readonly creation_time: string;
  readonly ready_time?: string;
  readonly place?: number;
  readonly dictionaries: readonly DictionaryFile[];
}

const REVISION = /\.(\d+)\.tsv$/;

/** The names of folders of glossaries. Other files, such as those of a file browser, are ignored. */
const GLOSSARY_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A glossary is a folder: `glossary.json`, and one TSV for each revision of a dictionary. New TSVs are written first;
 * the rename of `glossary.json`, which names them, is the moment of the change; what it no longer names is removed
 * after. TSVs that it does not name, and folders without it, are leftovers of a kill, and are removed with the next
 * change of any glossary. It is longer than 60 lines because its steps share what is known of the files: their names,
 * their places and what a kill has left.
 */
async function glossaryShelf(folder: string, changing: () => void): Promise<Shelf<StoredGlossary>> {
  const fileOf = new Map<StoredDictionary, string>();
  /** Paths. */
  const leftovers = new Set<string>();
  let revision = 0;

  async function load(id: string): Promise<FiledThing<StoredGlossary> | undefined> {
    const home = join(folder, id);
    const files = await namesIn(home);
    for (const file of files) revision = Math.max(revision, Number(REVISION.exec(file)?.[1] ?? 0));
    if (!files.includes('glossary.json')) {
      leftovers.add(home);
      return undefined;
    }
    const content = JSON.parse(await readFile(join(home, 'glossary.json'), 'utf8')) as GlossaryFile;
    const loaded = new Map<string, StoredDictionary>();
    for (const { file, ...metadata } of content.dictionaries) {
      const dictionary = { ...metadata, text: await readFile(join(home, file), 'utf8') };
      fileOf.set(dictionary, file);
      loaded.set(`${metadata.source_lang}->${metadata.target_lang}`, dictionary);
    }
    const named = new Set(content.dictionaries.map(({ file }) => file));
    for (const file of files)
      if (file.endsWith('.tmp') || (REVISION.test(file) && !named.has(file))) leftovers.add(join(home, file));
    const { name, creation_time: creationTime, ready_time: readyTime, place = 0 } = content;
    const thing = { id, name, creationTime, dictionaries: loaded, readyTime };
    return { thing, place };
  }

  const ids = (await namesIn(folder)).filter((name) => GLOSSARY_ID.test(name));
  const placed = (await inBatches(ids, OPEN_MAX, load)).filter((each) => each !== undefined);
  async function write(glossary: StoredGlossary, place: number): Promise<void> {
    const home = join(folder, glossary.id);
    await mkdir(home, { recursive: true });
    const dictionaries: DictionaryFile[] = [];
    for (const dictionary of glossary.dictionaries.values()) {
      const { text, ...metadata } = dictionary;
      let file = fileOf.get(dictionary);
      if (file === undefined) {
        revision += 1;
        file = `${metadata.source_lang}-${metadata.target_lang}.${revision}.tsv`;
        await writeFile(join(home, file), text);
        fileOf.set(dictionary, file);
      }
      dictionaries.push({ ...metadata, file });
    }
    const content: GlossaryFile = {
      id: glossary.id,
      name: glossary.name,
      creation_time: glossary.creationTime,
      ready_time: glossary.readyTime,
      place,
      dictionaries,
    };
    await writeWhole(join(home, 'glossary.json'), jsonText(content));
  }

  async function removeOld(before: StoredGlossary | undefined, after: StoredGlossary): Promise<void> {
    const home = join(folder, after.id);
    const current = new Set(after.dictionaries.values());
    for (const dictionary of before?.dictionaries.values() ?? []) {
      const file = fileOf.get(dictionary);
      if (current.has(dictionary) || file === undefined) continue;
      fileOf.delete(dictionary);
      await rm(join(home, file), { force: true });
    }
  }

  return fileShelf<StoredGlossary>({
    placed,
    leftovers,
    changing,
    async write(glossary, place, before) {
      await write(glossary, place);
      await removeOld(before, glossary);
    },
    async remove({ id, dictionaries }) {
      // A folder without a glossary.json is not a glossary.
      await rm(join(folder, id, 'glossary.json'));
      await rm(join(folder, id), { recursive: true, force: true });
      for (const dictionary of dictionaries.values()) fileOf.delete(dictionary);
    },
  });
}

/** Converts an item to the content of its file and back, where these differ. */
interface Codec<Thing> {
  readonly encode: (thing: Thing) => object;
  readonly decode: (content: Readonly<Record<string, unknown>>) => Thing;
}

interface JsonShelfOptions<Thing> {
  readonly codec?: Codec<Thing>;
  /**
   * The files contain secrets: only their owner may read them. Existing files lose the rights of other users. Default
   * false.
   */
  readonly isPrivate?: boolean;
}

/**
 * A shelf where each item is one JSON file, named by its id. Files that a killed process left half written are removed
 * with the next change.
 */
async function jsonShelf<Thing extends { readonly id: string; readonly creationTime?: string }>(
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
  const placed = await inBatches(paths, OPEN_MAX, async (path): Promise<FiledThing<Thing>> => {
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

/** Rules are lists of triples, so that their names are never keys. */
const STYLE_LIST: Codec<StoredStyleList> = {
  encode: ({ rules, ...list }) => ({
    ...list,
    rules: [...rules].flatMap(([category, selected]) =>
      [...selected].map(([rule, option]) => [category, rule, option]),
    ),
  }),
  decode: (content) => {
    const { rules, ...list } = content as unknown as Omit<StoredStyleList, 'rules'> & {
      readonly rules: readonly [string, string, string][];
    };
    const byCategory = new Map<string, Map<string, string>>();
    for (const [category, rule, option] of rules)
      byCategory.set(category, (byCategory.get(category) ?? new Map()).set(rule, option));
    return { ...list, rules: byCategory };
  },
};

/** The folder of one account: `glossaries/`, `style-rules/` and `usage/`. */
const openAccount = async (folder: string, changing: () => void): Promise<AccountStore> => ({
  glossaries: await glossaryShelf(join(folder, 'glossaries'), changing),
  styleLists: await jsonShelf(join(folder, 'style-rules'), changing, { codec: STYLE_LIST }),
  usage: await jsonShelf(join(folder, 'usage'), changing),
});

const openCommon = async (folder: string, changing: () => void): Promise<CommonStore> => ({
  keys: await jsonShelf(join(folder, 'developer-keys'), changing),
  // A job has the secret that its signatures are made with.
  jobs: await jsonShelf(join(folder, 'voice-jobs'), changing, { isPrivate: true }),
});

/**
 * Stores everything in a folder, in files that a person can read; reads a file when it is first used. After a kill,
 * each call was made completely or not at all. Several processes may share the folder: a change holds the file `lock`
 * and increments the file `changes`, which shows the others that their data is old. It is longer than 60 lines because
 * all of it shares the data, the lock and the last seen change.
 */
export function folderStore(folder: string, ports: LockPorts): Store {
  const counter = join(folder, 'changes');
  let opened = new Map<string, Promise<unknown>>();
  let seen: string | undefined;
  let changed = false;

  const forget = (): void => {
    opened = new Map();
  };
  let stolen = false;
  const lock = makeFolderLock(join(folder, 'lock'), ports, () => {
    stolen = true;
    forget();
  });
  const changing = (): void => {
    changed = true;
  };
  async function lookForChanges(): Promise<void> {
    const before = seen;
    const now = await readIfThere(counter);
    // A newer read or change has better data.
    if (seen !== before || now === seen) return;
    forget();
    seen = now;
  }

  function open<Opened>(name: string, opening: () => Promise<Opened>): Promise<Opened> {
    const known = opened.get(name) as Promise<Opened> | undefined;
    if (known !== undefined) return known;
    // Not while another process changes it: what is read must be one state.
    const fresh = lock.hold(opening);
    opened.set(name, fresh);
    // A file that a person has broken and repaired is read again.
    fresh.catch(() => opened.delete(name));
    return fresh;
  }

  return {
    async account(name) {
      await lookForChanges();
      return open(`accounts/${name}`, () => openAccount(join(folder, 'accounts', name), changing));
    },
    async common() {
      await lookForChanges();
      return open('common', () => openCommon(folder, changing));
    },
    accounts: () => namesIn(join(folder, 'accounts')),
    exclusively: (work) =>
      lock.hold(async () => {
        changed = false;
        try {
          await lookForChanges();
          return await work();
        } catch (error) {
          // After a failed change, the files are read again, because they know how much was written.
          if (changed) forget();
          throw error;
        } finally {
          if (changed || stolen) {
            stolen = false;
            const next = String(Number((await readIfThere(counter)) ?? 0) + 1);
            await writeWhole(counter, next);
            seen = next;
          }
        }
      }),
  };
}
