import type { GlossaryContent } from '../../model/entries/dictionary.ts';
import { type Entries, type Entry, entriesOf, NO_ENTRIES } from '../../model/entries/entries.ts';
import { type PairKey, pairKey } from '../../model/entries/language-pair.ts';
import { glossaryDigest, nameDigest, namedEntriesDigest } from '../../model/resources/digest.ts';
import type { EntryChange, GlossaryChange, GlossaryOperation } from '../plan.ts';
import {
  cellsOf,
  compareCells,
  type PlannedCell,
  type StaleCell,
  type StaleCells,
  type StaleDetail,
  type StaleSide,
} from './stale-detail.ts';

/**
 * What was read of a glossary: of an operation on one dictionary that one, and the name where the operation is about
 * it.
 */
export interface GlossaryNow {
  readonly name?: string;
  readonly dictionaries: ReadonlyMap<PairKey, Entries>;
}

const NAME: StaleCell = { kind: 'name' };

function entryCell(pair: PairKey, change: EntryChange): PlannedCell {
  return {
    cell: { kind: 'entry', pair, source: change.source },
    ...(change.kind !== 'added' && { from: change.from }),
    ...(change.kind !== 'removed' && { to: change.to }),
  };
}

/** The parts of a glossary that an operation touches. `undefined`: every dictionary. */
function scopeOf(operation: GlossaryOperation): { readonly name: boolean; readonly pairs?: readonly PairKey[] } {
  switch (operation.kind) {
    case 'create-glossary':
    case 'delete-glossary':
      return { name: true };
    case 'rename-glossary':
      return { name: true, pairs: [] };
    case 'merge-entries':
      return { name: operation.rename, pairs: [pairKey(operation.pair)] };
    case 'put-dictionary':
    case 'delete-dictionary':
      return { name: false, pairs: [pairKey(operation.pair)] };
    default:
      return operation satisfies never;
  }
}

/** The digest of cells, as the operation counts them. */
function digestOf(cells: StaleCells, operation: GlossaryOperation): string {
  let name = '';
  const rows = new Map<PairKey, Entry[]>();
  for (const [cell, value] of cells.values()) {
    if (cell.kind === 'name') name = String(value);
    if (cell.kind !== 'entry') continue;
    const found = rows.get(cell.pair);
    if (found === undefined) rows.set(cell.pair, [[cell.source, String(value)]]);
    else found.push([cell.source, String(value)]);
  }
  const dictionaries = new Map([...rows].map(([pair, entries]) => [pair, { entries: entriesOf(entries) }]));
  const only = 'pair' in operation ? (dictionaries.get(pairKey(operation.pair))?.entries ?? NO_ENTRIES) : NO_ENTRIES;
  if (operation.kind === 'rename-glossary') return nameDigest(name);
  if (operation.kind === 'merge-entries' && operation.rename) return namedEntriesDigest(name, only);
  if ('pair' in operation) return only.size === 0 ? 'absent' : only.digest;
  return glossaryDigest(name, dictionaries);
}

/** What became of the part of a glossary that an operation was to change. `now`: `undefined` when it is gone. */
export function staleGlossary(
  change: GlossaryChange,
  operation: GlossaryOperation,
  { now, base }: { readonly now: GlossaryNow | undefined; readonly base: GlossaryContent | undefined },
): StaleDetail {
  const scope = scopeOf(operation);
  const inScope = (pair: PairKey): boolean => scope.pairs?.includes(pair) ?? true;
  const cells = (name: string | undefined, dictionaries: Iterable<readonly [PairKey, Entries]>): StaleCells =>
    cellsOf([
      ...(scope.name && name !== undefined ? [[NAME, name] as const] : []),
      ...[...dictionaries].flatMap(([pair, entries]) =>
        inScope(pair)
          ? [...entries].map(([source, to]): readonly [StaleCell, StaleSide] => [{ kind: 'entry', pair, source }, to])
          : [],
      ),
    ]);
  const { nameBefore: from, nameAfter: to } = change;
  const name: PlannedCell = {
    cell: NAME,
    ...(from !== undefined && { from }),
    ...(to !== undefined && change.action !== 'delete' && { to }),
  };
  const planned = [
    ...(scope.name ? [name] : []),
    ...change.dictionaries.flatMap(({ pair, entries }) =>
      inScope(pairKey(pair)) ? entries.map((entry) => entryCell(pairKey(pair), entry)) : [],
    ),
  ];
  const detail = compareCells({
    planned,
    now: cells(now?.name, now?.dictionaries ?? []),
    ...(base !== undefined && {
      base: cells(
        base.name,
        [...base.dictionaries].map(([pair, { entries }]) => [pair, entries]),
      ),
    }),
    isNew: operation.pre === 'absent',
    isPlannedFrom: (found) => digestOf(found, operation) === operation.pre,
  });
  if (operation.kind === 'rename-glossary') return detail;
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  const before = change.dictionaries.flatMap(({ pair, before: count }) => (inScope(pairKey(pair)) ? [count] : []));
  const there = [...(now?.dictionaries ?? [])].flatMap(([pair, { size }]) => (inScope(pair) ? [size] : []));
  return { ...detail, size: { from: sum(before), now: sum(there) } };
}
