import { byCodeUnit } from '../model/order.ts';
import { allValues } from '../model/plan/change-values.ts';
import type { Change, Operation } from '../model/plan/plan.ts';
import { childName } from '../model/resources/address.ts';
import type { RecordValue } from '../model/resources/value.ts';
import {
  isRecord,
  isWithin,
  keyText,
  parseKey,
  type Value,
  type ValueChange,
  type ValueKey,
} from '../model/resources/value.ts';
import type { Values } from './values.ts';

/** One value that is not as the plan found it. A side that is absent does not have it. */
export interface StaleValue extends Omit<ValueChange, 'at'> {
  /** False: the plan does not have this value, `from` is what the ledger had, and somebody has changed it since. */
  readonly planned: boolean;
  readonly now?: Value;
}

/** What became of a part that is neither as it was planned from nor as it was planned to. */
export interface StaleDetail {
  /**
   * The first ones: those that fit neither side, then those that are as planned already, then those that the plan does
   * not have.
   */
  readonly values: readonly StaleValue[];
  /** How many there are, shown or not. */
  readonly count: number;
  /** True when they are all that has changed. False: neither the plan nor the ledger has the rest. */
  readonly complete: boolean;
  /**
   * How many entries, rules or instructions the part had when the plan was made, and has now; where it is one that has
   * some.
   */
  readonly size?: { readonly from: number; readonly now: number };
}

/** Most values that are kept: a dictionary may have been replaced as a whole. */
export const STALE_VALUES_MAX = 20;

export type NamedValue = readonly [key: ValueKey, value: Value];

export interface StaleInput {
  readonly change: Change;
  readonly operation: Operation;
  /** What the service has of the resource; empty when it is gone. */
  readonly now: readonly NamedValue[];
  /** What the ledger had of it when the plan was made; absent: it is not known. */
  readonly base?: readonly NamedValue[] | undefined;
  /** The digest of values, as the operation counts them. Absent: the plan has all values of the part. */
  readonly digest?: (values: readonly NamedValue[]) => string;
  /** True when the service would treat both alike. Default: when they have the same fields. */
  readonly isAlike?: (left: RecordValue, right: RecordValue) => boolean;
}

/** The values that are known, as a list. */
export const namedValues = (values: Values): readonly NamedValue[] =>
  [...values].flatMap(([text, value]): readonly NamedValue[] => (value === undefined ? [] : [[parseKey(text), value]]));

const haveSameFields = (left: RecordValue, right: RecordValue): boolean =>
  [...Object.keys(left), ...Object.keys(right)].every((field) => left[field] === right[field]);

/** How many values the parts had that an operation is about; `undefined`: it is about single values. */
function sizeBefore({ before, children }: Change, { touches }: Operation): number | undefined {
  const parts = touches.filter(([part, ...names]) => part === 'entry' || (names.length === 0 && part in before));
  if (parts.length === 0) return undefined;
  const ofChildren = children.filter(({ address }) => isWithin(['entry', childName(address)], parts));
  const sizes = [...parts.map(([part]) => before[part] ?? 0), ...ofChildren.map((child) => child.before)];
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Which values differ from what the plan was made from or, where the part was not there, from what should come. The
 * ledger tells those that the plan does not have, and the digest of the operation proves them: with the differences
 * undone, the values must have the digest that the plan was made from. Otherwise more has changed than is known.
 */
export function staleDetail(input: StaleInput): StaleDetail {
  const { change, operation, base, digest, isAlike = haveSameFields } = input;
  const touches = (key: ValueKey): boolean => isWithin(key, operation.touches);
  const size = sizeBefore(change, operation);
  const isNew = operation.pre === 'absent';
  const rows = new Map<string, StaleValue>();
  for (const { at: _, term: _term, ...value } of allValues(change)) {
    // Of what is deleted no value is to be left, also where the resource that takes its place has the value.
    const { to: _to, ...gone } = value;
    const sides = operation.post === 'absent' ? gone : value;
    if (touches(value.key)) rows.set(keyText(value.key), { ...sides, planned: true });
  }
  for (const [key, from] of isNew ? [] : (base ?? []))
    if (touches(key) && !rows.has(keyText(key))) rows.set(keyText(key), { key, planned: false, from });
  for (const [key, now] of input.now)
    if (touches(key)) rows.set(keyText(key), { ...(rows.get(keyText(key)) ?? { key, planned: false }), now });
  const isPlannedFrom = (unplanned: 'from' | 'now'): boolean => {
    const before = [...rows.values()].flatMap((row): readonly NamedValue[] => {
      const value = row[row.planned ? 'from' : unplanned];
      return value === undefined ? [] : [[row.key, value]];
    });
    return digest === undefined || digest(before) === operation.pre;
  };
  const same = (left: Value | undefined, right: Value | undefined): boolean =>
    isRecord(left) && isRecord(right) ? isAlike(left, right) : left === right;
  const isPlannedAlone = !isNew && isPlannedFrom('now');
  const hasOthers = isNew || (base !== undefined && !isPlannedAlone);
  const rank = ({ planned, now, to }: StaleValue): number => (planned ? (same(now, to) ? 1 : 0) : 2);
  const values = [...rows]
    .filter(([, { planned, from, to, now }]) => (planned || hasOthers) && !same(now, isNew ? to : from))
    .sort(([leftKey, left], [rightKey, right]) =>
      left.planned || right.planned ? rank(left) - rank(right) : byCodeUnit(leftKey, rightKey),
    )
    .map(([, row]) => row);
  const sized = (row: StaleValue): boolean => row.now !== undefined && row.key[0] !== 'name';
  return {
    values: values.slice(0, STALE_VALUES_MAX),
    count: values.length,
    complete: isNew || isPlannedAlone || (base !== undefined && isPlannedFrom('from')),
    ...(size !== undefined && { size: { from: size, now: [...rows.values()].filter(sized).length } }),
  };
}
