import { byCodeUnit } from '../../model/order.ts';
import { keyText, type Value, type ValueKey } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { DRIFT_PARTS, type DriftPart, type ValueDrift } from './drift.ts';

/** Something on its three sides: the last apply, the files, the service. `undefined`: the side does not have it. */
export interface Sides<Side> {
  readonly base: Side | undefined;
  readonly ours: Side | undefined;
  readonly theirs: Side | undefined;
}

/** Values with their keys. */
export type KeyedValues = readonly (readonly [key: ValueKey, value: Value])[];

/** Counts what is no drift. */
export type CountSettled = (part: DriftPart, standing: 'same' | 'ours') => void;

/** How the three sides of one value stand to each other; `unchanged`: all are alike. */
export function standing<Side>(
  { base, ours, theirs }: Sides<Side>,
  alike: (left: Side, right: Side) => boolean = Object.is,
): 'unchanged' | 'ours' | 'theirs' | 'same' | 'both' {
  const same = (left: Side | undefined, right: Side | undefined): boolean =>
    left === undefined || right === undefined ? left === right : alike(left, right);
  if (same(base, theirs)) return same(base, ours) ? 'unchanged' : 'ours';
  if (same(base, ours)) return 'theirs';
  return same(ours, theirs) ? 'same' : 'both';
}

/** The sides of a value as a drift, without those that do not have it. */
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

const partOrder = ([part]: ValueKey): number => DRIFT_PARTS.indexOf(part as DriftPart);

/**
 * What somebody changed outside git of values that have a key of their own, by part and key; the rest is counted.
 * `locate` gives the place of a value that the files have.
 */
export function driftValues(
  { base = [], ours = [], theirs = [] }: Partial<Sides<KeyedValues>>,
  count: CountSettled,
  locate?: (key: ValueKey) => SourceRef | undefined,
): readonly ValueDrift[] {
  const byKey = (values: KeyedValues) => new Map(values.map(([key, value]) => [keyText(key), value]));
  const sides = { base: byKey(base), ours: byKey(ours), theirs: byKey(theirs) };
  const keys = new Map([...base, ...ours, ...theirs].map(([key]) => [keyText(key), key]));
  return [...keys]
    .sort(([left, one], [right, other]) => partOrder(one) - partOrder(other) || byCodeUnit(left, right))
    .flatMap(([text, key]): readonly ValueDrift[] => {
      const value = { base: sides.base.get(text), ours: sides.ours.get(text), theirs: sides.theirs.get(text) };
      const found = standing(value);
      if (found === 'theirs' || found === 'both')
        return [valueDrift(found, key, value, value.ours === undefined ? undefined : locate?.(key))];
      if (found !== 'unchanged') count(key[0] as DriftPart, found);
      return [];
    });
}
