import type { LedgerState } from '../kinds/states.ts';
import type { Entries } from '../model/entries/entries.ts';
import type { Branded } from '../model/ids.ts';
import type { LedgerHome } from '../model/plan/plan.ts';
import { DEVICE_NAME, type ResourceAddress } from '../model/resources/address.ts';
import type { HeldLock, Lock } from './lock.ts';
import type { FileBytes } from './ports.ts';

/** The version of a ledger entry: a commit, or a number of the folder form. */
export type LedgerVersion = Branded<'LedgerVersion'>;

export const ledgerVersion = (text: string): LedgerVersion => text as LedgerVersion;

/** The note of an entry: information about an apply, in addition to its content. */
export interface LedgerNote {
  /** One line that describes the changes. */
  readonly summary: string;
  /** Facts for people and machines, in order: `Plan: sha256:…`, `Source: <commit>`, `Run: <url>`. One line each. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** One entry of a ledger, without the state that it holds. */
export interface LedgerEntry extends LedgerNote {
  readonly version: LedgerVersion;
  /** ISO 8601. */
  readonly time: string;
}

/** Which account a ledger is about. */
export interface LedgerTarget {
  readonly name: string;
  readonly baseUrl: string;
  /**
   * The path of the workspace in its repository, with `/` at the end; default: the top. Two workspaces of one
   * repository must not share a ledger.
   */
  readonly workspace?: string;
}

/** An entry of a ledger with its state: the result of an apply. */
export interface LedgerSnapshot {
  readonly version: LedgerVersion;
  readonly state: LedgerState;
  /** The entry with the result of the last apply, if this entry records drift. Absent: this entry. */
  readonly base?: LedgerVersion;
  readonly target: LedgerTarget;
}

/** One file of one entry. */
export interface LedgerFile {
  readonly version: LedgerVersion;
  readonly path: string;
}

/** The result of a write: another run may have written first. */
export type LedgerWritten =
  | { readonly kind: 'written'; readonly version: LedgerVersion }
  | { readonly kind: 'lost'; readonly winner: LedgerEntry | undefined };

/** The text of a plan, with the SHA-256 of its bytes in hex. */
export interface PlanText {
  readonly bytes: FileBytes;
  readonly sha256: string;
}

/** The content of a new entry. */
export interface NewEntry {
  /** The previous entry; `undefined`: this one is the first. */
  readonly after: LedgerVersion | undefined;
  readonly state: LedgerState;
  /**
   * For a state with drift that a run is about to overwrite: the entry with the result of the last apply. It stays the
   * base of three-way comparisons. Absent: the new entry is the base.
   */
  readonly base?: LedgerVersion;
  readonly note: LedgerNote;
  readonly time: Date;
  /** The text of the applied plan. Absent: nothing was applied. */
  readonly planText?: PlanText;
  /** A lock to release in the same update. The entry is refused if another run holds the lock now. */
  readonly unlock?: HeldLock;
}

/**
 * Finds entries that are already in memory; the ledger may contain equal ones. `digest`: of the entries in the ledger.
 */
export type EntriesAtHand = (address: ResourceAddress, child: string) => Entries | undefined;

/**
 * The ledger of one target. Every update is a compare-and-swap: a new entry names the previous entry, and is refused if
 * another entry is the last one now. Every function rejects with `LedgerError` if the ledger cannot be read or trusted.
 */
export interface Ledger {
  readonly target: LedgerTarget;
  /** Where the ledger is stored. Absent: in the refs of this repository. */
  readonly home?: LedgerHome;
  /**
   * The last entry; `undefined` if nothing was ever applied. If it records drift, its state is that of its base.
   * `atHand`: entries that need not be read if the ledger has equal ones.
   */
  read(atHand?: EntriesAtHand): Promise<LedgerSnapshot | undefined>;
  /** Like `read`, but the entry may be about another address of the target; only the workspace is checked. */
  readAnyAddress(): Promise<LedgerSnapshot | undefined>;
  /** An entry with its own state. */
  readAt(version: LedgerVersion): Promise<LedgerSnapshot>;
  /** An entry as `read` returned it while it was the last one. */
  readBase(version: LedgerVersion): Promise<LedgerSnapshot>;
  /**
   * Files of several entries, further ones too, in the requested order, in one step: reading one may start a process.
   * `undefined` for one that an entry does not have.
   */
  readMany(wanted: readonly LedgerFile[]): Promise<readonly (Uint8Array | undefined)[]>;
  /**
   * The lines of dictionaries and of other files that each entry added or removed, by version. `versions`: consecutive
   * entries, newest first. The result may have additional lines, but lacks none. Entries for which this is unknown are
   * left out; that includes the last of the list, unless it is the first of the ledger. Absent: unknown for all
   * entries.
   */
  changedLines?(versions: readonly LedgerVersion[]): Promise<ReadonlyMap<LedgerVersion, readonly string[]>>;
  write(entry: NewEntry): Promise<LedgerWritten>;
  /** The resources of the same address that other ledgers of this repository own: id → target and address. */
  owners(): Promise<ReadonlyMap<string, { readonly target: string; readonly address: string }>>;
  /** Newest first. */
  entries(limit?: number): Promise<readonly LedgerEntry[]>;
  readonly lock: Lock;
}

/**
 * A target's name as a part of a ref and of a path. Names that differ only in case stay different on file systems that
 * ignore case, and names that git or a system refuses are changed: `Prod` → `=Prod`, `a.lock` → `a.lock=`, `con` →
 * `con=`. Names contain no `=`, so no two results are equal.
 */
export const targetPath = (name: string): string => {
  const marked = name.replace(/[A-Z]/g, '=$&').replace(DEVICE_NAME, '$&=');
  return /\.(?:lock)?$/.test(marked) ? `${marked}=` : marked;
};
