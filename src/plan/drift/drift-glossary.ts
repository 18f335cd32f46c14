import type { DesiredDictionary, DesiredGlossary, LiveGlossary, OwnedGlossary } from '../../kinds/glossary/glossary.ts';
import { dictionaryAddress, type GlossaryAddress } from '../../kinds/glossary/glossary.ts';
import type { Dictionary, GlossaryContent } from '../../model/entries/dictionary.ts';
import { type Entries, entriesOf, NO_ENTRIES } from '../../model/entries/entries.ts';
import { type PairKey, parsePairKey } from '../../model/entries/language-pair.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Scope } from '../../model/plan/scope.ts';
import type { DictionaryDrift, WholeDrift } from './drift.ts';
import { driftEntries, sameEntries } from './drift-entries.ts';
import type { DriftKind } from './drift-resource.ts';
import { type CountSettled, driftValues, type KeyedValues } from './drift-values.ts';

interface DictionarySides {
  readonly glossary: GlossaryAddress;
  readonly pair: PairKey;
  readonly base: Entries;
  readonly ours: Entries;
  readonly theirs: Entries;
  readonly additive: boolean;
  readonly desired: DesiredDictionary | undefined;
  /** Nobody in git has ever named it. */
  readonly isNew: boolean;
}

type Dictionaries = ReadonlyMap<PairKey, { readonly entries: Entries }>;

const entriesIn = (dictionaries: Dictionaries | undefined, pair: PairKey): Entries =>
  dictionaries?.get(pair)?.entries ?? NO_ENTRIES;

/** "Not read" is not "empty": whoever compares must have read what the service lists. */
function entriesRead(address: GlossaryAddress, pair: PairKey, { dictionaries }: LiveGlossary): Entries {
  const live = dictionaries.get(pair);
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
  const { glossary, pair, base, ours, theirs, additive, desired, isNew } = sides;
  const drift = (whole: WholeDrift<Entries> | undefined, values: DictionaryDrift['values'] = []): DictionaryDrift => ({
    address: dictionaryAddress(glossary, pair),
    pair: parsePairKey(pair),
    baseSize: base.size,
    ...(whole !== undefined && { whole }),
    values,
  });
  const settled = (standing: 'same' | 'ours'): undefined => {
    count('dictionary', standing);
    return undefined;
  };
  if (base.size > 0 && theirs.size === 0) {
    if (ours.size === 0) return settled('same');
    const kind = !sameEntries(base, ours) && hasNew(ours, base) ? 'both' : 'theirs';
    return drift({ kind, how: 'deleted-outside' });
  }
  if (sameEntries(base, theirs)) return sameEntries(base, ours) ? undefined : settled('ours');
  if (base.size > 0 && ours.size === 0) {
    // Of an additive glossary, what git never had is not its business now either.
    const left = additive ? entriesOf([...theirs].filter(([source]) => base.get(source) !== undefined)) : theirs;
    if (left.size === 0) return settled('same');
    const values = driftEntries({ pair, base, ours: base, theirs: left, additive }, () => undefined);
    return values.some((value) => value.theirs !== undefined)
      ? drift({ kind: 'both', how: 'dropped-here', theirs: left }, values)
      : settled('ours');
  }
  const locate = desired === undefined ? {} : { locate: (source: string) => desired.locate(source) };
  const values = driftEntries({ pair, base, ours, theirs, additive, ...locate }, count);
  if (values.length === 0) return undefined;
  return drift(isNew ? { kind: 'theirs', how: 'created-outside', theirs } : undefined, values);
}

const pairsOf = (...sides: readonly (ReadonlyMap<PairKey, unknown> | undefined)[]): readonly PairKey[] =>
  [...new Set(sides.flatMap((side) => [...(side?.keys() ?? [])]))].sort(byCodeUnit);

/**
 * `added`: dictionaries that nobody in git has ever named count too, unless the glossary is additive. Of a glossary
 * that the files dropped they count always, since its deletion takes them with it.
 */
export const glossaryDrift = (
  scope: Scope,
  added: boolean,
): DriftKind<'glossary', GlossaryAddress, DesiredGlossary, LiveGlossary, OwnedGlossary, GlossaryContent> => ({
  kind: 'glossary',
  baseName: ({ content }) => content.name,
  differences({ address, base: { content: base }, desired, live }, count) {
    const additive = desired?.mode === 'additive';
    const ours = desired ?? base;
    const isNamed = desired === undefined || scope.whole(address);
    const pairs = pairsOf(
      base.dictionaries,
      ours.dictionaries,
      desired === undefined || (added && !additive) ? live.dictionaries : undefined,
    );
    const children = pairs
      .filter((pair) => desired === undefined || scope.child(address, pair))
      .flatMap((pair) => {
        const sides: DictionarySides = {
          glossary: address,
          pair,
          base: entriesIn(base.dictionaries, pair),
          ours: entriesIn(ours.dictionaries, pair),
          theirs: entriesRead(address, pair, live),
          additive,
          desired: desired?.dictionaries.get(pair),
          isNew:
            desired === undefined
              ? entriesIn(base.dictionaries, pair).size === 0
              : !base.dictionaries.has(pair) && !desired.dictionaries.has(pair),
        };
        return driftDictionary(sides, count) ?? [];
      });
    const named = ({ name }: { readonly name: string }): KeyedValues => (isNamed ? [[['name'], name]] : []);
    const values = driftValues({ base: named(base), ours: named(ours), theirs: named(live) }, count);
    return { values, children };
  },
  isEdited: ({ name, dictionaries }, { content: base }) =>
    name !== base.name ||
    pairsOf(dictionaries, base.dictionaries).some(
      (pair) => !sameEntries(entriesIn(dictionaries, pair), entriesIn(base.dictionaries, pair)),
    ),
  liveName: ({ name }) => name,
  contentOf(address, live) {
    const dictionaries = [...live.dictionaries]
      .map(([pair, dictionary]): readonly [PairKey, Dictionary] => [
        pair,
        { pair: dictionary.pair, entries: entriesRead(address, pair, live) },
      ])
      .filter(([, { entries }]) => entries.size > 0)
      .sort(([left], [right]) => byCodeUnit(left, right));
    return { name: live.name, dictionaries: new Map(dictionaries) };
  },
});
