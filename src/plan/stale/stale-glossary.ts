import { type Entries, type Entry, entriesOf, NO_ENTRIES } from '../../model/entries/entries.ts';
import { type PairKey, pairKey } from '../../model/entries/language-pair.ts';
import { glossaryDigest, namedEntriesDigest } from '../../model/resources/digest.ts';
import type { ValueKey } from '../../model/resources/value.ts';
import type { GlossaryChange, GlossaryOperation } from '../plan.ts';
import { type NamedValue, type StaleDetail, staleDetail } from './stale-detail.ts';

/**
 * What the service or the ledger has of a glossary. Of an operation on one dictionary only that one is read, and the
 * name where the operation is about it.
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

function touches(operation: GlossaryOperation, [part, pair]: ValueKey): boolean {
  if (!('pair' in operation)) return part === 'name' || operation.kind !== 'rename-glossary';
  return part === 'name' ? 'rename' in operation && operation.rename : pair === pairKey(operation.pair);
}

/** The digest of values, as the operation counts them. */
function digestOf(values: readonly NamedValue[], operation: GlossaryOperation): string {
  let name = '';
  const rows = new Map<PairKey, Entry[]>();
  for (const [[part, pair, source = ''], value] of values) {
    const entry: Entry = [source, String(value)];
    if (part === 'name') name = String(value);
    else if (rows.get(pair as PairKey)?.push(entry) === undefined) rows.set(pair as PairKey, [entry]);
  }
  const dictionaries = new Map([...rows].map(([pair, entries]) => [pair, { entries: entriesOf(entries) }]));
  if (!('pair' in operation)) return glossaryDigest(name, dictionaries);
  const entries = dictionaries.get(pairKey(operation.pair))?.entries ?? NO_ENTRIES;
  if ('rename' in operation && operation.rename) return namedEntriesDigest(name, entries);
  return entries.size === 0 ? 'absent' : entries.digest;
}

/** What became of the part of a glossary that an operation was to change. `now`: `undefined` when it is gone. */
export function staleGlossary(
  change: GlossaryChange,
  operation: GlossaryOperation,
  { now, base }: { readonly now: GlossarySide | undefined; readonly base: GlossarySide | undefined },
): StaleDetail {
  const before = change.dictionaries.filter(({ pair }) => touches(operation, ['entry', pairKey(pair)]));
  return staleDetail({
    change,
    operation,
    touches: (key) => touches(operation, key),
    now: now === undefined ? [] : valuesOf(now),
    base: base && valuesOf(base),
    ...(operation.kind !== 'rename-glossary' && {
      digest: (values) => digestOf(values, operation),
      sizeBefore: before.reduce((sum, dictionary) => sum + dictionary.before, 0),
    }),
  });
}
