import { join } from 'node:path';
import { type LockPorts, makeFolderLock, readIfThere } from './folder-lock.ts';
import { glossaryShelf } from './glossary-shelf.ts';
import { type Codec, jsonShelf } from './json-shelf.ts';
import type { AccountStore, CommonStore, Store, StoredStyleList } from './store.ts';
import { namesIn, writeWhole } from './write-whole.ts';

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
 * Keeps everything in a folder, in files that a person can read, read when they are first used. What a kill of the
 * process interrupts is afterwards as it was before the call, or as it is after it. Several processes may share the
 * folder: a change takes the file `lock` for as long as it lasts, and counts up the file `changes`, by which the others
 * see that what they have read is old. It is longer than 60 lines
 * because all of it shares what is open, seen and changed.
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
    // Whoever looked, or changed something, while this was read knows better.
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
          // What failed half way is read again: the files know how far it came.
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
