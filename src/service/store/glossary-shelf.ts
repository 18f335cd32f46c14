import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WireDictionaryMetadata } from '../../contract/wire.ts';
import { inBatches } from '../http/in-batches.ts';
import { fileShelf, type Placed } from './file-shelf.ts';
import type { Shelf, StoredDictionary, StoredGlossary } from './store.ts';
import { jsonText, namesIn, OPEN_MAX, writeWhole } from './write-whole.ts';

/** A dictionary in `glossary.json`: its entries stand in the file that it names. */
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

/** How the folder of a glossary is named; what a file browser puts beside them is passed over. */
const GLOSSARY_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A glossary is a folder: `glossary.json`, and one TSV for each revision of a dictionary. New TSVs are written first;
 * the rename of `glossary.json`, which names them, is the moment of the change; what it no longer names is removed
 * after. TSVs that it does not name, and folders without it, are leftovers of a kill, and are removed with the next
 * change of any glossary. It is longer than 60 lines because its steps share what is known of the files: their names,
 * their places and what a kill has left.
 */
export async function glossaryShelf(folder: string, changing: () => void): Promise<Shelf<StoredGlossary>> {
  const fileOf = new Map<StoredDictionary, string>();
  /** Paths. */
  const leftovers = new Set<string>();
  let revision = 0;

  async function load(id: string): Promise<Placed<StoredGlossary> | undefined> {
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
    const thing = { id, name, creationTime, dictionaries: loaded, ...(readyTime !== undefined && { readyTime }) };
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
      ...(glossary.readyTime !== undefined && { ready_time: glossary.readyTime }),
      place,
      dictionaries,
    };
    await writeWhole(join(home, 'glossary.json'), jsonText(content));
  }

  async function removeOld(before: StoredGlossary | undefined, after: StoredGlossary): Promise<void> {
    const home = join(folder, after.id);
    const kept = new Set(after.dictionaries.values());
    for (const dictionary of before?.dictionaries.values() ?? []) {
      const file = fileOf.get(dictionary);
      if (kept.has(dictionary) || file === undefined) continue;
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
      // Without its glossary.json the folder is no glossary any more.
      await rm(join(folder, id, 'glossary.json'));
      await rm(join(folder, id), { recursive: true, force: true });
      for (const dictionary of dictionaries.values()) fileOf.delete(dictionary);
    },
  });
}
