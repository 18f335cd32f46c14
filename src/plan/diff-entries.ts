import { comparePacked, type RowsDiff } from '../model/compare-packed.ts';
import { type Entries, type Entry, entriesOf } from '../model/entries.ts';
import { isPacked, sourceOf, targetOf } from '../model/packed-entries.ts';
import type { EntryChange } from './plan.ts';

type Removed = Extract<EntryChange, { readonly kind: 'removed' }>;
type Changed = Extract<EntryChange, { readonly kind: 'changed' }>;
type Added = Extract<EntryChange, { readonly kind: 'added' }>;

export interface EntriesDiff {
  /** In the order of the live entries. */
  readonly removed: readonly Removed[];
  /** In the order of the desired entries, as are the added ones. */
  readonly changed: readonly Changed[];
  readonly added: readonly Added[];
}

/** What must change in `live` so that it becomes `desired`. Entries are compared by source phrase; their order means nothing. */
export function diffEntries(live: Entries, desired: Entries): EntriesDiff {
  const packed = isPacked(live) && isPacked(desired) ? comparePacked(live, desired) : undefined;
  return packed === undefined ? diffAny(live, desired) : phrasesOf(packed);
}

function diffAny(live: Entries, desired: Entries): EntriesDiff {
  const changed: Changed[] = [];
  const added: Added[] = [];
  for (const [source, to] of desired) {
    const from = live.get(source);
    if (from === undefined) added.push({ kind: 'added', source, to });
    else if (from !== to) changed.push({ kind: 'changed', source, from, to });
  }
  const removed: Removed[] = [];
  if (live.size + added.length > desired.size) {
    for (const [source, from] of live)
      if (desired.get(source) === undefined) removed.push({ kind: 'removed', source, from });
  }
  return { removed, changed, added };
}

/** Strings of what differs, and of nothing else. */
function phrasesOf({ left, right, removed, changed, added }: RowsDiff): EntriesDiff {
  return {
    removed: removed.map((row) => ({ kind: 'removed', source: sourceOf(left, row), from: targetOf(left, row) })),
    changed: changed.map(([from, to]) => ({
      kind: 'changed',
      source: sourceOf(right, to),
      from: targetOf(left, from),
      to: targetOf(right, to),
    })),
    added: added.map((row) => ({ kind: 'added', source: sourceOf(right, row), to: targetOf(right, row) })),
  };
}

/** `live` with changes made to it: removed ones gone, changed ones in place, added ones at the end. */
export function patchedEntries(live: Entries, changes: readonly EntryChange[]): Entries {
  const removed = new Set<string>();
  const changed = new Map<string, string>();
  const added: Entry[] = [];
  for (const change of changes) {
    if (change.kind === 'removed') removed.add(change.source);
    else if (change.kind === 'changed') changed.set(change.source, change.to);
    else added.push([change.source, change.to]);
  }
  const kept = [...live]
    .filter(([source]) => !removed.has(source))
    .map(([source, target]): Entry => [source, changed.get(source) ?? target]);
  return entriesOf([...kept, ...added]);
}
