import type { TermMark } from '../entries/held-back.ts';
import type { SourceRef } from '../source-ref.ts';

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
