import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inBatches } from './in-batches.ts';
import {
  type AccountStore,
  type Shelf,
  type Store,
  type StoredDictionary,
  type StoredGlossary,
  type StoredStyleList,
  shelf,
} from './store.ts';

/** A dictionary in `glossary.json`: its entries stand in the file that it names. */
interface DictionaryFile {
  readonly source_lang: string;
  readonly target_lang: string;
  readonly entry_count: number;
  readonly file: string;
}

interface GlossaryFile {
  readonly id: string;
  readonly name: string;
  readonly creation_time: string;
  readonly dictionaries: readonly DictionaryFile[];
}

/** Most files that are open at once while an account is read: 256 open files is a common limit of a process. */
const OPEN_MAX = 32;

/** Writes a whole file or nothing: a reader, and a process that starts after a kill, sees the old content or the new. */
async function writeWhole(path: string, text: string): Promise<void> {
  const half = `${path}.tmp`;
  await writeFile(half, text);
  await rename(half, path);
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

async function namesIn(folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  return (await readdir(folder)).sort();
}

/**
 * A glossary is a folder: `glossary.json`, and one TSV for each revision of a dictionary. New TSVs are written first; the rename of `glossary.json`, which
 * names them, is the moment of the change; what it no longer names is removed after. Files that it does not name are leftovers of a kill.
 */
async function glossaryShelf(folder: string): Promise<Shelf<StoredGlossary>> {
  const fileOf = new Map<StoredDictionary, string>();
  let revision = 0;

  async function load(id: string): Promise<StoredGlossary | undefined> {
    const home = join(folder, id);
    const files = await namesIn(home);
    if (!files.includes('glossary.json')) return undefined;
    const {
      name,
      creation_time: creationTime,
      dictionaries,
    } = JSON.parse(await readFile(join(home, 'glossary.json'), 'utf8')) as GlossaryFile;
    const loaded = new Map<string, StoredDictionary>();
    for (const { source_lang: sourceLang, target_lang: targetLang, entry_count: count, file } of dictionaries) {
      const text = await readFile(join(home, file), 'utf8');
      const dictionary: StoredDictionary = { sourceLang, targetLang, count, text };
      fileOf.set(dictionary, file);
      revision = Math.max(revision, Number(/\.(\d+)\.tsv$/.exec(file)?.[1] ?? 0));
      loaded.set(`${sourceLang}->${targetLang}`, dictionary);
    }
    return { id, name, creationTime, dictionaries: loaded };
  }

  async function put(glossary: StoredGlossary): Promise<void> {
    const home = join(folder, glossary.id);
    await mkdir(home, { recursive: true });
    const dictionaries: DictionaryFile[] = [];
    for (const dictionary of glossary.dictionaries.values()) {
      const { sourceLang, targetLang, count, text } = dictionary;
      let file = fileOf.get(dictionary);
      if (file === undefined) {
        revision += 1;
        file = `${sourceLang}-${targetLang}.${revision}.tsv`;
        await writeFile(join(home, file), text);
        fileOf.set(dictionary, file);
      }
      dictionaries.push({ source_lang: sourceLang, target_lang: targetLang, entry_count: count, file });
    }
    const content: GlossaryFile = {
      id: glossary.id,
      name: glossary.name,
      creation_time: glossary.creationTime,
      dictionaries,
    };
    await writeWhole(join(home, 'glossary.json'), json(content));
  }

  const removeOld = async (before: StoredGlossary | undefined, after: StoredGlossary): Promise<void> => {
    const kept = new Set(after.dictionaries.values());
    for (const dictionary of before?.dictionaries.values() ?? []) {
      const file = fileOf.get(dictionary);
      if (kept.has(dictionary) || file === undefined) continue;
      fileOf.delete(dictionary);
      await rm(join(folder, after.id, file), { force: true });
    }
  };

  const found = await inBatches(await namesIn(folder), OPEN_MAX, load);
  const things = found
    .filter((glossary) => glossary !== undefined)
    .sort((left, right) =>
      left.creationTime < right.creationTime
        ? -1
        : left.creationTime > right.creationTime
          ? 1
          : left.id < right.id
            ? -1
            : 1,
    );
  return shelf(things, {
    async put(glossary, before) {
      await put(glossary);
      await removeOld(before, glossary);
    },
    async delete({ id }) {
      // Without its glossary.json the folder is no glossary any more.
      await rm(join(folder, id, 'glossary.json'));
      await rm(join(folder, id), { recursive: true, force: true });
    },
  });
}

/** A style list is one JSON file. Rules are lists of triples, so that their names are never keys. */
async function styleListShelf(folder: string): Promise<Shelf<StoredStyleList>> {
  const files = (await namesIn(folder)).filter((name) => name.endsWith('.json'));
  const lists = await inBatches(files, OPEN_MAX, async (name) => {
    const { rules, ...list } = JSON.parse(await readFile(join(folder, name), 'utf8')) as Omit<
      StoredStyleList,
      'rules'
    > & { readonly rules: readonly [string, string, string][] };
    const byCategory = new Map<string, Map<string, string>>();
    for (const [category, rule, option] of rules)
      byCategory.set(category, (byCategory.get(category) ?? new Map()).set(rule, option));
    return { ...list, rules: byCategory };
  });
  const fileOf = (id: string): string => join(folder, `${id}.json`);
  return shelf<StoredStyleList>(
    [...lists].sort((left, right) =>
      left.creationTime < right.creationTime
        ? -1
        : left.creationTime > right.creationTime
          ? 1
          : left.id < right.id
            ? -1
            : 1,
    ),
    {
      put: (list) => {
        const rules = [...list.rules].flatMap(([category, selected]) =>
          [...selected].map(([rule, option]) => [category, rule, option]),
        );
        return writeWhole(fileOf(list.id), json({ ...list, rules }));
      },
      delete: ({ id }) => rm(fileOf(id)),
    },
  );
}

/** The folder of one account: `glossaries/` and `style-rules/`. */
const openAccount = async (folder: string): Promise<AccountStore> => ({
  glossaries: await glossaryShelf(join(folder, 'glossaries')),
  styleLists: await styleListShelf(join(folder, 'style-rules')),
});

/**
 * Keeps everything in a folder, in files that a person can read, one folder an account, read when it is first used. What a kill interrupts is afterwards
 * as it was before the call, or as it is after it.
 */
export function folderStore(folder: string): Store {
  const opened = new Map<string, Promise<AccountStore>>();
  return (account) => {
    const known = opened.get(account);
    if (known !== undefined) return known;
    const opening = openAccount(join(folder, 'accounts', account));
    opened.set(account, opening);
    // A file that a person has broken and repaired is read again.
    opening.catch(() => opened.delete(account));
    return opening;
  };
}
