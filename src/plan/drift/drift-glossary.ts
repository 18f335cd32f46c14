import type { Dictionary, GlossaryContent } from '../../model/entries/dictionary.ts';
import { type Entries, entriesOf, NO_ENTRIES } from '../../model/entries/entries.ts';
import { type PairKey, parsePairKey } from '../../model/entries/language-pair.ts';
import type { OwnedGlossary } from '../../model/ledger/ledger-state.ts';
import { byCodeUnit } from '../../model/order.ts';
import { dictionaryAddress, type GlossaryAddress } from '../../model/resources/address.ts';
import type { DesiredDictionary, DesiredGlossary } from '../../model/resources/desired.ts';
import type { LiveDictionary, LiveGlossary } from '../../model/resources/live.ts';
import type { Scope } from '../scope.ts';
import type { DictionaryDrift, GlossaryDrift } from './drift.ts';
import { driftEntries, sameEntries } from './drift-entries.ts';
import { type CountSettled, differenceIn } from './drift-sides.ts';

export interface GlossaryDriftSides {
  readonly address: GlossaryAddress;
  readonly base: OwnedGlossary;
  /** Absent: the files no longer have it. */
  readonly desired?: DesiredGlossary;
  /** Absent: it is gone from the service. */
  readonly live?: LiveGlossary;
  readonly scope: Scope;
  /** Dictionaries that nobody in git has ever named count too, unless the glossary is additive. */
  readonly added: boolean;
}

interface DictionarySides {
  readonly glossary: GlossaryAddress;
  readonly pair: PairKey;
  readonly base: Entries;
  readonly ours: Entries;
  readonly theirs: Entries;
  readonly additive: boolean;
  readonly desired?: DesiredDictionary;
}

const CREATED_OUTSIDE = { kind: 'theirs', how: 'created-outside' } as const;

/** "Not read" is not "empty": whoever compares must have read what the service lists. */
function entriesRead(address: GlossaryAddress, pair: PairKey, live: LiveDictionary | undefined): Entries {
  if (live === undefined || live.entryCount === 0) return NO_ENTRIES;
  if (live.entries === undefined)
    throw new Error(`the entries of ${dictionaryAddress(address, pair)} were not read before they were compared`);
  return live.entries;
}

/**
 * True when a side has an entry that the base does not have so. What a side has only removed is no loss when the whole
 * goes.
 */
const hasNew = (side: Entries, base: Entries): boolean =>
  [...side].some(([source, target]) => base.get(source) !== target);

/** An empty dictionary is the same as none, on every side. */
function driftDictionary(sides: DictionarySides, count: CountSettled): DictionaryDrift | undefined {
  const { glossary, pair, base, ours, theirs, additive, desired } = sides;
  const known = { address: dictionaryAddress(glossary, pair), pair: parsePairKey(pair), baseSize: base.size };
  if (base.size > 0 && theirs.size === 0) {
    if (ours.size > 0) {
      const kind = !sameEntries(base, ours) && hasNew(ours, base) ? 'both' : 'theirs';
      return { ...known, whole: { kind, how: 'deleted-outside' }, entries: [] };
    }
    count('dictionaries', 'same');
    return undefined;
  }
  if (sameEntries(base, theirs)) {
    if (!sameEntries(base, ours)) count('dictionaries', 'ours');
    return undefined;
  }
  if (base.size > 0 && ours.size === 0) {
    // Of an additive glossary, what git never had is not its business now either.
    const left = additive ? entriesOf([...theirs].filter(([source]) => base.get(source) !== undefined)) : theirs;
    if (left.size === 0) {
      count('dictionaries', 'same');
      return undefined;
    }
    const entries = driftEntries({ base, ours: base, theirs: left, additive }, () => undefined);
    if (entries.some((entry) => entry.theirs !== undefined))
      return { ...known, whole: { kind: 'both', how: 'dropped-here', theirs: left }, entries };
    count('dictionaries', 'ours');
    return undefined;
  }
  const locate = desired === undefined ? {} : { locate: (source: string) => desired.locate(source) };
  const entries = driftEntries({ base, ours, theirs, additive, ...locate }, count);
  return entries.length === 0 ? undefined : { ...known, entries };
}

const pairsOf = (...sides: readonly (ReadonlyMap<PairKey, unknown> | undefined)[]): readonly PairKey[] =>
  [...new Set(sides.flatMap((side) => [...(side?.keys() ?? [])]))].sort(byCodeUnit);

/** What the service has, without dictionaries that are empty. */
export function liveContentOf(address: GlossaryAddress, live: LiveGlossary): GlossaryContent {
  const dictionaries = [...live.dictionaries]
    .map(([pair, dictionary]): readonly [PairKey, Dictionary] => [
      pair,
      { pair: dictionary.pair, entries: entriesRead(address, pair, dictionary) },
    ])
    .filter(([, { entries }]) => entries.size > 0)
    .sort(([left], [right]) => byCodeUnit(left, right));
  return { name: live.name, dictionaries: new Map(dictionaries) };
}

/** A deletion takes all that the service has with it, and so also dictionaries that git never had. */
function driftOfDropped({ address, base, live }: GlossaryDriftSides, count: CountSettled): GlossaryDrift | undefined {
  if (live === undefined) {
    count('glossaries', 'same');
    return undefined;
  }
  const uncounted = (): void => undefined;
  const name = differenceIn(
    'names',
    { base: base.content.name, ours: base.content.name, theirs: live.name },
    uncounted,
  );
  const dictionaries = pairsOf(base.content.dictionaries, live.dictionaries).flatMap((pair) => {
    const was = base.content.dictionaries.get(pair)?.entries ?? NO_ENTRIES;
    const theirs = entriesRead(address, pair, live.dictionaries.get(pair));
    const sides = { glossary: address, pair, base: was, ours: was, theirs, additive: false };
    const drift = driftDictionary(sides, uncounted);
    if (drift === undefined) return [];
    return was.size > 0 ? [drift] : [{ ...drift, whole: CREATED_OUTSIDE }];
  });
  if (name === undefined && dictionaries.length === 0) {
    count('glossaries', 'ours');
    return undefined;
  }
  return {
    kind: 'glossary',
    address,
    id: live.id,
    baseName: base.content.name,
    whole: { kind: 'both', how: 'dropped-here', theirs: liveContentOf(address, live) },
    ...(name !== undefined && { name }),
    dictionaries,
  };
}

/** The files still ask for exactly what the last apply left. */
function isAsItWas({ name, dictionaries }: DesiredGlossary, base: GlossaryContent): boolean {
  const ofPair = (side: GlossaryContent['dictionaries'], pair: PairKey): Entries =>
    side.get(pair)?.entries ?? NO_ENTRIES;
  return (
    name === base.name &&
    pairsOf(dictionaries, base.dictionaries).every((pair) =>
      sameEntries(ofPair(dictionaries, pair), ofPair(base.dictionaries, pair)),
    )
  );
}

/** What became of one glossary that the ledger owns. */
export function driftGlossary(sides: GlossaryDriftSides, count: CountSettled): GlossaryDrift | undefined {
  const { address, base, desired, live, scope, added } = sides;
  if (desired === undefined) return driftOfDropped(sides, count);
  const known = { kind: 'glossary', address, id: live?.id ?? base.id, baseName: base.content.name } as const;
  if (live === undefined) {
    const kind = isAsItWas(desired, base.content) ? 'theirs' : 'both';
    return { ...known, whole: { kind, how: 'deleted-outside' }, dictionaries: [] };
  }
  const recreated = live.id !== base.id;
  const name = scope.whole(address)
    ? differenceIn('names', { base: base.content.name, ours: desired.name, theirs: live.name }, count)
    : undefined;
  const additive = desired.mode === 'additive';
  const isNew = (pair: PairKey): boolean => !base.content.dictionaries.has(pair) && !desired.dictionaries.has(pair);
  const dictionaries = pairsOf(
    base.content.dictionaries,
    desired.dictionaries,
    added && !additive ? live.dictionaries : undefined,
  )
    .filter((pair) => scope.dictionary(address, pair))
    .flatMap((pair) => {
      const wanted = desired.dictionaries.get(pair);
      const drift = driftDictionary(
        {
          glossary: address,
          pair,
          base: base.content.dictionaries.get(pair)?.entries ?? NO_ENTRIES,
          ours: wanted?.entries ?? NO_ENTRIES,
          theirs: entriesRead(address, pair, live.dictionaries.get(pair)),
          additive,
          ...(wanted !== undefined && { desired: wanted }),
        },
        count,
      );
      if (drift === undefined) return [];
      return isNew(pair) ? [{ ...drift, whole: CREATED_OUTSIDE }] : [drift];
    });
  if (!recreated && name === undefined && dictionaries.length === 0) return undefined;
  return {
    ...known,
    ...(recreated && { whole: { kind: 'theirs', how: 'recreated-outside' } }),
    ...(name !== undefined && { name }),
    dictionaries,
  };
}
