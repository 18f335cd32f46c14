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

/** What the guard asks of a kind, beside its parts. */
interface Guarded<Desired extends DesiredResource = DesiredResource> {
  /** The part of which a deletion says how many go along. Default: the entries of its children. */
  readonly contentPart?: string;
  /**
   * The file that says of a child that it is wanted, also when there is nothing in it. Default: none; a child without
   * entries is not wanted.
   */
  fileOf?(desired: Desired, child: string): string | undefined;
}

/** What a key and a value of a part look like. */
export interface Part {
  readonly isNamed: (names: readonly string[]) => boolean;
  readonly holds: (value: Value) => boolean;
  /** It is given where it stays, too, and has no place of its own in the files. */
  readonly always?: boolean;
  /** It says what becomes of the whole, so a comparison with the service counts the resource and not the value. */
  readonly ofWhole?: boolean;
  /** It says how many there were before: its values are counted, and limited in what they may lose. */
  readonly sized?: boolean;
  /** True for a value that stops whatever uses the resource, as long as it is there. Default: none does. */
  readonly blocks?: (value: Value) => boolean;
  /** A value that goes may say where it was: an emptied cell still has its row. Default: it has no place. */
  readonly keepsPlace?: true;
}

export type Parts = Readonly<Record<string, Part>>;

/** A part with an address of its own: keyed strings. */
export interface Child {
  readonly entries: Entries;
  /** Of what files ask for: where an entry stands. */
  locate?(key: string): SourceRef | undefined;
  /** Of what files ask for: rows that are not sent. Absent: none. */
  readonly heldBack?: readonly HeldBackRow[];
}

/** A part as the service lists it. `entries` is there once they have been read. */
export interface LiveChild {
  readonly entryCount: number;
  readonly entries?: Entries;
}

/** What a plan is made for, beside one match. */
export interface PlanContext {
  readonly scope: Scope;
  /** Address patterns of what may be deleted although nothing owns it. */
  readonly deletable: readonly string[];
  /** Ids of live resources in use that bear the name that is asked for. */
  readonly sameName: readonly string[];
  /** What the plan says of a term beside its change. Default: all that the files say. */
  readonly columns?: readonly ReviewField[];
}

/** What becomes of one resource of the files. */
export interface MatchPlan {
  readonly change?: Change | undefined;
  /** Parts of it that nothing manages. */
  readonly unmanaged?: readonly Unmanaged[];
  readonly findings?: readonly Finding[];
}

/**
 * What the engine has to know of a kind of resource. It has methods, so that kinds of different contents fit one list.
 */
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
  /** What people call one of them. */
  readonly noun: string;
  readonly words?: KindWords;
  readonly guarded?: Guarded<Desired>;
  readonly approved?: ApprovedCalls;
  /**
   * False: resources of one name are not compared between targets. Their names tell nothing, or they are nobody else's
   * business. Default true.
   */
  readonly isCompared?: boolean;
  /**
   * Creating one gives a secret, takes several calls, and counts against a limit of the account: so they are created
   * one after another. Default false.
   */
  readonly hasSecret?: boolean;
  /** What may become of such a resource. */
  readonly actions: readonly Change['action'][];
  /** The parts of its values, in their order in a change. Entries are values of a dictionary. */
  readonly parts: Parts;

  /** True when the files want the resource to be there. Default: each that they name. */
  stays?(desired: Desired): boolean;
  contentOf(desired: Desired): Content;
  contentOfLive(live: Live): Content;
  /**
   * False for what is there and serves nobody any more: a name does not find it, and it counts only where a pin or the
   * ledger names it. Default: all are in use.
   */
  isInUse?(live: Live): boolean;
  /** What goes is gone at once and for good: only a pattern that begins with the prefix consents to it. */
  readonly goesForGood?: boolean;
  /**
   * True when the service may refuse to let an account read them: comparisons and backups then go on without. Default:
   * a refusal is an error.
   */
  readonly mayBeDenied?: boolean;
  /** It is read and written with the admin key of the target. */
  readonly needsAdminKey?: boolean;
  /** True when a resource cannot become another without being made anew. Default: never. */
  isReplaced?(before: Content, after: Content): boolean;
  /** Beside its content, what the files say of how it is managed, and a plan depends on. */
  settings?(desired: Desired): Readonly<Record<string, string>>;

  /** What people call the resource. */
  name(content: Content): string | undefined;
  values(content: Content): Values;
  /** What a part with an address of its own is called: `dictionary`. Absent: there is none. */
  readonly childNoun?: string;
  /** Its parts with addresses of their own, by the last part of their address. */
  children?(content: Content): ReadonlyMap<string, Child>;
  /** What reports say of such a part beside its address. Default: nothing. */
  childFacts?(name: string): ChildFacts;
  /** Its parts on the service, also those that were not read. */
  liveChildren?(live: Live): ReadonlyMap<string, LiveChild>;
  /**
   * False when a plan is not about a part on the service, since no file names it, nothing owns it and no pattern of
   * `deletable` names it. Default: it is about all that are there.
   */
  isPlanned?(
    match: Match<Desired, Live, OwnedResource<string, Content>>,
    child: string,
    deletable: readonly string[],
  ): boolean;
  digest(content: Content): Digest;
  /** To find a resource that has moved under another name; absent: its content does not tell which it is. */
  withoutName?(content: Content): Content;

  /** `undefined`: the plan is not about it. */
  plan(match: Match<Desired, Live, OwnedResource<string, Content>>, context: PlanContext): MatchPlan | undefined;
  remove(going: Going<Desired['address'], Live>): Change;
  /**
   * What is wrong with the changes together. `live`: all that there is. `max`: how many the account may have, where the
   * workspace says so. Default: nothing.
   */
  checkChanges?(live: readonly Live[], changes: readonly Change[], max?: number): readonly Finding[];

  readonly drift?: DriftModel<Content, Desired, Live>;
  readonly pull?: PullModel<Content>;

  /** True when a change says nothing that contradicts itself, beside what holds for every kind. */
  isSound(change: Change): boolean;
  /** The calls that a change says, with the digests that it has; what it cannot say is as its own operations say. */
  operationsOf(change: Change): readonly Operation[];

  /** How it stands in the ledger, and comes about from there. */
  readonly ledger: LedgerModel<Content, Desired, Live>;
}

/** A kind of resource, whatever its content is. */
export type AnyKind = KindModel<unknown>;

/** The patterns of `--allow-delete` and `prune:` that speak of a kind: `developer_key.*` does, `*` does not. */
export const patternsFor = ({ goesForGood, prefix }: AnyKind, patterns: readonly string[]): readonly string[] =>
  goesForGood === true ? patterns.filter((pattern) => pattern.startsWith(prefix)) : patterns;
