import { type Entries, type Entry, entriesOf } from '../model/entries/entries.ts';
import { comparePacked, type RowsDiff } from '../model/packed/compare-packed.ts';
import { entriesOfSome, isPacked, sourceOf, targetOf } from '../model/packed/packed-entries.ts';
import type { PackedRows } from '../model/packed/packed-rows.ts';
import { type Additions, eachValue, onlyAdded, valuesOfAdditions } from '../model/plan/additions.ts';
import { type ChildChange, valueChange } from '../model/plan/plan.ts';
import type { Locate, ValueChange, ValueKey } from '../model/resources/resource.ts';

export interface EntriesDiff {
  /** In the order of the live entries. */
  readonly removed: readonly ValueChange[];
  /** In the order of the desired entries, like the added ones. */
  readonly changed: readonly ValueChange[];
  readonly added: readonly ValueChange[];
}

/** Like `EntriesDiff`, but the added entries stay entries. */
export interface EntriesComparison extends Omit<EntriesDiff, 'added'> {
  readonly added: Additions;
}

/** The source phrase of an entry's key. */
export const sourceOfKey = ([, , source = '']: ValueKey): string => source;

/**
 * The changes that turn `live` into `desired`. Entries are compared by source phrase; their order has no meaning.
 * `locate`: returns the place of an entry of `desired`, which becomes `at` of changed and added values.
 */
export function compareEntries(pair: string, live: Entries, desired: Entries, locate?: Locate): EntriesComparison {
  // In a new dictionary, everything is added: no comparison is needed, and no value is made.
  if (live.size === 0) return { removed: [], changed: [], added: addedOf(pair, desired, locate) };
  if (isPacked(live) && isPacked(desired)) {
    const packed = comparePacked(live, desired);
    if (packed !== undefined) return phrasesOf(pair, packed, desired.rows, locate);
  }
  return diffAny(pair, live, desired, locate);
}

/** Like `compareEntries`, with the added entries as values. */
export function diffEntries(pair: string, live: Entries, desired: Entries, locate?: Locate): EntriesDiff {
  const { added, ...others } = compareEntries(pair, live, desired, locate);
  return { ...others, added: [...valuesOfAdditions(added)] };
}

/** `rows`: the indexes of the added rows in the file. Absent: all rows. */
const addedOf = (pair: string, entries: Entries, locate?: Locate, rows?: readonly number[]): Additions => ({
  entries,
  value([source, target], number) {
    const row = rows === undefined ? (isPacked(entries) ? number : undefined) : rows[number];
    return valueChange(['entry', pair, source], undefined, target, locate?.(source, row));
  },
});

function diffAny(pair: string, live: Entries, desired: Entries, locate?: Locate): EntriesComparison {
  const changed: ValueChange[] = [];
  const added: Entry[] = [];
  for (const [source, to] of desired) {
    const from = live.get(source);
    if (from === undefined) added.push([source, to]);
    else if (from !== to) changed.push(valueChange(['entry', pair, source], from, to, locate?.(source)));
  }
  const removed: ValueChange[] = [];
  if (live.size + added.length > desired.size) {
    for (const [source, from] of live)
      if (desired.get(source) === undefined) removed.push({ key: ['entry', pair, source], from });
  }
  return { removed, changed, added: addedOf(pair, entriesOf(added), locate) };
}

/** Makes strings only of the differing rows. Added entries stay rows of the file. */
function phrasesOf(
  pair: string,
  { left, removed, changed, added }: RowsDiff,
  right: PackedRows,
  locate?: Locate,
): EntriesComparison {
  return {
    removed: removed.map((row) => ({ key: ['entry', pair, sourceOf(left, row)], from: targetOf(left, row) })),
    changed: changed.map(([from, to]) => {
      const source = sourceOf(right, to);
      return valueChange(['entry', pair, source], targetOf(left, from), targetOf(right, to), locate?.(source, to));
    }),
    added: addedOf(pair, entriesOfSome(right, added), locate, added),
  };
}

/** The entries on one side of changes. */
export const entriesOn = (side: 'from' | 'to', changes: readonly ValueChange[]): Entries =>
  entriesOf(
    changes.flatMap(({ key, [side]: target }): readonly Entry[] =>
      target === undefined ? [] : [[sourceOfKey(key), String(target)]],
    ),
  );

/** The changed and added entries of a child, after its change. */
export const upsertsOf = (child: Pick<ChildChange, 'values'>): Entries =>
  onlyAdded(child) ?? entriesOn('to', [...eachValue(child)]);

/**
 * `live` after changes: removed entries are left out, changed ones keep their places, and added ones are at the end.
 */
export function patchedEntries(live: Entries, changes: readonly ValueChange[]): Entries {
  const before = new Map(changes.filter(({ from }) => from !== undefined).map((each) => [sourceOfKey(each.key), each]));
  const remaining = [...live].flatMap(([source, target]): readonly Entry[] => {
    const change = before.get(source);
    if (change === undefined) return [[source, target]];
    return change.to === undefined ? [] : [[source, String(change.to)]];
  });
  const added = entriesOn(
    'to',
    changes.filter(({ from }) => from === undefined),
  );
  return entriesOf([...remaining, ...added]);
}

/**
 * Like `patchedEntries`, for the change of a child. If the child was empty, the result is the entries that the files
 * add.
 */
export const patchedBy = (live: Entries, child: Pick<ChildChange, 'values'>): Entries =>
  (live.size === 0 ? onlyAdded(child) : undefined) ?? patchedEntries(live, child.values);

/** Compared by size and digest, so that an unchanged dictionary of 10 MB is not iterated. */
export const sameEntries = (left: Entries, right: Entries): boolean =>
  left.size === right.size && left.digest === right.digest;
