import type { Entries, Entry } from '../entries/entries.ts';
import type { ValueChange } from '../resources/resource.ts';
import type { ChildChange } from './plan.ts';

/**
 * Entries that files add to a child, in the form of the files. A value is created when it is read, and not kept: half a
 * million values take a gigabyte.
 */
export interface Additions {
  /** The source and target phrases that are added, in the order of the file. */
  readonly entries: Entries;
  /** The value of an entry. `row`: its number among the entries. */
  readonly value: (entry: Entry, row: number) => ValueChange;
}

/**
 * The member of a child that has its additions. It is not printed, compared or copied, because `values` has the same
 * content.
 */
const ADDITIONS = Symbol('additions');

interface Holder {
  readonly [ADDITIONS]?: StoredAdditions;
}

interface StoredAdditions extends Additions {
  /** What is removed and changed. */
  readonly others: readonly ValueChange[];
  /** All values, from the moment when a reader needs them to stay the same objects. */
  all?: readonly ValueChange[];
}

/** The values of additions, made one by one. */
export function* valuesOfAdditions({ entries, value }: Additions): Generator<ValueChange, void, undefined> {
  let row = 0;
  for (const entry of entries) {
    yield value(entry, row);
    row += 1;
  }
}

/**
 * A child whose added values are created each time that its `values` are read. Code that reads them twice must keep
 * them in a variable. `others`: removed and changed values.
 */
export function withAdditions<Child extends object>(
  child: Child,
  others: readonly ValueChange[],
  additions: Additions,
): Child & Pick<ChildChange, 'values'> {
  const stored: StoredAdditions = { ...additions, others };
  return Object.defineProperties(child, {
    values: { enumerable: true, get: () => stored.all ?? [...others, ...valuesOfAdditions(additions)] },
    [ADDITIONS]: { enumerable: false, value: stored },
  }) as Child & Pick<ChildChange, 'values'>;
}

const storedOf = (child: Pick<ChildChange, 'values'>): StoredAdditions | undefined => (child as Holder)[ADDITIONS];

/** The additions of a child that are not values yet, and its `others`; `undefined`: `values` is an ordinary list. */
export const additionsOf = (
  child: Pick<ChildChange, 'values'>,
): (Additions & { readonly others: readonly ValueChange[] }) | undefined => storedOf(child);

/** Values of a child that are there: without those that are only made when they are read, which are additions. */
export const valuesAtHand = (child: Pick<ChildChange, 'values'>): readonly ValueChange[] =>
  storedOf(child)?.others ?? child.values;

/** The values of a child one after another: added ones are made one by one. */
export function* eachValue(child: Pick<ChildChange, 'values'>): Generator<ValueChange, void, undefined> {
  const stored = storedOf(child);
  if (stored === undefined || stored.all !== undefined) yield* child.values;
  else {
    yield* stored.others;
    yield* valuesOfAdditions(stored);
  }
}

/** All values of a child, except for additions beyond a maximum, if these do not exist yet. */
export function firstValues(child: Pick<ChildChange, 'values'>, most: number): readonly ValueChange[] {
  const stored = storedOf(child);
  return stored === undefined || stored.all !== undefined || stored.entries.size <= most
    ? child.values
    : [...stored.others, ...firstOf(valuesOfAdditions(stored), most)];
}

/** Additions that `firstValues` leaves out. */
export function additionsBeyond(child: Pick<ChildChange, 'values'>, most = Number.POSITIVE_INFINITY): number {
  const stored = storedOf(child);
  return stored === undefined || stored.all !== undefined ? 0 : Math.max(0, stored.entries.size - most);
}

function firstOf(values: Iterable<ValueChange>, most: number): readonly ValueChange[] {
  const first: ValueChange[] = [];
  for (const value of values) {
    if (first.length === most) break;
    first.push(value);
  }
  return first;
}

/** The number of values of a child. None is made for it. */
export const valueCount = (child: Pick<ChildChange, 'values'>): number => {
  const stored = storedOf(child);
  return stored === undefined ? child.values.length : stored.others.length + stored.entries.size;
};

/** From now on the values of a child stay the same objects, for who compares them by identity. */
export function keepValues(child: Pick<ChildChange, 'values'>): readonly ValueChange[] {
  const stored = storedOf(child);
  if (stored === undefined) return child.values;
  stored.all ??= child.values;
  return stored.all;
}

/** The entries that a child adds, and nothing else is done to it; `undefined`: something else is done as well. */
export function onlyAdded(child: Pick<ChildChange, 'values'>): Entries | undefined {
  const stored = storedOf(child);
  return stored !== undefined && stored.others.length === 0 ? stored.entries : undefined;
}
