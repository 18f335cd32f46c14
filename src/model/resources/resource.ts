import type { TermMark } from '../entries/held-back.ts';
import type { SourceRef } from '../finding.ts';
import type { ResourceAddress } from './address.ts';

/**
 * Names one value of a resource: what a reviewer reads as one line. The first member is the part of the resource, the
 * others say which value of it: `['name']`, `['entry', 'en->de', 'sign in']`, `['rule', 'punctuation', 'apostrophe']`,
 * `['limit', 'characters']`, `['instruction', id]`. Two values with the same key are the same value on two sides.
 */
export type ValueKey = readonly [part: string, ...names: readonly string[]];

/** A value that has fields, and no key of its own. */
export interface RecordValue {
  readonly [field: string]: string | undefined;
}

/** `null` is a limit that is not set, which is not the same as a value that is absent. */
export type Value = string | number | boolean | null | RecordValue;

/** One value and what becomes of it. A side that is absent does not have the value. */
export interface ValueChange {
  readonly key: ValueKey;
  readonly from?: Value;
  readonly to?: Value;
  /** Where the files have it. */
  readonly at?: SourceRef;
  /** For a term whose row has more fields, such as a part of speech. */
  readonly term?: TermMark;
}

/** One desired value of the files; without `to`, the files must lose it. */
export interface FileValue {
  readonly key: ValueKey;
  readonly to?: Value;
  /** For an instruction of the file: its index there, counted from 0, before any edit. */
  readonly index?: number;
  /** The target for which the files set it: `on:` of the resource. Absent: all targets. */
  readonly on?: string;
}

/**
 * True when a key is one of `parts`, or names a value of it: `['entry', 'en->de', 'house']` is in `['entry',
 * 'en->de']`.
 */
export const isWithin = (key: ValueKey, parts: readonly ValueKey[]): boolean =>
  parts.some((part) => part.every((name, index) => name === key[index]));

/** A key as text, for maps and sets. */
export const keyText = (key: ValueKey): string => JSON.stringify(key);

/** True for a value that has fields. */
export const isRecord = (value: Value | undefined): value is RecordValue => typeof value === 'object' && value !== null;

/** The inverse of `keyText`. */
export const parseKey = (text: string): ValueKey => JSON.parse(text);

export const changeKind = ({ from, to }: Pick<ValueChange, 'from' | 'to'>): 'added' | 'changed' | 'removed' =>
  from === undefined ? 'added' : to === undefined ? 'removed' : 'changed';

/** The settings of a resource for one target: `on:` in its file. */
export interface TargetSettings {
  /** The place of the name of the target. */
  readonly at: SourceRef;
  /** Whether the resource exists there. Absent: `isUnpublished` of the resource decides. */
  readonly isPublished?: boolean;
  /** The values that it has there, such as its name. */
  readonly values: readonly (readonly [key: ValueKey, value: Value])[];
}

/** A resource of the desired state. Its kind defines its content. */
export interface DesiredResource {
  readonly address: ResourceAddress;
  /** Where its file names it. */
  readonly origin: SourceRef;
  /** `id:` of the file: this very resource and no other. */
  readonly pinnedId?: string;
  readonly protect: boolean;
  /** True: it exists only in the files, unless `on` publishes it on a target. Absent: it exists on all targets. */
  readonly isUnpublished?: true;
  /** Its settings for single targets, by the name of the target. Absent: none. */
  readonly on?: ReadonlyMap<string, TargetSettings>;
}

/** A resource as the service describes it. */
export interface LiveResource {
  readonly id: string;
}

/**
 * A conflict that `pull --ours` decided for the files. It holds only while the files and the service have exactly these
 * values. For a whole resource or child, the values are the digests of its contents. A side without it is absent.
 */
export interface Decision {
  readonly key: ValueKey;
  readonly ours?: Value;
  readonly theirs?: Value;
}

/** A resource that the ledger owns. The content is what the last apply left. */
export interface OwnedResource<Id extends string = string, Content = unknown> {
  readonly id: Id;
  readonly content: Content;
  readonly protect: boolean;
  /** Absent: none. */
  readonly decided?: readonly Decision[];
}

/**
 * The position of the entry with a source phrase. `row`: its number in the rows of the entries, if known, which avoids
 * a search.
 */
export type Locate = (source: string, row?: number) => SourceRef | undefined;
