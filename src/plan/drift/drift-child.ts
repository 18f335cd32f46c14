import { diffEntries, sameEntries, sourceOfKey } from '../../change/diff-entries.ts';
import { type CountSettled, compareSides, type ValueDrift, valueDrift } from '../../change/drift-values.ts';
import type { AnyKind, Child, LiveChild } from '../../kinds/kind.ts';
import { childNoun } from '../../kinds/words.ts';
import { type Entries, entriesOf, NO_ENTRIES } from '../../model/entries/entries.ts';
import type { SourceRef } from '../../model/finding.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { Address, ResourceAddress } from '../../model/resources/address.ts';
import type { ChildDrift, WholeDrift } from './drift.ts';

interface EntriesSides {
  /** Name of the part that contains the entries. */
  readonly name: string;
  readonly base: Entries;
  readonly ours: Entries;
  readonly theirs: Entries;
  /** True: an entry of the service that was never in git is ignored. */
  readonly additive: boolean;
  readonly locate?: (source: string) => SourceRef | undefined;
}

/** The drift of each entry: those of the base in its order, then new ones in the order of the service. */
function driftEntries(sides: EntriesSides, count: CountSettled): readonly ValueDrift[] {
  const { name, base, ours, theirs, additive, locate } = sides;
  const found: ValueDrift[] = [];
  const compare = (source: string, was: string | undefined): void => {
    const values = { base: was, ours: ours.get(source), theirs: theirs.get(source) };
    const kind = compareSides(values);
    const key = ['entry', name, source] as const;
    if (kind === 'theirs' || kind === 'both') found.push(valueDrift(kind, key, values, locate?.(source)));
    else if (kind !== 'unchanged') count('entry', kind, key);
  };
  const [here, there] = [diffEntries(name, base, ours), diffEntries(name, base, theirs)];
  // Usually, most entries of a large dictionary are equal on all sides. Only the others are looked up.
  const touched = new Set(
    [here, there].flatMap(({ removed, changed }) => [...removed, ...changed].map(({ key }) => sourceOfKey(key))),
  );
  if (touched.size > 0) for (const [source, was] of base) if (touched.has(source)) compare(source, was);
  for (const source of there.added.map(({ key }) => sourceOfKey(key)))
    if (!additive || ours.get(source) !== undefined) compare(source, undefined);
  for (const { key } of here.added) if (theirs.get(sourceOfKey(key)) === undefined) count('entry', 'ours');
  return found;
}

export interface ChildSides {
  /** Address of the resource that the part belongs to. */
  readonly address: ResourceAddress;
  readonly name: string;
  readonly base: Child | undefined;
  readonly ours: Child | undefined;
  readonly theirs: Entries;
  readonly additive: boolean;
  /** True if the part was never in git. */
  readonly isNew: boolean;
}

/** The entries of a live part. Throws if they exist but were not read: "not read" does not mean "empty". */
export function entriesRead(address: Address, name: string, live: LiveChild | undefined): Entries {
  if (live === undefined || live.entryCount === 0) return NO_ENTRIES;
  if (live.entries === undefined)
    throw new Error(`the entries of ${address}/${name} were not read before they were compared`);
  return live.entries;
}

/**
 * True if a side has an entry that is missing or different in the base. Entries that were only removed from a side do
 * not count as a loss if the whole part is deleted.
 */
const hasNew = (side: Entries, base: Entries): boolean =>
  [...side].some(([source, target]) => base.get(source) !== target);

/** The drift of one part; `undefined` if it has none. On every side, an empty part counts as missing. */
export function driftChild(kind: AnyKind, sides: ChildSides, count: CountSettled): ChildDrift | undefined {
  const { address, name, theirs, additive, isNew } = sides;
  const [base, ours] = [sides.base?.entries ?? NO_ENTRIES, sides.ours?.entries ?? NO_ENTRIES];
  const drift = (whole: WholeDrift<Entries> | undefined, values: ChildDrift['values'] = []): ChildDrift => ({
    address: `${address}/${name}`,
    ...omitUndefined({ pair: kind.pairOf?.(name) }),
    baseSize: base.size,
    ...(whole !== undefined && { whole }),
    values,
  });
  const countSettled = (status: 'same' | 'ours'): undefined => {
    count(childNoun(kind)[0], status);
    return undefined;
  };
  if (base.size > 0 && theirs.size === 0) {
    if (ours.size === 0) return countSettled('same');
    const side = !sameEntries(base, ours) && hasNew(ours, base) ? 'both' : 'theirs';
    return drift({ kind: side, how: 'deleted-outside', ...(side === 'both' && { ours: ours.digest }) });
  }
  if (sameEntries(base, theirs)) return sameEntries(base, ours) ? undefined : countSettled('ours');
  if (base.size > 0 && ours.size === 0) {
    // In an additive resource, entries that were never in git are ignored here too.
    const left = additive ? entriesOf([...theirs].filter(([source]) => base.get(source) !== undefined)) : theirs;
    if (left.size === 0) return countSettled('same');
    const values = driftEntries({ name, base, ours: base, theirs: left, additive }, () => undefined);
    return values.some((value) => value.theirs !== undefined)
      ? drift({ kind: 'both', how: 'dropped-here', theirs: left }, values)
      : countSettled('ours');
  }
  const locate = (source: string) => sides.ours?.locate?.(source);
  const values = driftEntries({ name, base, ours, theirs, additive, locate }, count);
  if (values.length === 0) return undefined;
  return drift(isNew ? { kind: 'theirs', how: 'created-outside', theirs } : undefined, values);
}
