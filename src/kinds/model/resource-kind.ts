import type { Values } from '../../change/values.ts';
import type { Entries } from '../../model/entries/entries.ts';
import type { HeldBackRow } from '../../model/entries/held-back.ts';
import type { ReviewField } from '../../model/entries/term-fields.ts';
import type { Finding } from '../../model/finding.ts';
import type { Digest } from '../../model/ids.ts';
import type { Change, ChildFacts, Operation, ResourceKind, Unmanaged } from '../../model/plan/plan.ts';
import type { Scope } from '../../model/plan/scope.ts';
import type { DesiredResource, LiveResource, OwnedResource } from '../../model/resources/resource.ts';
import type { Value } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { ApprovedCalls } from './approved.ts';
import type { DriftModel } from './drift-model.ts';
import type { KindWords } from './kind-words.ts';
import type { LedgerModel } from './ledger-model.ts';
import type { Going, Match } from './matches.ts';
import type { PullModel } from './pull-model.ts';

/** The rules of a kind for the guard, besides its parts. */
interface Guarded<Desired extends DesiredResource = DesiredResource> {
  /** The part whose values are counted in the refusal of a deletion. Default: the entries of its children. */
  readonly contentPart?: string;
  /** The file that requests a child even if it is empty. Default: none; an empty child counts as not requested. */
  fileOf?(desired: Desired, child: string): string | undefined;
}

/** The valid keys and values of a part. */
export interface Part {
  readonly isNamed: (names: readonly string[]) => boolean;
  readonly holds: (value: Value) => boolean;
  /** True: a change contains it even if it stays the same, and it has no place of its own in the files. */
  readonly always?: boolean;
  /**
   * True: its value is about the whole resource, so a comparison with the service counts the resource and not the
   * value.
   */
  readonly ofWhole?: boolean;
  /** True: a change contains the number of its values before. Its values are counted, and their loss is limited. */
  readonly sized?: boolean;
  /** True for a value that stops the use of the resource as long as it is set. Default: none does. */
  readonly blocks?: (value: Value) => boolean;
  /** True: a removed value can have a place: an emptied cell still has its row. Default: it has none. */
  readonly keepsPlace?: true;
}

export type Parts = Readonly<Record<string, Part>>;

/** A part with an address of its own: keyed strings. */
export interface Child {
  readonly entries: Entries;
  /** Place of an entry, for a child in the files. */
  locate?(key: string): SourceRef | undefined;
  /** Rows that are not sent, for a child in the files. Absent: none. */
  readonly heldBack?: readonly HeldBackRow[];
}

/** A part in a list of the service. `entries`: present once they have been read. */
export interface LiveChild {
  readonly entryCount: number;
  readonly entries?: Entries;
}

/** The context of a plan, besides the match. */
export interface PlanContext {
  readonly scope: Scope;
  /** Address patterns of resources that may be deleted even if the ledger does not own them. */
  readonly deletable: readonly string[];
  /** Ids of live resources in use that have the desired name. */
  readonly sameName: readonly string[];
  /** Columns of a term that the plan contains. Default: all that the files have. */
  readonly columns?: readonly ReviewField[];
}

/** The plan for one resource in the files. */
export interface MatchPlan {
  readonly change?: Change | undefined;
  /** Unmanaged parts of the resource. */
  readonly unmanaged?: readonly Unmanaged[];
  readonly findings?: readonly Finding[];
}

/** A kind of resource, as the engine needs it. It has methods, so that kinds of different contents fit one list. */
export interface KindModel<
  Content,
  Desired extends DesiredResource = DesiredResource,
  Live extends LiveResource = LiveResource,
> {
  readonly kind: ResourceKind;
  /** The name of its list in the desired, the live and the owned state, and in `lexform.yaml`. */
  readonly plural: string;
  /** The first part of its addresses. */
  readonly prefix: string;
  /** The noun in texts for users. */
  readonly noun: string;
  readonly words?: KindWords;
  readonly guarded?: Guarded<Desired>;
  readonly approved?: ApprovedCalls;
  /**
   * False: resources with the same name are not compared between targets, because their names do not identify them or
   * they are private. Default true.
   */
  readonly isCompared?: boolean;
  /**
   * True: creating one returns a secret, takes several calls, and counts for a limit of the account, so they are
   * created one after another. Default false.
   */
  readonly hasSecret?: boolean;
  /** The possible actions of a plan. */
  readonly actions: readonly Change['action'][];
  /** The parts of its values, in their order in a change. Entries are values of a dictionary. */
  readonly parts: Parts;

  /** True if the files require the resource to exist. Default: all resources in the files. */
  stays?(desired: Desired): boolean;
  contentOf(desired: Desired): Content;
  contentOfLive(live: Live): Content;
  /**
   * False for a live resource that is out of use: it is not found by name, and counts only if a pin or the ledger names
   * it. Default: all are in use.
   */
  isInUse?(live: Live): boolean;
  /** True: a deletion is immediate and irreversible. Only a pattern that begins with the prefix consents to it. */
  readonly goesForGood?: boolean;
  /**
   * True if the service may refuse to list them for some accounts: comparisons and backups then continue without them.
   * Default: a refusal is an error.
   */
  readonly mayBeDenied?: boolean;
  /** True: reading and writing need the admin key of the target. */
  readonly needsAdminKey?: boolean;
  /** True if a change between these contents requires a new resource. Default: never. */
  isReplaced?(before: Content, after: Content): boolean;
  /** Settings in the files that are not part of the content but affect a plan. */
  settings?(desired: Desired): Readonly<Record<string, string>>;

  /** The name of the resource for users. */
  name(content: Content): string | undefined;
  values(content: Content): Values;
  /** The noun for a part with its own address: `dictionary`. Absent: the kind has no such parts. */
  readonly childNoun?: string;
  /** Its parts with their own addresses, by the last part of their address. */
  children?(content: Content): ReadonlyMap<string, Child>;
  /** Additional facts about such a part in reports. Default: none. */
  childFacts?(name: string): ChildFacts;
  /** Its parts on the service, including those that were not read. */
  liveChildren?(live: Live): ReadonlyMap<string, LiveChild>;
  /**
   * False if a plan leaves out a live part, because no file names it, the ledger does not own it and no `deletable`
   * pattern matches it. Default: a plan includes all live parts.
   */
  isPlanned?(
    match: Match<Desired, Live, OwnedResource<string, Content>>,
    child: string,
    deletable: readonly string[],
  ): boolean;
  digest(content: Content): Digest;
  /** The content for recognising a moved resource with a new name; absent: the content does not identify a resource. */
  withoutName?(content: Content): Content;

  /** The plan for one match. `undefined`: the plan does not include it. */
  plan(match: Match<Desired, Live, OwnedResource<string, Content>>, context: PlanContext): MatchPlan | undefined;
  remove(going: Going<Desired['address'], Live>): Change;
  /**
   * Findings about all changes together. `live`: all live resources. `max`: the limit of the account, if the workspace
   * sets it. Default: none.
   */
  checkChanges?(live: readonly Live[], changes: readonly Change[], max?: number): readonly Finding[];

  readonly drift?: DriftModel<Content, Desired, Live>;
  readonly pull?: PullModel<Content>;

  /** True if a change does not contradict itself, by rules besides those for all kinds. */
  isSound(change: Change): boolean;
  /**
   * The operations of a change, with the digests computed from it. Digests that it does not determine are copied from
   * its present operations.
   */
  operationsOf(change: Change): readonly Operation[];

  /** The form of the kind in the ledger. */
  readonly ledger: LedgerModel<Content, Desired, Live>;
}

/** A kind of resource with any content. */
export type AnyKind = KindModel<unknown>;

/**
 * The patterns of `--allow-delete` and `prune:` that apply to a kind: for developer keys, `developer_key.*` does, `*`
 * does not.
 */
export const patternsFor = ({ goesForGood, prefix }: AnyKind, patterns: readonly string[]): readonly string[] =>
  goesForGood === true ? patterns.filter((pattern) => pattern.startsWith(prefix)) : patterns;
