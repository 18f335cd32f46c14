import type { Address } from '../../model/resources/address.ts';
import type { Difference, DriftPart } from './drift.ts';

/** One part on its three sides; `undefined`: the side does not have it. */
export interface Sides<Value> {
  readonly base: Value | undefined;
  readonly ours: Value | undefined;
  readonly theirs: Value | undefined;
}

/** One resource that the ledger owns. `live` may be another one of its name that stands in its place. */
export interface OwnedSides<At extends Address, Desired, Live, Owned> {
  readonly address: At;
  readonly base: Owned;
  readonly desired?: Desired;
  readonly live?: Live;
}

/** Counts what is no drift. */
export type CountSettled = (part: DriftPart, standing: 'same' | 'ours') => void;

/** How the three sides of one part stand to each other; `unchanged`: all are alike. */
export function standing<Value>(
  { base, ours, theirs }: Sides<Value>,
  alike: (left: Value, right: Value) => boolean = Object.is,
): 'unchanged' | 'ours' | 'theirs' | 'same' | 'both' {
  const same = (left: Value | undefined, right: Value | undefined): boolean =>
    left === undefined || right === undefined ? left === right : alike(left, right);
  if (same(base, theirs)) return same(base, ours) ? 'unchanged' : 'ours';
  if (same(base, ours)) return 'theirs';
  return same(ours, theirs) ? 'same' : 'both';
}

/** The sides as a difference, without those that do not have the part. */
export function differenceOf<Value>(kind: 'theirs' | 'both', sides: Sides<Value>): Difference<Value> {
  const { base, ours, theirs } = sides;
  const [was, is] = [base !== undefined && { base }, theirs !== undefined && { theirs }];
  return kind === 'theirs' ? { kind, ...was, ...is } : { kind, ...was, ...(ours !== undefined && { ours }), ...is };
}

/** The difference when somebody changed the part outside git; else it is counted. */
export function differenceIn<Value extends string | number | null>(
  part: DriftPart,
  sides: Sides<Value>,
  count: CountSettled,
): Difference<Value> | undefined {
  const found = standing(sides);
  if (found === 'theirs' || found === 'both') return differenceOf(found, sides);
  if (found !== 'unchanged') count(part, found);
  return undefined;
}
