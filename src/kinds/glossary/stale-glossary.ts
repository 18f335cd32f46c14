import { entriesOn } from '../../change/diff-entries.ts';
import { type NamedValue, type StaleDetail, staleDetail } from '../../change/stale-detail.ts';
import { type Entries, NO_ENTRIES } from '../../model/entries/entries.ts';
import type { PairKey } from '../../model/entries/language-pair.ts';
import { type Change, nameOf, type Operation } from '../../model/plan/plan.ts';
import { glossaryDigest, namedEntriesDigest } from './glossary.ts';

/**
 * The content of a glossary on the service or in the ledger. For an operation on one dictionary, only that dictionary
 * is read, and the name if the operation changes it.
 */
export interface GlossarySide {
  readonly name?: string;
  readonly dictionaries: ReadonlyMap<PairKey, { readonly entries?: Entries }>;
}

const valuesOf = ({ name, dictionaries }: GlossarySide): readonly NamedValue[] => [
  ...(name === undefined ? [] : [[['name'], name] as const]),
  ...[...dictionaries].flatMap(([pair, { entries = NO_ENTRIES }]) =>
    [...entries].map(([source, target]): NamedValue => [['entry', pair, source], target]),
  ),
];

/** The digest of values, computed like the one of the operation. */
function digestOf(values: readonly NamedValue[], { touches }: Operation): string {
  const changes = values.map(([key, to]) => ({ key, to }));
  const { to: name = '' } = nameOf({ values: changes.filter(({ key }) => key[0] === 'name') });
  const entries = changes.filter(({ key }) => key[0] === 'entry');
  const pairs = [...new Set(entries.map(({ key }) => key[1] as PairKey))];
  const entriesOfPair = (pair: string | undefined) =>
    entriesOn(
      'to',
      entries.filter(({ key }) => key[1] === pair),
    );
  const [, pair] = touches.find(([part, named]) => part === 'entry' && named !== undefined) ?? [];
  if (pair === undefined)
    return glossaryDigest(name, new Map(pairs.map((each) => [each, { entries: entriesOfPair(each) }])));
  if (touches.some(([part]) => part === 'name')) return namedEntriesDigest(name, entriesOfPair(pair));
  return entriesOfPair(pair).size === 0 ? 'absent' : entriesOfPair(pair).digest;
}

/**
 * Compares the part of a glossary that an operation should have changed with the plan. `now`: the live glossary;
 * `undefined` if it was deleted.
 */
export const staleGlossary = (
  change: Change,
  operation: Operation,
  { now, base }: { readonly now: GlossarySide | undefined; readonly base: GlossarySide | undefined },
): StaleDetail =>
  staleDetail({
    change,
    operation,
    now: now === undefined ? [] : valuesOf(now),
    base: base && valuesOf(base),
    ...(operation.kind !== 'rename-glossary' && { digest: (values) => digestOf(values, operation) }),
  });
