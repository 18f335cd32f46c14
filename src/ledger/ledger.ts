import type { Entries } from '../model/entries/entries.ts';
import type { PairKey } from '../model/entries/language-pair.ts';
import type { LedgerState } from '../model/ledger/ledger-state.ts';
import type { GlossaryAddress } from '../model/resources/address.ts';
import type { HeldLock, Lock } from './lock.ts';

declare const brand: unique symbol;
/** Names one state of a history: a commit, or a number of the folder form. */
export type LedgerVersion = string & { readonly [brand]: 'LedgerVersion' };

export const ledgerVersion = (text: string): LedgerVersion => text as LedgerVersion;

/** What is said of an apply beside the content that it left. */
export interface LedgerNote {
  /** One line: what was done. */
  readonly summary: string;
  /** Facts for people and machines, in order: `Plan: sha256:…`, `Source: <commit>`, `Run: <url>`. One line each. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

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
   * Path of the workspace in its repository, with `/` at the end; default: the top. Two workspaces of one repository
   * must not share a history.
   */
  readonly workspace?: string;
}

export interface LedgerSnapshot {
  readonly version: LedgerVersion;
  readonly state: LedgerState;
  readonly target: LedgerTarget;
}

/** One file of one entry. */
export interface LedgerFile {
  readonly version: LedgerVersion;
  readonly path: string;
}

/** What became of an attempt to write: somebody else may have written since. */
export type LedgerWritten =
  | { readonly kind: 'written'; readonly version: LedgerVersion }
  | { readonly kind: 'lost'; readonly winner: LedgerEntry | undefined };

/** What a new entry says and holds. */
export interface NewEntry {
  /** The entry that it follows; `undefined`: it is the first. */
  readonly after: LedgerVersion | undefined;
  readonly state: LedgerState;
  readonly note: LedgerNote;
  readonly time: Date;
  /** Files beside the state, such as the plan that led to it: path → content. */
  readonly extra?: ReadonlyMap<string, Uint8Array>;
  /** A lock that is dropped in the same move. Without it, the entry is refused when the lock is another's by now. */
  readonly unlock?: HeldLock;
}

/** Entries that are at hand, of which the ledger may have the same. */
export type EntriesAtHand = (address: GlossaryAddress, pair: PairKey) => Entries | undefined;

/**
 * The history of one target. It moves by compare-and-swap alone: an entry names the one that it follows, and is refused
 * when another one stands there by now. Every function rejects with `LedgerError` when the history cannot be read or
 * trusted.
 */
export interface Ledger {
  readonly target: LedgerTarget;
  /**
   * The last entry; `undefined` when nothing was ever applied. `atHand`: what need not be read when the entry has the
   * same.
   */
  read(atHand?: EntriesAtHand): Promise<LedgerSnapshot | undefined>;
  /**
   * The same of an entry that may be about another address of the target: only whether the workspace is this one is
   * checked.
   */
  readAnyAddress(): Promise<LedgerSnapshot | undefined>;
  readAt(version: LedgerVersion): Promise<LedgerSnapshot>;
  /** A file beside the state; `undefined` when the entry has none of that name. */
  readExtra(version: LedgerVersion, path: string): Promise<Uint8Array | undefined>;
  /** Files of any entries, in the order in which they are asked for, together: reading one may take a process. */
  readMany(wanted: readonly LedgerFile[]): Promise<readonly (Uint8Array | undefined)[]>;
  write(entry: NewEntry): Promise<LedgerWritten>;
  /**
   * Who owns what on the same address, in the histories of other targets that lie beside this one: id → target and
   * address.
   */
  owners(): Promise<ReadonlyMap<string, { readonly target: string; readonly address: string }>>;
  /** Newest first. */
  entries(limit?: number): Promise<readonly LedgerEntry[]>;
  readonly lock: Lock;
}
