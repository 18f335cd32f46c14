import { type Entries, type Entry, entriesOf } from '../../model/entries/entries.ts';
import { valueChange } from '../../model/plan/change-values.ts';
import type { ValueChange, ValueKey } from '../../model/resources/value.ts';
import { comparePacked, type RowsDiff } from '../../packed/compare-packed.ts';
import { isPacked, sourceOf, targetOf } from '../../packed/packed-entries.ts';
import type { PackedRows } from '../../packed/packed-rows.ts';
import type { Locate } from '../resource.ts';

export interface EntriesDiff {
  /** In the order of the live entries. */
  readonly removed: readonly ValueChange[];
  /** In the order of the desired entries, as are the added ones. */
  readonly changed: readonly ValueChange[];
  readonly added: readonly ValueChange[];
}

/** The source phrase of an entry's key. */
export const sourceOfKey = ([, , source = '']: ValueKey): string => source;

/**
 * What must change in `live` so that it becomes `desired`. Entries are compared by source phrase; their order means
 * nothing. `locate`: says where an entry of `desired` stands; what is changed or added has it as `at`.
 */
export function diffEntries(pair: string, live: Entries, desired: Entries, locate?: Locate): EntriesDiff {
  if (isPacked(live) && isPacked(desired)) {
    const packed = comparePacked(live, desired);
    if (packed !== undefined) return phrasesOf(pair, packed, desired.rows, locate);
  }
  return diffAny(pair, live, desired, locate);
}

function diffAny(pair: string, live: Entries, desired: Entries, locate?: Locate): EntriesDiff {
  const changed: ValueChange[] = [];
  const added: ValueChange[] = [];
  for (const [source, to] of desired) {
    const from = live.get(source);
    if (from !== to)
      (from === undefined ? added : changed).push(valueChange(['entry', pair, source], from, to, locate?.(source)));
  }
  const removed: ValueChange[] = [];
  if (live.size + added.length > desired.size) {
    for (const [source, from] of live)
      if (desired.get(source) === undefined) removed.push({ key: ['entry', pair, source], from });
  }
  return { removed, changed, added };
}

/** Strings of what differs, and of nothing else. */
function phrasesOf(
  pair: string,
  { left, removed, changed, added }: RowsDiff,
  right: PackedRows,
  locate?: Locate,
): EntriesDiff {
  const written = (row: number, from: string | undefined): ValueChange => {
    const source = sourceOf(right, row);
    return valueChange(['entry', pair, source], from, targetOf(right, row), locate?.(source, row));
  };
  return {
    removed: removed.map((row) => ({ key: ['entry', pair, sourceOf(left, row)], from: targetOf(left, row) })),
    changed: changed.map(([from, to]) => written(to, targetOf(left, from))),
    added: added.map((row) => written(row, undefined)),
  };
}

/** The entries that changes come from, or lead to. */
export const entriesOn = (side: 'from' | 'to', changes: readonly ValueChange[]): Entries =>
  entriesOf(
    changes.flatMap(({ key, [side]: target }): readonly Entry[] =>
      target === undefined ? [] : [[sourceOfKey(key), String(target)]],
    ),
  );

/** `live` with changes made to it: removed ones gone, changed ones in place, added ones at the end. */
export function patchedEntries(live: Entries, changes: readonly ValueChange[]): Entries {
  const before = new Map(changes.filter(({ from }) => from !== undefined).map((each) => [sourceOfKey(each.key), each]));
  const kept = [...live].flatMap(([source, target]): readonly Entry[] => {
    const change = before.get(source);
    if (change === undefined) return [[source, target]];
    return change.to === undefined ? [] : [[source, String(change.to)]];
  });
  const added = entriesOn(
    'to',
    changes.filter(({ from }) => from === undefined),
  );
  return entriesOf([...kept, ...added]);
}

/** By number and digest: a dictionary of 10 MB is not walked when it is what it was. */
export const sameEntries = (left: Entries, right: Entries): boolean =>
  left.size === right.size && left.digest === right.digest;
