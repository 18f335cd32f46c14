import type { HeldBack } from '../entries/held-back.ts';
import type { LanguagePair } from '../entries/language-pair.ts';
import type { OtherNotes } from '../entries/term-fields.ts';
import type { SourceRef } from '../finding.ts';
import type { Digest } from '../ids.ts';
import { type Address, type ChildAddress, matchesAny, type ResourceAddress } from '../resources/address.ts';
import type { Value, ValueChange, ValueKey } from '../resources/resource.ts';

/** The name of a kind of resource: `glossary`. */
export type ResourceKind = string;

/**
 * One HTTP call. `pre` and `post` are the digests of exactly the part that the call changes, before and after it
 * (`'absent'`: it does not exist). So a plan can be run again after a crash, and a change of another part by other
 * people is no conflict. The change that contains an operation has its content. A PUT of a dictionary sends the live
 * entries with the change applied.
 */
export interface Operation {
  /** Unique in the plan and stable: `<address>#<n>`, n from 1 in running order. */
  readonly id: string;
  readonly kind: OperationKind;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, with ids and languages filled in, percent-encoded. The id of a developer key is in the body. */
  readonly path: string;
  readonly pre: Digest | 'absent';
  readonly post: Digest | 'absent';
  /** The parts that the call changes, or single values: a key of the change, or the beginning of several. */
  readonly touches: readonly ValueKey[];
  /**
   * For a call that creates: ids of live resources that have this name already. None of them is the result of a lost
   * answer.
   */
  readonly notIds?: readonly string[];
  /**
   * For a call that adds an item without a key: the number of items with exactly this content after the call. Labels
   * are not unique.
   */
  readonly occurrence?: number;
}

/** The effect of a call: `merge-entries`. Each kind of resource has its own. */
export type OperationKind = string;

/** Facts of a part with its own address that a report may show. */
export interface ChildFacts {
  readonly pair?: LanguagePair;
  /** True: it inherits entries of other resources. Absent: all its entries are its own. */
  readonly inherits?: true;
}

/** The change of one part with its own address: keyed strings, such as a dictionary of a glossary. */
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

/** The change of one resource as a reviewer reads it, and the calls that make it. */
export interface Change {
  readonly kind: ResourceKind;
  /**
   * `replace`: the language of a style list changed, which the service cannot patch; a new list is created before the
   * old one is deleted. `deactivate`: permanent. The key stays in the list of the service and never works again.
   */
  readonly action: 'create' | 'update' | 'replace' | 'delete' | 'deactivate';
  readonly address: ResourceAddress;
  /** For a deletion that finishes a replacement: the resource that replaced it. */
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
  /** The address that `pull` would use, and that `--allow-delete` and patterns of `prune:` are compared with. */
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

/** A digest of the desired state of one address. The form and order of files do not matter. */
export interface ConfigDigest {
  readonly address: ResourceAddress;
  readonly digest: Digest;
}

/** The state that replaced the service: the result of the last apply, or a backup. `time`: ISO 8601, in UTC. */
export interface Snapshot {
  readonly kind: 'ledger' | 'backup';
  readonly time: string;
}

/** The commit that limited a plan to resources whose files have changed since. */
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

/** The commands that make plans to save: `plan` from the files, `rollback` from the ledger, `restore` from a backup. */
export type PlanKind = 'plan' | 'rollback' | 'restore';

/** Everything that an apply would do. It can be printed, saved and compared, and later applied. */
export interface Plan {
  /** Minor additions keep it; a reader refuses any other number. */
  readonly formatVersion: 1;
  /**
   * The command that made a saved plan. It determines the required members. This member and the next are absent in a
   * plan that was not saved.
   */
  readonly kind?: PlanKind;
  /** When a saved plan was made, ISO 8601. */
  readonly created?: string;
  /** The version of Lexform that made a saved plan. */
  readonly tool?: string;
  readonly target: { readonly name: string; readonly baseUrl: string };
  /**
   * The patterns of `--only`, or those of `--since`, that limited the plan; empty: all managed resources. An empty
   * pattern matches nothing.
   */
  readonly only: readonly string[];
  /** Absent: `--since` was not given. */
  readonly since?: Since;
  /** The desired state of a saved plan. Absent: the plan was made from something else, or was not saved. */
  readonly config?: readonly ConfigDigest[];
  /**
   * The last entry of the ledger when a plan was saved; `null`: an empty ledger; `false`: the workspace had no ledger.
   * Absent: the plan was not saved.
   */
  readonly ledger?: string | null | false;
  /** The home of a ledger that does not exist yet. Absent: the ledger exists, or would be in this repository. */
  readonly ledgerHome?: LedgerHome;
  /**
   * The plan was made without the service, from its known state at that time. Such a plan can be read, but not applied.
   * Absent: the service was read.
   */
  readonly against?: Snapshot;
  /** SHA-256 of the live state that the plan was made from. */
  readonly liveFingerprint: Digest;
  /** Deletions and deactivations first, then by address. */
  readonly changes: readonly Change[];
  /**
   * Resources that an apply records in its ledger without a call: they equal the files, and are not owned yet. Absent:
   * none.
   */
  readonly adopts?: readonly Unmanaged[];
  /** Removals from parts that are not owned yet; apply makes them only with consent by their address. Absent: none. */
  readonly removesUnowned?: readonly UnownedRemoval[];
  readonly unmanaged: readonly Unmanaged[];
  /** Rows of the files that the plan is about and that are not sent. Absent: none. */
  readonly heldBack?: HeldBack;
  /** Resources whose file or folder has another name now. Absent: none. */
  readonly moves?: readonly { readonly from: Address; readonly to: Address }[];
  /** The targets with resources that changes of shared terms reach. Absent: only that of the plan, or none. */
  readonly reachedTargets?: readonly string[];
  /** Resources where the plan reverts changes that were made on the service since the last apply. Absent: none. */
  readonly undoes?: readonly Address[];
  /** Addresses of `undoes` where the files changed each of these values too: `pull` keeps them. Absent: none. */
  readonly conflicts?: readonly Address[];
  /** Addresses of `undoes` where the files changed some of these values too, and others not. Absent: none. */
  readonly partConflicts?: readonly Address[];
  /** Resources and children that were deleted on the service: `pull` needs consent for them. Absent: none. */
  readonly deletedOutside?: readonly Address[];
  /** Resources where it overwrites values of the service that `pull --ours` decided against. Absent: none. */
  readonly decided?: readonly Address[];
}

/** True when an apply would make calls or record adoptions. Without a ledger this is unknown, and counts as true. */
export const hasWork = ({ changes, adopts = [], ledger }: Plan): boolean =>
  changes.length > 0 || adopts.length > 0 || ledger === null;

/** The operations of a plan in the order of its changes. */
export const operationsOf = (plan: Plan): readonly Operation[] => plan.changes.flatMap(({ operations }) => operations);

/** A text before and after. */
export interface TextSides {
  readonly from?: string;
  readonly to?: string;
}

type Values = Pick<Change, 'values'>;

/** Both sides of a value, where they are texts. */
export const textSides = (value: ValueChange | undefined): TextSides => ({
  ...(typeof value?.from === 'string' && { from: value.from }),
  ...(typeof value?.to === 'string' && { to: value.to }),
});

/** The name of a resource before and after; both are equal if it keeps its name. */
export const nameOf = ({ values: [name] }: Values): TextSides => textSides(name);

/** The name that a reader knows: the new one, or the old one of a deleted resource. */
export const shownName = (change: Values): string => nameOf(change).to ?? nameOf(change).from ?? '';

/** True when a resource that stays gets another name. */
export function isRenamed(change: Values): boolean {
  const { from, to } = nameOf(change);
  return from !== undefined && to !== undefined && from !== to;
}

/** The language of a style list before and after. */
export const languageOf = ({ values }: Values): TextSides => textSides(values.find(({ key }) => key[0] === 'language'));

/** The changes of the values of some parts. */
export const valuesIn = ({ values }: Values, ...parts: readonly string[]): readonly ValueChange[] =>
  values.filter(({ key: [part] }) => parts.includes(part));

/** Every value that a change speaks of, with those of its dictionaries. */
export const allValues = ({ values, children }: Pick<Change, 'values' | 'children'>): readonly ValueChange[] => [
  ...values,
  ...children.flatMap((child) => child.values),
];

/** True for a change of the resource itself, and not only of its children. */
export const isOfWhole = ({ action, values }: Pick<Change, 'action' | 'values'>): boolean =>
  action !== 'update' || values.some(({ from, to }) => from !== to);

/** True for a resource that is deleted or deactivated. */
export const isDeletion = ({ action }: Pick<Change, 'action'>): boolean =>
  action === 'delete' || action === 'deactivate';

/** A value on its sides; one that is `undefined` is left out. */
export const valueChange = (
  key: ValueKey,
  from: Value | undefined,
  to: Value | undefined,
  at?: ValueChange['at'],
): ValueChange => ({
  key,
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...(at !== undefined && { at }),
});

/** The resources that the patterns of a plan select. */
export interface Scope {
  /** The resource with all its parts. */
  readonly whole: (address: string) => boolean;
  /** A part with an address of its own: named itself, or as part of its resource. */
  readonly child: (address: string, child: string) => boolean;
  /** False when the patterns let neither the resource nor any part of it through, whatever its parts are called. */
  readonly any: (address: string) => boolean;
}

/** A pattern that matches no address. A list without patterns would mean everything. */
const NO_ADDRESS = '';

/** Patterns that select exactly these resources, or none if the list is empty. */
export const addressesOnly = (addresses: readonly string[]): readonly string[] =>
  addresses.length === 0 ? [NO_ADDRESS] : addresses;

/** No patterns: everything. */
export function scopeOf(only: readonly string[]): Scope {
  // A plan of changed resources names hundreds of addresses, and this function runs thousands of times.
  const named = new Set(only.filter((each) => !each.includes('*')));
  const patterns = only.filter((each) => each.includes('*'));
  const lets = (address: string): boolean => named.has(address) || matchesAny(patterns, address);
  const whole = (address: string): boolean => only.length === 0 || lets(address);
  const namesParts = only.some((each) => /[*/]/.test(each));
  const any = (address: string): boolean => namesParts || whole(address);
  return { whole, any, child: (address, child) => whole(address) || lets(`${address}/${child}`) };
}
