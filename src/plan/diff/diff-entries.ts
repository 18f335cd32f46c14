import { type Entries, type Entry, entriesOf } from '../../model/entries/entries.ts';
import type { Locate } from '../../model/resources/desired.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { comparePacked, type RowsDiff } from '../../packed/compare-packed.ts';
import { isPacked, sourceOf, targetOf } from '../../packed/packed-entries.ts';
import type { EntryChange } from '../plan.ts';

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

/**
 * What must change in `live` so that it becomes `desired`. Entries are compared by source phrase; their order means
 * nothing. `locate`: says where an entry of `desired` stands; what is changed or added has it as `at`.
 */
export function diffEntries(live: Entries, desired: Entries, locate?: Locate): EntriesDiff {
  const packed = isPacked(live) && isPacked(desired) ? comparePacked(live, desired) : undefined;
  return packed === undefined ? diffAny(live, desired, locate) : phrasesOf(packed, locate);
}

function diffAny(live: Entries, desired: Entries, locate?: Locate): EntriesDiff {
  const changed: Changed[] = [];
  const added: Added[] = [];
  for (const [source, to] of desired) {
    const from = live.get(source);
    if (from === undefined) added.push(addition(source, to, locate?.(source)));
    else if (from !== to) changed.push(alteration(source, from, to, locate?.(source)));
  }
  const removed: Removed[] = [];
  if (live.size + added.length > desired.size) {
    for (const [source, from] of live)
      if (desired.get(source) === undefined) removed.push({ kind: 'removed', source, from });
  }
  return { removed, changed, added };
}

/** Strings of what differs, and of nothing else. */
function phrasesOf({ left, right, removed, changed, added }: RowsDiff, locate?: Locate): EntriesDiff {
  return {
    removed: removed.map((row) => ({ kind: 'removed', source: sourceOf(left, row), from: targetOf(left, row) })),
    changed: changed.map(([from, to]) => {
      const source = sourceOf(right, to);
      return alteration(source, targetOf(left, from), targetOf(right, to), locate?.(source, to));
    }),
    added: added.map((row) => {
      const source = sourceOf(right, row);
      return addition(source, targetOf(right, row), locate?.(source, row));
    }),
  };
}

const alteration = (source: string, from: string, to: string, at: SourceRef | undefined): Changed =>
  at === undefined ? { kind: 'changed', source, from, to } : { kind: 'changed', source, from, to, at };

const addition = (source: string, to: string, at: SourceRef | undefined): Added =>
  at === undefined ? { kind: 'added', source, to } : { kind: 'added', source, to, at };

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
