import type { Items } from '../change/pair-items.ts';
import type { NamedValue } from '../change/stale-detail.ts';
import type { Values } from '../change/values.ts';
import type { Decoder } from '../model/decode.ts';
import type { Entries } from '../model/entries/entries.ts';
import type { HeldBackRow } from '../model/entries/held-back.ts';
import type { LanguagePair } from '../model/entries/language-pair.ts';
import type { ReviewField } from '../model/entries/term-fields.ts';
import type { Finding, SourceRef } from '../model/finding.ts';
import type { Digest } from '../model/ids.ts';
import type { Change, Operation, ResourceKind, Scope, Unmanaged } from '../model/plan/plan.ts';
import type {
  DesiredResource,
  LiveResource,
  Locate,
  OwnedResource,
  Value,
  ValueKey,
} from '../model/resources/resource.ts';
import type { Match, MatchedDeletion } from './states.ts';

/** The noun for one and for several: `glossary`, `glossaries`. */
export type Noun = readonly [one: string, many: string];

type Quote = (text: string) => string;

/** How texts of users and of the service, and numbers, are shown. */
export interface Quotes {
  /** A text that cannot be confused with a sentence: a language, a rule. */
  readonly plain: Quote;
  /** A phrase or a label, before an arrow or a colon. */
  readonly phrase: Quote;
  /** A prompt, at the end of a line. */
  readonly prompt: Quote;
  readonly number: (value: number) => string;
}

/** The words for one value. */
export interface ValueText {
  /** The name among the values of its part. Default: the first field of the value, or its key. */
  readonly name: string;
  /** The words before the name in a sentence. Default: the noun, unless the part has a single value. */
  readonly title: string;
  readonly value: string;
  /** True if the name is code, such as `numbers.format`. Default false. */
  readonly isCode: boolean;
}

/** The values of one part of a resource. The name of the part is their noun, with an `s` for several. */
export interface Part {
  /** True for a value of this part. `names`: the key without the part. */
  readonly holds: (value: Value, names: readonly string[]) => boolean;
  /**
   * `heading`: every change contains the value, and shows it in its heading. `counted`: a change contains the number of
   * values, and the number that it may remove is limited. `whole`: the value belongs to the resource as a whole, so a
   * comparison with the service counts the resource and not the value. Default: none of these.
   */
  readonly role?: 'heading' | 'counted' | 'whole';
  /** The words for what a value blocks: ` (blocks the key)`. `undefined`: nothing. Default: no value blocks. */
  blocks?(value: Value, names: readonly string[]): string | undefined;
  /** For values with fields: the noun of each field. The first field is the name, the second one the text. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The words for a value that differ from the default. */
  text?(value: Value | undefined, names: readonly string[], quotes: Quotes): Partial<ValueText>;
}

export type Parts = Readonly<Record<string, Part>>;

/** A part of a resource with its own address: strings with keys. */
export interface Child {
  readonly entries: Entries;
  /** In the files: its place. It exists even if the file has no rows for it. */
  readonly origin?: SourceRef;
  /** In the files: the place of an entry. */
  locate?(key: string): SourceRef | undefined;
  /** In the files: the rows that are not sent. Absent: none. */
  readonly heldBack?: readonly HeldBackRow[];
}

/** A part with its own address, as listed by the service. */
export interface LiveChild {
  readonly entryCount: number;
  /** Absent: they were not read. */
  readonly entries?: Entries;
}

/** Name → entries of the parts with addresses of their own. */
export type ChildEntries = ReadonlyMap<string, Entries>;

/** The known places of a resource and of its values. */
export interface Places {
  readonly origin: SourceRef;
  readonly of?: (key: ValueKey) => SourceRef | undefined;
  readonly child?: (name: string) => { readonly origin: SourceRef; readonly locate: Locate } | undefined;
}

/** The input of a plan, except the resource itself. */
export interface PlanContext {
  readonly scope: Scope;
  /** False for a child on the service that no file names, nothing owns and no pattern allows to delete. */
  readonly isPlanned: (child: string) => boolean;
  /** Ids of live resources in use that have the desired name. */
  readonly sameName: readonly string[];
  /** The fields of terms that the plan contains. Default: all fields in the files. */
  readonly columns?: readonly ReviewField[];
}

/** The plan for one resource of the files. */
export interface MatchPlan {
  readonly change?: Change | undefined;
  /** Parts of the resource that are not managed. */
  readonly unmanaged?: readonly Unmanaged[];
  readonly findings?: readonly Finding[];
}

/** The context of a call in a plan that is compared with approved plans. */
export interface CallContext {
  /** The name of the resource after its change. */
  readonly name: string;
  /** False if ids in the plan are not those of the service. */
  readonly knowsIds: boolean;
}

/** How a content is stored in `ledger.json`. */
export interface LedgerForm<Content> {
  /** The members of the content. A method, so that kinds with different contents fit into one list. */
  json(content: Content): Readonly<Record<string, unknown>>;
  /** The inverse of `json`. */
  readonly decoder: Decoder<Content>;
}

/** The facts about a call that its operation does not contain. */
export interface CallFacts {
  /** The effect of the call: `add and change terms`. Default: the name of the operation. */
  readonly text?: string | undefined;
  /** Equal for calls of two plans that do the same. Default: the name of the operation; a deletion adds its path. */
  readonly same?: string | undefined;
  /** The state after the call, whatever else the call sends. Default: the `post` of the operation. */
  readonly result?: Digest | 'absent' | undefined;
  /**
   * True if the call writes a whole that consists of many values. Two changes of it that were approved separately lead
   * to a state that neither plan contains.
   */
  readonly isWhole?: boolean;
  /**
   * Set if the call only sends values of its change, which are compared by themselves. `anyway`: another call may send
   * them, so the call need not be approved.
   */
  readonly sendsValues?: 'when-approved' | 'anyway';
}

/**
 * The description of a kind of resource. Functions are methods, so that kinds with different contents fit into one
 * list.
 */
export interface KindModel<
  Content,
  Desired extends DesiredResource = DesiredResource,
  Live extends LiveResource = LiveResource,
> {
  /** Also the noun in texts: `style-list` is "style list", and "list" if no other kind can be meant. */
  readonly kind: ResourceKind;
  /** The name of its list in the desired, the live and the owned state. Also the noun for several. */
  readonly plural: string;
  /** The first part of its addresses. */
  readonly prefix: string;
  /** Its key in `lexform.yaml`, and the name of its list in `ledger.json`. */
  readonly key: string;

  /** The actions of its changes. Resources of a kind with `deactivate` are never deleted, and never work again. */
  readonly actions: readonly Change['action'][];
  /**
   * `admin-key`: only the admin key of a target can read and write it. `may-be-denied`: the service may refuse to let
   * an account read it; comparisons and backups then leave it out. Default: every account can read it.
   */
  readonly access?: 'admin-key' | 'may-be-denied';
  /**
   * True if a new resource has a secret. Its creation takes several calls and counts against a limit of the account, so
   * resources are created one after another, and the ledger may only know the id of one. Its content does not identify
   * it, so targets are not compared. Default false.
   */
  readonly hasSecret?: boolean;
  /**
   * The content that the files own. `authoritative`: the whole resource. `additive`: entries that were never in git
   * stay; a setting in a file. `named`: only the values that the files name; the mode of all resources of the kind.
   * Default: `authoritative`.
   */
  mode?(desired: Desired): 'authoritative' | 'additive' | 'named';

  /** The parts of a content, in the order of a change. The first one is the name. Entries are not among them. */
  readonly parts: Parts;
  contentOf(resource: Desired | Live): Content;
  name(content: Content): string | undefined;
  /** All values with a key. A value is `undefined` if the resource has it and it is not known. */
  values(content: Content): Values;
  /** The values without a key. Default: every value has a key. */
  readonly items?: Items<Content, Live>;
  /** Equal for two contents that are the same to the service. */
  digest(content: Content): Digest;
  /** False for a content that is deactivated. Default: all contents are in use. */
  isInUse?(content: Content): boolean;

  /** The parts with addresses of their own, by the last part of the address. Default: no parts. */
  children?(content: Content): ReadonlyMap<string, Child>;
  /** These parts on the service, also those that were not read. */
  liveChildren?(live: Live): ReadonlyMap<string, LiveChild>;
  /** The noun for such a part: `dictionary`, `dictionaries`. The plural is also a key in JSON. Default: part, parts. */
  readonly childNoun?: Noun;
  /** The noun for an entry: `term`, `terms`. Default: entry, entries. */
  readonly entryNoun?: Noun;
  /** The language pair in the name of such a part; `undefined`: the name is not valid. Default: names have no pair. */
  pairOf?(child: string): LanguagePair | undefined;

  /** The content with these values and children, and no others: the inverse of `values` and `children`. */
  fromValues(values: readonly NamedValue[], children: ChildEntries): Content;
  /**
   * A desired resource with this content, without the members that all kinds have. `like`: the resource in the files;
   * settings that the content does not contain are taken from it.
   */
  toDesired(content: Content, places: Places, like?: Desired): Omit<Desired, keyof DesiredResource>;
  /** The places of the values of a desired resource. Default: they are not known. */
  placesOf?(desired: Desired): Omit<Places, 'origin'>;
  /** A live resource with this content. Default: the content does not have all that a live resource has. */
  toLive?(id: string, content: Content): Live;
  /** A resource in `ledger.json`, without children. Default: a list of values with their keys. */
  readonly ledgerForm?: LedgerForm<Content>;
  /**
   * The desired resource with other values, for the settings of a target. Default: its values are the same on all
   * targets.
   */
  withValues?(desired: Desired, values: readonly NamedValue[]): Desired;

  /** `undefined`: the plan is not about the resource. */
  plan(match: Match<Desired, Live, OwnedResource<string, Content>>, context: PlanContext): MatchPlan | undefined;
  /** The change that deletes or deactivates a live resource. */
  remove(deletion: MatchedDeletion<Desired['address'], Live>): Change;
  /**
   * Checks the changes of a plan together. `live`: all resources of the target. `max`: how many the account may have,
   * if the workspace has this limit. Default: no findings.
   */
  checkChanges?(live: readonly Live[], changes: readonly Change[], max?: number): readonly Finding[];
  /**
   * The calls of a change, computed from the change. Facts that the change does not contain are taken from its own
   * operations. `undefined`: the change contradicts itself.
   */
  operationsOf(change: Change): readonly Operation[] | undefined;
  /** Default: the defaults of all facts. */
  callFacts?(operation: Operation, context: CallContext): CallFacts;
}

/** The members that convert between contents, files, live resources and the ledger. */
export type LedgerMembers<Content, Desired extends DesiredResource, Live extends LiveResource> = Pick<
  KindModel<Content, Desired, Live>,
  'fromValues' | 'toDesired' | 'placesOf' | 'toLive' | 'items' | 'ledgerForm' | 'withValues'
>;

/** A kind of resource with any content. */
export type AnyKind = KindModel<unknown>;
