import type { WireInstruction } from '../contract/wire.ts';

/** One dictionary as it is kept: the canonical TSV text, and how many entries it has. */
export interface StoredDictionary {
  /** Base languages in lower case. */
  readonly sourceLang: string;
  readonly targetLang: string;
  /** `source TAB target`, one entry a line, LF between them; see `entries-text.ts` for quotes. */
  readonly text: string;
  readonly count: number;
}

export interface StoredGlossary {
  readonly id: string;
  readonly name: string;
  readonly creationTime: string;
  /** By `source->target`. */
  readonly dictionaries: ReadonlyMap<string, StoredDictionary>;
}

export interface StoredStyleList {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly version: number;
  readonly creationTime: string;
  readonly updatedTime: string;
  /** Category → rule → option. */
  readonly rules: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly instructions: readonly WireInstruction[];
}

/** The things of one kind that an account has. `put` and `delete` have taken hold, on disk too, when their promise resolves. */
export interface Shelf<Thing> {
  get(id: string): Thing | undefined;
  /** In the order of their creation. */
  all(): readonly Thing[];
  put(thing: Thing): Promise<void>;
  delete(id: string): Promise<void>;
}

/** Everything of one account. Accounts do not see each other. */
export interface AccountStore {
  readonly glossaries: Shelf<StoredGlossary>;
  readonly styleLists: Shelf<StoredStyleList>;
}

/** Opens the store of an account. The name is a digest of its key, never the key. */
export type Store = (account: string) => AccountStore | Promise<AccountStore>;

/** A shelf in memory; `written` runs before a change takes hold, and a change that it rejects does not. */
export function shelf<Thing extends { readonly id: string }>(
  things: Iterable<Thing>,
  written: {
    readonly put: (thing: Thing, before: Thing | undefined) => Promise<void>;
    readonly delete: (before: Thing) => Promise<void>;
  },
): Shelf<Thing> {
  const byId = new Map([...things].map((thing) => [thing.id, thing]));
  return {
    get: (id) => byId.get(id),
    all: () => [...byId.values()],
    async put(thing) {
      await written.put(thing, byId.get(thing.id));
      byId.set(thing.id, thing);
    },
    async delete(id) {
      const before = byId.get(id);
      if (before !== undefined) await written.delete(before);
      byId.delete(id);
    },
  };
}

const NOWHERE = { put: async () => {}, delete: async () => {} };

/** Keeps everything in memory, for as long as the process lives. */
export function memoryStore(): Store {
  const accounts = new Map<string, AccountStore>();
  return (account) => {
    const known = accounts.get(account) ?? {
      glossaries: shelf<StoredGlossary>([], NOWHERE),
      styleLists: shelf<StoredStyleList>([], NOWHERE),
    };
    accounts.set(account, known);
    return known;
  };
}
