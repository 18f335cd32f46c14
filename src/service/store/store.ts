import type { WireDictionaryMetadata, WireInstruction } from '../../contract/wire.ts';
import type { WireKey } from '../../contract/wire-keys.ts';

/** One dictionary as it is kept: its metadata, with base languages in lower case, and the canonical TSV text. */
export interface StoredDictionary extends WireDictionaryMetadata {
  /** `source TAB target`, one entry a line, LF between them; see `entries-text.ts` for quotes. */
  readonly text: string;
}

export interface StoredGlossary {
  readonly id: string;
  readonly name: string;
  readonly creationTime: string;
  /** Before this time the glossary is not ready; absent: it always was. */
  readonly readyTime?: string;
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

/**
 * An event of a key, for the log of `Service.events`. Source: description, "Events" 1 and 2, which show no shape: a
 * choice.
 */
export interface StoredEvent {
  readonly time: string;
  readonly event:
    | 'developer-key-created'
    | 'developer-key-renamed'
    | 'developer-key-deactivated'
    | 'usage-limit-changed'
    | 'usage-limit-reached';
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

/** A developer key. The key itself is not kept: only its digest, and as much of it as a report shows. */
export interface StoredKey {
  /** Two GUIDs joined by `:`. */
  readonly id: string;
  readonly account: string;
  /** SHA-256 of the key, in hex. */
  readonly digest: string;
  readonly masked: string;
  readonly label: string;
  readonly creationTime: string;
  readonly deactivatedTime: string | null;
  readonly limits: WireKey['usage_limits'];
  /** Kept in the record, so that a change and its event are written in one. */
  readonly events: readonly StoredEvent[];
}

/** The usage of one key on one day (UTC). */
export interface StoredDay {
  /** `2026-01-31`. */
  readonly day: string;
  readonly textTranslation: number;
  readonly documentTranslation: number;
  readonly textImprovement: number;
  readonly speechMilliseconds: number;
}

/** The usage of one key in one month (UTC). */
export interface StoredUsage {
  /** The key's id and the month, as a file may be named. */
  readonly id: string;
  readonly keyId: string;
  /** `2026-01`. */
  readonly month: string;
  readonly days: readonly StoredDay[];
  /** Voice jobs that are counted: a job that is resumed after a kill counts once. */
  readonly jobs: readonly string[];
  readonly events: readonly StoredEvent[];
}

export interface StoredTarget {
  readonly language: string;
  readonly type: string;
  /** Why it will fail; absent: it will not. */
  readonly failure?: string;
  readonly downloadedTime?: string;
}

export interface StoredJob {
  readonly id: string;
  readonly account: string;
  /** The key that created the job; the usage counts for it. */
  readonly keyId: string;
  readonly name: string;
  readonly contentType: string;
  readonly contentLength: number;
  readonly sourceLanguage: string | null;
  readonly creationTime: string;
  readonly targets: readonly StoredTarget[];
  /** The secret that signs the addresses of this job. */
  readonly secret: string;
  readonly upload?: { readonly time: string; readonly bytes: number; readonly durationMs: number };
}

/** The things of one kind. `put` and `delete` have taken hold, on disk too, when their promise resolves. */
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
  readonly usage: Shelf<StoredUsage>;
}

/** What is found before an account is known. */
export interface CommonStore {
  readonly keys: Shelf<StoredKey>;
  readonly jobs: Shelf<StoredJob>;
}

/** The data of a service: in memory or in a folder. */
export interface Store {
  /** Opens an account. The name is a digest, never a key. */
  account(name: string): AccountStore | Promise<AccountStore>;
  common(): CommonStore | Promise<CommonStore>;
  /** Names of the accounts that hold something. */
  accounts(): readonly string[] | Promise<readonly string[]>;
  /**
   * Runs a change with the store to itself: no other process on the same data changes it meanwhile, and what others
   * changed before is seen.
   */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}

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

const inMemory = <Thing extends { readonly id: string }>(): Shelf<Thing> =>
  shelf<Thing>([], { put: async () => {}, delete: async () => {} });

/** Keeps everything in memory, for as long as the process lives. */
export function memoryStore(): Store {
  const accounts = new Map<string, AccountStore>();
  const common: CommonStore = { keys: inMemory(), jobs: inMemory() };
  return {
    account(name) {
      const known = accounts.get(name) ?? { glossaries: inMemory(), styleLists: inMemory(), usage: inMemory() };
      accounts.set(name, known);
      return known;
    },
    accounts: () => [...accounts.keys()],
    common: () => common,
    exclusively: (work) => work(),
  };
}
