import { byCodeUnit } from '../model/lists.ts';
import { allValues, type Change, type Operation } from '../model/plan/plan.ts';
import { childName } from '../model/resources/address.ts';
import {
  isRecord,
  isWithin,
  keyText,
  parseKey,
  type RecordValue,
  type Value,
  type ValueChange,
  type ValueKey,
} from '../model/resources/resource.ts';
import type { Values } from './values.ts';

/** One value that differs from the state that the plan was made from. A side without the value is absent. */
export interface StaleValue extends Omit<ValueChange, 'at'> {
  /** False: the plan lacks this value. `from` is then the value in the ledger, and it was changed since. */
  readonly planned: boolean;
  readonly now?: Value;
}

/** The values of a part that is neither in the planned old state nor in the planned new state. */
export interface StaleDetail {
  /** The first ones: values in neither state, then those already as planned, then those that the plan lacks. */
  readonly values: readonly StaleValue[];
  /** Total number, including those not shown. */
  readonly count: number;
  /** True if these are all changes. False: neither the plan nor the ledger has the others. */
  readonly complete: boolean;
  /**
   * The number of entries, rules or instructions that the part had when the plan was made, and has now. Absent for a
   * single value.
   */
  readonly size?: { readonly from: number; readonly now: number };
}

/** Maximum number of values that are kept: a dictionary may have been replaced completely. */
export const STALE_VALUES_MAX = 20;

export type NamedValue = readonly [key: ValueKey, value: Value];

export interface StaleInput {
  readonly change: Change;
  readonly operation: Operation;
  /** The values of the resource on the service; empty if it was deleted. */
  readonly now: readonly NamedValue[];
  /** The values of the resource in the ledger when the plan was made. Absent: unknown. */
  readonly base?: readonly NamedValue[] | undefined;
  /** The digest of values, computed as for the operation. Absent: the plan has all values of the part. */
  readonly digest?: (values: readonly NamedValue[]) => string;
  /** True if both are equal for the service. Default: if they have the same fields. */
  readonly isAlike?: (left: RecordValue, right: RecordValue) => boolean;
}

/** The values that are known, as a list. */
export const namedValues = (values: Values): readonly NamedValue[] =>
  [...values].flatMap(([text, value]): readonly NamedValue[] => (value === undefined ? [] : [[parseKey(text), value]]));

const haveSameFields = (left: RecordValue, right: RecordValue): boolean =>
  [...Object.keys(left), ...Object.keys(right)].every((field) => left[field] === right[field]);

/** The number of values that the parts of an operation had; `undefined`: the operation is about single values. */
function sizeBefore({ before, children }: Change, { touches }: Operation): number | undefined {
  const parts = touches.filter(([part, ...names]) => part === 'entry' || (names.length === 0 && part in before));
  if (parts.length === 0) return undefined;
  const touchedChildren = children.filter(({ address }) => isWithin(['entry', childName(address)], parts));
  const sizes = [...parts.map(([part]) => before[part] ?? 0), ...touchedChildren.map((child) => child.before)];
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * The values that differ from the state that the plan was made from or, if the part did not exist, from the planned new
 * state. The ledger provides the values that the plan lacks. The digest of the operation verifies the result: after
 * undoing the differences, the values must have the digest that the plan was made from. Otherwise there are further,
 * unknown changes.
 */
export function staleDetail(input: StaleInput): StaleDetail {
  const { change, operation, base, digest, isAlike = haveSameFields } = input;
  const touches = (key: ValueKey): boolean => isWithin(key, operation.touches);
  const size = sizeBefore(change, operation);
  const isNew = operation.pre === 'absent';
  const rows = new Map<string, StaleValue>();
  for (const { at: _, term: _term, ...value } of allValues(change)) {
    // A deletion must leave no value, even if the replacing resource has the value.
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
