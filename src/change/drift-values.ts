import type { SourceRef } from '../model/finding.ts';
import { byCodeUnit } from '../model/lists.ts';
import { parseKey, type Value, type ValueKey } from '../model/resources/resource.ts';
import type { Values } from './values.ts';

/**
 * One value that was changed outside git. `theirs`: the files still have the base. `both`: the files have also changed
 * it, to another value. `base` is the value after the last apply, `ours` the one in the files, `theirs` the current one
 * on the service. A side without the value is absent; `ours` is only present for `both`.
 */
export interface ValueDrift {
  readonly key: ValueKey;
  readonly kind: 'theirs' | 'both';
  readonly base?: Value;
  readonly ours?: Value;
  readonly theirs?: Value;
  /** The place in the files, when there is one. */
  readonly at?: SourceRef;
  /** For values without a key: the id of `theirs`. */
  readonly id?: string;
  /** For values without a key: the index in the files. */
  readonly index?: number;
}

/** A value on its three sides: the last apply, the files, the service. `undefined`: the side lacks it. */
export interface Sides<Side> {
  readonly base: Side | undefined;
  readonly ours: Side | undefined;
  readonly theirs: Side | undefined;
}

/** Counts values that are not drift. `key`: the value. Absent: a whole resource or part. */
export type CountSettled = (part: string, status: 'same' | 'ours', key?: ValueKey) => void;

/** Compares the three sides of one value; `unchanged`: all are alike. */
export function compareSides<Side>(
  { base, ours, theirs }: Sides<Side>,
  alike: (left: Side, right: Side) => boolean = Object.is,
): 'unchanged' | 'ours' | 'theirs' | 'same' | 'both' {
  const same = (left: Side | undefined, right: Side | undefined): boolean =>
    left === undefined || right === undefined ? left === right : alike(left, right);
  if (same(base, theirs)) return same(base, ours) ? 'unchanged' : 'ours';
  if (same(base, ours)) return 'theirs';
  return same(ours, theirs) ? 'same' : 'both';
}

/** The sides of a value as a drift, without the sides that lack it. */
export function valueDrift(
  kind: 'theirs' | 'both',
  key: ValueKey,
  { base, ours, theirs }: Sides<Value>,
  at?: SourceRef,
): ValueDrift {
  return {
    key,
    kind,
    ...(base !== undefined && { base }),
    ...(kind === 'both' && ours !== undefined && { ours }),
    ...(theirs !== undefined && { theirs }),
    ...(at !== undefined && { at }),
  };
}

/**
 * The drift of values that have their own key, by part and key; other differences are counted. `parts`: their order.
 * `locate` returns the place of a value in the files.
 */
export function driftValues(
  { base, ours, theirs }: { readonly base: Values; readonly ours: Values; readonly theirs: Values },
  parts: readonly string[],
  count: CountSettled,
  locate?: (key: ValueKey) => SourceRef | undefined,
): readonly ValueDrift[] {
  const partOrder = (text: string): number => parts.indexOf(parseKey(text)[0]);
  return [...new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])]
    .sort((left, right) => partOrder(left) - partOrder(right) || byCodeUnit(left, right))
    .flatMap((text): readonly ValueDrift[] => {
      const key = parseKey(text);
      const value = { base: base.get(text), ours: ours.get(text), theirs: theirs.get(text) };
      const found = compareSides(value);
      if (found === 'theirs' || found === 'both')
        return [valueDrift(found, key, value, value.ours === undefined ? undefined : locate?.(key))];
      if (found !== 'unchanged') count(key[0], found, key);
      return [];
    });
}
