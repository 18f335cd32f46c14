import { diffEntries, sourceOfKey } from '../../change/diff-entries.ts';
import type { ValueDrift } from '../../change/drift-values.ts';
import { type CountSettled, standing, valueDrift } from '../../change/drift-values.ts';
import type { Entries } from '../../model/entries/entries.ts';
import type { SourceRef } from '../../model/source-ref.ts';

export interface EntriesSides {
  /** Of the part that has the entries. */
  readonly name: string;
  readonly base: Entries;
  readonly ours: Entries;
  readonly theirs: Entries;
  /** True: an entry of the service that git never had is nobody's business. */
  readonly additive: boolean;
  readonly locate?: (source: string) => SourceRef | undefined;
}

/** What became of each entry. Those of the base in its order, then the new ones in the order of the service. */
export function driftEntries(sides: EntriesSides, count: CountSettled): readonly ValueDrift[] {
  const { name, base, ours, theirs, additive, locate } = sides;
  const found: ValueDrift[] = [];
  const compare = (source: string, was: string | undefined): void => {
    const values = { base: was, ours: ours.get(source), theirs: theirs.get(source) };
    const kind = standing(values);
    if (kind === 'theirs' || kind === 'both')
      found.push(valueDrift(kind, ['entry', name, source], values, locate?.(source)));
    else if (kind !== 'unchanged') count('entry', kind);
  };
  const [here, there] = [diffEntries(name, base, ours), diffEntries(name, base, theirs)];
  // Most entries of a large dictionary are the same on all sides: nothing is looked up for them.
  const touched = new Set(
    [here, there].flatMap(({ removed, changed }) => [...removed, ...changed].map(({ key }) => sourceOfKey(key))),
  );
  if (touched.size > 0) for (const [source, was] of base) if (touched.has(source)) compare(source, was);
  for (const source of there.added.map(({ key }) => sourceOfKey(key)))
    if (!additive || ours.get(source) !== undefined) compare(source, undefined);
  for (const { key } of here.added) if (theirs.get(sourceOfKey(key)) === undefined) count('entry', 'ours');
  return found;
}
