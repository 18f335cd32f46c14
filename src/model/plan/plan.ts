import type { HeldBack } from '../entries/held-back.ts';
import type { LanguagePair } from '../entries/language-pair.ts';
import type { OtherNotes } from '../entries/other-notes.ts';
import type { Digest } from '../ids.ts';
import type { Address, ChildAddress, ResourceAddress } from '../resources/address.ts';
import type { ValueChange, ValueKey } from '../resources/value.ts';
import type { SourceRef } from '../source-ref.ts';

/** The name of a kind of resource: `glossary`. */
export type ResourceKind = string;

/**
 * One HTTP call. `pre` and `post` are the digests of exactly the part that the call touches, before and after it
 * (`'absent'`: it is not there), so that a plan can be run again after a crash and a foreign edit of another part is no
 * conflict. What an operation sends stands in the change that holds it; for a PUT of a dictionary that is: the live
 * entries with the change made to them.
 */
export interface Operation {
  /** Unique in the plan and stable: `<address>#<n>`, n from 1 in running order. */
  readonly id: string;
  readonly kind: OperationKind;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, with ids and languages in place, percent-encoded. The id of a developer key goes in the body. */
  readonly path: string;
  readonly pre: Digest | 'absent';
  readonly post: Digest | 'absent';
  /** The parts that the call changes, or single values: a key of the change, or the beginning of several. */
  readonly touches: readonly ValueKey[];
  /** Of a call that creates: ids of live resources that already bear this name. None is the twin of a lost answer. */
  readonly notIds?: readonly string[];
  /**
   * Of a call that adds what has no key: how many of exactly this content there are after the call. Labels are not
   * unique.
   */
  readonly occurrence?: number;
}

/** What a call does: `merge-entries`. Each kind of resource has its own. */
export type OperationKind = string;

/** What a report may say of a part with an address of its own, beside its address. */
export interface ChildFacts {
  readonly pair?: LanguagePair;
}

/** What becomes of one part with an address of its own: keyed strings, such as a dictionary of a glossary. */
export interface ChildChange extends ChildFacts {
  readonly address: ChildAddress;
  readonly action: 'create' | 'update' | 'delete';
  /** Number of entries before and after. */
  readonly before: number;
  readonly after: number;
  /** Removed, then changed, then added; each in the order of its side (live for removed, files for the others). */
  readonly values: readonly ValueChange[];
  readonly origin?: SourceRef;
}

/** What a reviewer reads of one resource: what happens to it, and the calls that make it so. */
export interface Change {
  readonly kind: ResourceKind;
  /**
   * `replace`: the language of a style list changed, which cannot be patched; a new list is created before the old one
   * is deleted. `deactivate`: for good. The key stays in the list of the service and never works again.
   */
  readonly action: 'create' | 'update' | 'replace' | 'delete' | 'deactivate';
  readonly address: ResourceAddress;
  /** Of a deletion that finishes a replacement: the resource that took its place. */
  readonly leftOf?: ResourceAddress;
  /** Absent for a create. */
  readonly id?: string;
  /** True when a live resource that the ledger does not know is adopted because its name is the only match. */
  readonly adopted: boolean;
  /**
   * First the name, then the language of a style list: both also where they stay. Then every other value that changes,
   * by part, and in each part removed, changed, added. What is added and has no key yet is `new N`.
   */
  readonly values: readonly ValueChange[];
  /** How many values of each part there were, of parts that are limited in what they may lose. */
  readonly before: Readonly<Record<string, number>>;
  /** Parts with addresses of their own, by address. */
  readonly children: readonly ChildChange[];
  /** Absent when no file names the resource. */
  readonly origin?: SourceRef;
  /** In running order: one resource is changed in sequence. */
  readonly operations: readonly Operation[];
}

/** A live resource that no file names and nothing owns. It is never touched. */
export interface Unmanaged {
  /** What `pull` would call it, and what `--allow-delete` and `prune:` patterns are compared with. */
  readonly address: Address;
  readonly id: string;
  readonly name: string;
}

/**
 * Values that the files do not have, of a part that was found by its name and that no apply has
 * left.
 */
export interface UnownedRemoval {
  readonly address: Address;
  /** `entries`, `rules`: what they are called. */
  readonly part: string;
  readonly removed: number;
}

/** What the files ask for under one address, as a digest: how they are written and ordered does not matter. */
export interface ConfigDigest {
  readonly address: ResourceAddress;
  readonly digest: Digest;
}

/** What stood for the service: what the last apply left, or a backup. `time`: ISO 8601, in UTC. */
export interface Snapshot {
  readonly kind: 'ledger' | 'backup';
  readonly time: string;
}

/** What narrowed a plan to resources whose files have changed since a commit. */
export interface Since {
  /** The commit, branch or tag, as it was named. */
  readonly ref: string;
  /** The commit that the files were compared with: the merge base of the ref and `HEAD`. */
  readonly base: string;
  /** Resources of the files that are left out. */
  readonly leftOut: number;
  /** The changed file on which every resource depends. Absent: none has changed. */
  readonly because?: string;
  /** Rows of the changed files whose notes are other than at `base`, and whose entries are not. Absent: none. */
  readonly otherNotes?: OtherNotes;
}

/** Where a ledger is, when it is not in the refs of this repository: a folder of the workspace, or a remote of git. */
export interface LedgerHome {
  readonly kind: 'folder' | 'remote';
  /** The path of the folder from the workspace, or the name of the remote. */
  readonly name: string;
}

/** What makes plans that can be saved: `plan` from the files, `rollback` from the ledger, `restore` from a backup. */
export type PlanKind = 'plan' | 'rollback' | 'restore';

/** The whole answer to "what would apply do?". A value: printed, saved, compared, applied. */
export interface Plan {
  /** Minor additions keep it; a reader refuses any other number. */
  readonly formatVersion: 1;
  /** What made a saved plan. It decides which members the plan must have. Absent, and the next: it was not saved. */
  readonly kind?: PlanKind;
  /** When a saved plan was made, ISO 8601. */
  readonly created?: string;
  /** The version of Lexform that made a saved plan. */
  readonly tool?: string;
  readonly target: { readonly name: string; readonly baseUrl: string };
  /**
   * The patterns of `--only`, or those that `--since` stands for, that narrowed the plan; empty: everything that the
   * workspace manages. An empty pattern matches nothing.
   */
  readonly only: readonly string[];
  /** Absent: `--since` was not given. */
  readonly since?: Since;
  /**
   * What the files asked for when a saved plan was made. Absent: it was made from something else, or was not saved.
   */
  readonly config?: readonly ConfigDigest[];
  /**
   * The last entry of the ledger when a saved plan was made; `null`: there was none; `false`: the workspace kept no
   * ledger. Absent: it was not saved.
   */
  readonly ledger?: string | null | false;
  /** Where the ledger would be that there is none of. Absent: there is one, or it would be in this repository. */
  readonly ledgerHome?: LedgerHome;
  /**
   * The service was not asked: the plan was made against what was known of it at that time. Such a plan is read, and
   * never run. Absent: it was asked.
   */
  readonly against?: Snapshot;
  /** SHA-256 of the live state that the plan was made from. */
  readonly liveFingerprint: Digest;
  /** Deletions and deactivations first, then by address. */
  readonly changes: readonly Change[];
  /**
   * What an apply takes into its ledger although no call is needed: it is as the files want it, and nothing owns it
   * yet. Absent: nothing.
   */
  readonly adopts?: readonly Unmanaged[];
  /**
   * What the plan removes from parts that nothing owns yet; apply does so only with consent by their address. Absent:
   * nothing.
   */
  readonly removesUnowned?: readonly UnownedRemoval[];
  readonly unmanaged: readonly Unmanaged[];
  /** Rows of the files that the plan is about and that are not sent. Absent: none. */
  readonly heldBack?: HeldBack;
  /** Resources whose file or folder has another name now. Absent: none. */
  readonly moves?: readonly { readonly from: Address; readonly to: Address }[];
  /** Resources of which the plan undoes what somebody has changed since the last apply. Absent: none. */
  readonly undoes?: readonly Address[];
}

/** True when an apply would make calls or record adoptions. Without a ledger this is unknown, and counts as true. */
export const hasWork = ({ changes, adopts = [], ledger }: Plan): boolean =>
  changes.length > 0 || adopts.length > 0 || ledger === null;

/** The operations of a plan in the order of its changes. */
export const operationsOf = (plan: Plan): readonly Operation[] => plan.changes.flatMap(({ operations }) => operations);
