import type { PairKey } from '../../model/entries/language-pair.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { KeyLimits } from '../../model/resources/developer-key.ts';
import type { CustomInstruction } from '../../model/resources/style-list.ts';

/** One thing that has a value: what a reviewer calls a line of a plan. */
export type StaleCell =
  | { readonly kind: 'name' | 'label' | 'deactivated' }
  | { readonly kind: 'entry'; readonly pair: PairKey; readonly source: string }
  | { readonly kind: 'rule'; readonly category: string; readonly rule: string }
  /** `id`: at the service; of one that it does not have, something that tells it from the others. */
  | { readonly kind: 'instruction'; readonly id: string }
  | { readonly kind: 'limit'; readonly limit: keyof KeyLimits };

/** `null`: no limit. */
export type StaleSide = string | number | boolean | null | CustomInstruction;

/** One value that is not as the plan found it. A side that is absent does not have it. */
export type StaleValue = StaleCell & {
  /**
   * False: the plan does not speak of it, and `from` is what the history had. Somebody has changed it beside what was
   * planned.
   */
  readonly planned: boolean;
  readonly from?: StaleSide;
  readonly to?: StaleSide;
  readonly now?: StaleSide;
};

/** What became of a part that is neither as it was planned from nor as it was planned to. */
export interface StaleDetail {
  /**
   * The first ones: those that fit neither side, then those that are as planned already, then those of which the plan
   * does not speak.
   */
  readonly values: readonly StaleValue[];
  /** How many there are, shown or not. */
  readonly count: number;
  /**
   * True when they are all that has changed. False: a plan holds only what it changes, and the history does not tell
   * the rest either.
   */
  readonly complete: boolean;
  /**
   * How many entries, rules or instructions the part had when the plan was made, and has now; where it is one that has
   * some.
   */
  readonly size?: { readonly from: number; readonly now: number };
}

/** Most values that are kept: a dictionary may have been replaced as a whole. */
export const STALE_VALUES_MAX = 20;

/** Cells with their values, by their keys. */
export type StaleCells = ReadonlyMap<string, readonly [cell: StaleCell, value: StaleSide]>;

export const cellKey = (cell: StaleCell): string => JSON.stringify(cell);

export const cellsOf = (
  pairs: Iterable<readonly [StaleCell, StaleSide]>,
): Map<string, readonly [StaleCell, StaleSide]> => new Map([...pairs].map((pair) => [cellKey(pair[0]), pair]));

export interface PlannedCell {
  readonly cell: StaleCell;
  readonly from?: StaleSide;
  readonly to?: StaleSide;
}

export interface StaleInput {
  readonly planned: readonly PlannedCell[];
  /** What the service has of the part; empty when it is gone. */
  readonly now: StaleCells;
  /** What the history had of it when the plan was made, as far as it knows it. */
  readonly base?: StaleCells;
  /** True: the plan was made when the part was not there, so whatever is there is compared with what should come. */
  readonly isNew: boolean;
  /** True when cells are exactly what the plan was made from. */
  readonly isPlannedFrom: (cells: StaleCells) => boolean;
  readonly same?: (left: StaleSide, right: StaleSide) => boolean;
}

/**
 * Which values differ, on their three sides. What a plan does not hold is told by the history: its cells are taken for
 * what the plan was made from when, put in place of those that differ, they make the very content that it was made
 * from. Else it is said that not all is known. Pure.
 */
export function compareCells(input: StaleInput): StaleDetail {
  const { planned, now, base, isNew, isPlannedFrom, same = Object.is } = input;
  const alike = (left: StaleSide | undefined, right: StaleSide | undefined): boolean =>
    left === undefined || right === undefined ? left === right : same(left, right);
  const keys = new Set(planned.map(({ cell }) => cellKey(cell)));
  const withNow = (each: PlannedCell): StaleValue => staleValue(each, now.get(cellKey(each.cell))?.[1], true);
  const changed = planned.map(withNow).filter((value) => !alike(value.now, isNew ? value.to : value.from));
  const { others, complete } = isNew
    ? { others: beside(new Map(), now, keys, alike), complete: true }
    : unplanned({ planned, now, ...(base !== undefined && { base }), keys, alike, isPlannedFrom });
  const values = [
    ...changed.filter((value) => !alike(value.now, value.to)),
    ...changed.filter((value) => alike(value.now, value.to)),
    ...others.map(({ cell, from, now: is }) => staleValue({ cell, ...(from !== undefined && { from }) }, is, false)),
  ];
  return { values: values.slice(0, STALE_VALUES_MAX), count: values.length, complete };
}

const staleValue = ({ cell, from, to }: PlannedCell, now: StaleSide | undefined, planned: boolean): StaleValue => ({
  ...cell,
  planned,
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...(now !== undefined && { now }),
});

type Alike = (left: StaleSide | undefined, right: StaleSide | undefined) => boolean;

/** A value of which the plan does not speak: what the history had, and what is there now. */
interface Beside {
  readonly cell: StaleCell;
  readonly from: StaleSide | undefined;
  readonly now: StaleSide | undefined;
}

/** What differs between the history and the service, of what the plan does not speak of. */
function beside(base: StaleCells, now: StaleCells, keys: ReadonlySet<string>, alike: Alike): readonly Beside[] {
  const differs = (key: string): boolean => !keys.has(key) && !alike(base.get(key)?.[1], now.get(key)?.[1]);
  const found = [...base.keys(), ...[...now.keys()].filter((key) => !base.has(key))].filter(differs);
  return found.sort(byCodeUnit).flatMap((key) => {
    const [was, is] = [base.get(key), now.get(key)];
    const cell = (was ?? is)?.[0];
    return cell === undefined ? [] : [{ cell, from: was?.[1], now: is?.[1] }];
  });
}

function unplanned({
  planned,
  now,
  base,
  keys,
  alike,
  isPlannedFrom,
}: Pick<StaleInput, 'planned' | 'now' | 'base' | 'isPlannedFrom'> & {
  readonly keys: ReadonlySet<string>;
  readonly alike: Alike;
}): { readonly others: readonly Beside[]; readonly complete: boolean } {
  const before = new Map(now);
  const put = (cell: StaleCell, value: StaleSide | undefined): void => {
    if (value === undefined) before.delete(cellKey(cell));
    else before.set(cellKey(cell), [cell, value]);
  };
  for (const { cell, from } of planned) put(cell, from);
  if (isPlannedFrom(before)) return { others: [], complete: true };
  if (base === undefined) return { others: [], complete: false };
  const others = beside(base, now, keys, alike);
  for (const { cell, from } of others) put(cell, from);
  return { others, complete: isPlannedFrom(before) };
}
