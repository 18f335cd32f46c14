import type { Dictionary } from '../model/entries/dictionary.ts';
import type { Digest } from '../model/ids.ts';
import type { LedgerState } from '../model/ledger/ledger-state.ts';
import type { Change, Operation, ResourceKind } from '../model/plan/plan.ts';
import type { ResourceAddress } from '../model/resources/address.ts';
import type { DesiredState } from '../model/resources/desired.ts';
import type { Value, ValueChange } from '../model/resources/value.ts';
import type { Values } from './values.ts';

export type KindNoun = 'glossary' | 'style list' | 'developer key';

/** What a key and a value of a part look like. */
export interface Part {
  readonly isNamed: (names: readonly string[]) => boolean;
  readonly holds: (value: Value) => boolean;
  /** It is given where it stays, too, and has no place of its own in the files. */
  readonly always?: boolean;
  /** It says how many there were before. */
  readonly sized?: boolean;
}

export type Parts = Readonly<Record<string, Part>>;

/** A resource that the ledger owns. */
export interface OwnedContent<Content> {
  readonly id: string;
  readonly protect: boolean;
  readonly content: Content;
}

/** A resource that the files ask for. */
export interface DesiredContent {
  readonly address: ResourceAddress;
  readonly pinnedId?: string;
  readonly protect: boolean;
}

/** Taken from a method, so that it fits where the content is not known, as the methods of a kind do. */
type Wanted<Content> = {
  find(content: Content | undefined, change: ValueChange): Value | undefined;
}['find'];

/** What the engine has to know of a kind of resource. It has methods, so that kinds of different contents fit one list. */
export interface KindModel<Content, Desired extends DesiredContent> {
  readonly kind: ResourceKind;
  /** The first part of its addresses. */
  readonly prefix: string;
  /** What people call one of them. */
  readonly noun: KindNoun;
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
  /** How many values of each part there are, of parts that are limited in what they may lose. */
  sizes?(content: Content): Readonly<Record<string, number>>;
  /** `undefined`: the workspace does not manage the kind. */
  desired(state: DesiredState): readonly Desired[] | undefined;
  owned(ledger: LedgerState): ReadonlyMap<ResourceAddress, OwnedContent<Content>>;
  contentOf(desired: Desired): Content;
  /** Beside its content, what the files say of how it is managed, and a plan depends on. */
  settings?(desired: Desired): Readonly<Record<string, string>>;

  /** What people call the resource. */
  name(content: Content): string | undefined;
  values(content: Content): Values;
  /** Changes of what has no key of its own. */
  unkeyed?(before: Content | undefined, after: Content | undefined): readonly ValueChange[];
  /** Its dictionaries, by the last part of their address. */
  children?(content: Content): ReadonlyMap<string, Dictionary>;
  /**
   * By part, what the files ask for of a value that a plan changes, where its key does not tell. `content`: `undefined`
   * when no file names the resource.
   */
  readonly wanted?: Readonly<Record<string, Wanted<Content>>>;
  digest(content: Content): Digest;
  /** To find a resource that has moved under another name; absent: its content does not tell which it is. */
  withoutName?(content: Content): Content;

  /** True when a change says nothing that contradicts itself, beside what holds for every kind. */
  isSound(change: Change): boolean;
  /** The calls that a change says, with the digests that it has; what it cannot say is as its own operations say. */
  operationsOf(change: Change): readonly Operation[];
}
