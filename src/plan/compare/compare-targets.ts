import type { Entries } from '../../model/entries/entries.ts';
import { type LanguagePair, type PairKey, pairKey, parsePairKey } from '../../model/entries/language-pair.ts';
import type { GlossaryId } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Address } from '../../model/resources/address.ts';
import { dictionaryAddress, matchesAny } from '../../model/resources/address.ts';
import type { LiveGlossary, LiveState, LiveStyleList } from '../../model/resources/live.ts';
import { scopeOf } from '../scope.ts';
import { compareStyleLists } from './compare-style-lists.ts';
import type {
  AmbiguousName,
  Comparison,
  DictionaryComparison,
  GlossaryComparison,
  Held,
  OwnedBy,
  PerTarget,
  ResourceComparison,
  TermComparison,
} from './comparison.ts';

/** One side of the comparison. */
export interface ComparedTarget {
  readonly name: string;
  /** `styleLists` is absent when they cannot be read. */
  readonly live: LiveState;
  /** What the workspace calls each live resource, by id. */
  readonly known: ReadonlyMap<string, { readonly address: Address; readonly standing: OwnedBy }>;
}

export interface CompareInput {
  readonly targets: readonly ComparedTarget[];
  /** Address patterns; empty: everything. A resource is in when any target's address of it matches. */
  readonly only: readonly string[];
}

/** What has one name: for each target the resources that bear it. */
interface Named<Resource> {
  readonly name: string;
  readonly found: readonly (readonly Resource[])[];
}

/** True when at least two of them are there, so that there is something to compare. */
const several = (values: PerTarget<unknown>): boolean => values.filter((value) => value !== null).length > 1;

const inOrder = <Resource extends { readonly id: string }>(resources: readonly Resource[]): readonly Resource[] =>
  [...resources].sort((left, right) => byCodeUnit(left.id, right.id));

/** By name, in the order of names; only what the patterns let through. */
function named<Resource extends { readonly id: string }>(
  { targets }: CompareInput,
  listOf: (live: LiveState) => readonly Resource[],
  nameOf: (resource: Resource) => string,
  inScope: (address: Address, resource: Resource) => boolean,
): readonly Named<Resource>[] {
  const names = new Map<string, Resource[][]>();
  for (const [index, { live }] of targets.entries()) {
    for (const resource of inOrder(listOf(live))) {
      const found = names.get(nameOf(resource)) ?? targets.map((): Resource[] => []);
      found[index]?.push(resource);
      names.set(nameOf(resource), found);
    }
  }
  const isIn = (found: readonly (readonly Resource[])[]): boolean =>
    found.some((resources, index) =>
      resources.some((resource) => {
        const known = targets[index]?.known.get(resource.id);
        return known !== undefined && inScope(known.address, resource);
      }),
    );
  return [...names]
    .filter(([, found]) => isIn(found))
    .sort(([left], [right]) => byCodeUnit(left, right))
    .map(([name, found]) => ({ name, found }));
}

const isClear = ({ found }: Named<unknown>): boolean => found.every(({ length }) => length < 2);

const sidesOf = <Resource>({ found }: Named<Resource>): PerTarget<Resource> => found.map(([only]) => only ?? null);

const ambiguousOf = (kind: AmbiguousName['kind'], all: readonly Named<{ readonly id: string }>[]) =>
  all
    .filter((each) => !isClear(each))
    .map(({ name, found }): AmbiguousName => ({ kind, name, ids: found.map((list) => list.map(({ id }) => id)) }));

function heldBy<Id extends string, HeldAddress extends string>(
  { targets }: CompareInput,
  sides: PerTarget<{ readonly id: Id }>,
): PerTarget<Held<Id, HeldAddress>> {
  return sides.map((side, index) => {
    if (side === null) return null;
    const { address, standing } = targets[index]?.known.get(side.id) ?? { address: side.id, standing: 'unmanaged' };
    return { id: side.id, address: address as string as HeldAddress, standing };
  });
}

const glossariesOf = (input: CompareInput): readonly Named<LiveGlossary>[] => {
  const scope = scopeOf(input.only);
  return named(
    input,
    ({ glossaries = [] }) => glossaries,
    ({ name }) => name,
    (address, { dictionaries }) =>
      scope.whole(address) ||
      [...dictionaries.keys()].some((pair) => scope.dictionary(address as `glossary.${string}`, pair)),
  );
};

/** The pairs of a glossary that the patterns let through, each with its dictionaries; empty ones are none. By pair. */
function pairsOf(
  input: CompareInput,
  sides: PerTarget<LiveGlossary>,
): readonly { readonly pair: LanguagePair; readonly found: PerTarget<Found> }[] {
  const scope = scopeOf(input.only);
  const isIn = (pair: PairKey): boolean =>
    sides.some((side, index) => {
      const known = side === null ? undefined : input.targets[index]?.known.get(side.id);
      return known !== undefined && scope.dictionary(known.address as `glossary.${string}`, pair);
    });
  const keys = new Set(sides.flatMap((side) => (side === null ? [] : [...side.dictionaries.keys()])));
  return [...keys]
    .filter(isIn)
    .sort(byCodeUnit)
    .map((key) => ({
      pair: parsePairKey(key),
      found: sides.map((side) => {
        const dictionary = side?.dictionaries.get(key);
        const size = dictionary?.entries?.size ?? dictionary?.entryCount ?? 0;
        return size === 0 ? null : { size, entries: dictionary?.entries };
      }),
    }))
    .filter(({ found }) => found.some((dictionary) => dictionary !== null));
}

interface Found {
  readonly size: number;
  readonly entries: Entries | undefined;
}

/** Terms that are not the same on all that have the dictionary. */
function compareTerms(found: PerTarget<Found>, pair: LanguagePair): readonly TermComparison[] {
  if (!several(found)) return [];
  const sides = found.map((dictionary) => {
    if (dictionary === null) return null;
    if (dictionary.entries === undefined) throw new Error(`the entries of ${pairKey(pair)} were not read before`);
    return dictionary.entries;
  });
  const all = sides.filter((side) => side !== null);
  const [first] = all;
  if (first === undefined || all.every(({ digest }) => digest === first.digest)) return [];
  const differing = new Set<string>();
  for (const side of all)
    for (const [source, target] of side)
      if (all.some((other) => other !== side && other.get(source) !== target)) differing.add(source);
  return [...differing]
    .sort(byCodeUnit)
    .map((source) => ({ source, translations: sides.map((side) => side?.get(source) ?? null) }));
}

function compareGlossary(input: CompareInput, each: Named<LiveGlossary>): GlossaryComparison | undefined {
  const sides = sidesOf(each);
  const isLacking = sides.includes(null);
  const dictionaries = pairsOf(input, sides)
    .map(({ pair, found }): DictionaryComparison => {
      const sizes = found.map((dictionary) => dictionary?.size ?? null);
      return { pair, sizes, terms: compareTerms(found, pair) };
    })
    .filter(({ sizes, terms }) => isLacking || sizes.includes(null) || terms.length > 0);
  if (!isLacking && dictionaries.length === 0) return undefined;
  return { kind: 'glossary', name: each.name, held: heldBy(input, sides), dictionaries };
}

const styleListsOf = (input: CompareInput): readonly Named<LiveStyleList>[] =>
  input.targets.some(({ live }) => live.styleLists === undefined)
    ? []
    : named(
        input,
        ({ styleLists = [] }) => styleLists,
        ({ content }) => content.name,
        scopeOf(input.only).whole,
      );

/** For each target the dictionaries whose entries the comparison needs: those that another target has too. */
export function entriesToCompare(
  input: CompareInput,
): readonly (readonly { readonly glossary: GlossaryId; readonly pair: LanguagePair }[])[] {
  const clear = glossariesOf(input).filter(isClear).map(sidesOf);
  const needs = clear.flatMap((sides) =>
    pairsOf(input, sides)
      .filter(({ found }) => several(found))
      .map(({ pair, found }) => ({ pair, sides: sides.map((side, index) => (found[index] === null ? null : side)) })),
  );
  return input.targets.map((_, index) =>
    needs.flatMap(({ pair, sides }) => {
      const glossary = sides[index]?.id;
      return glossary === undefined ? [] : [{ glossary, pair }];
    }),
  );
}

/** The patterns that name nothing on any target. */
export const unmatchedOnly = ({ targets, only }: CompareInput): readonly string[] => {
  const addresses = targets.flatMap(({ live, known }) => [
    ...[...known.values()].map(({ address }) => address),
    ...(live.glossaries ?? []).flatMap(({ id, dictionaries }) => {
      const address = known.get(id)?.address as `glossary.${string}` | undefined;
      return address === undefined ? [] : [...dictionaries.keys()].map((pair) => dictionaryAddress(address, pair));
    }),
  ]);
  return only.filter((pattern) => !addresses.some((address) => matchesAny([pattern], address)));
};

/** Where the targets differ, by display name and language pair. Needs the entries that `entriesToCompare` names. */
export function compareTargets(input: CompareInput): Comparison {
  const [glossaries, lists] = [glossariesOf(input), styleListsOf(input)];
  const resources: readonly (ResourceComparison | undefined)[] = [
    ...glossaries.filter(isClear).map((each) => compareGlossary(input, each)),
    ...lists.filter(isClear).map((each) => {
      const sides = sidesOf(each);
      const contents = sides.map((side) => side?.content ?? null);
      return compareStyleLists({ name: each.name, held: heldBy(input, sides) }, contents);
    }),
  ];
  return {
    formatVersion: 1,
    targets: input.targets.map(({ name }) => name),
    only: input.only,
    compared: glossaries.length + lists.length,
    resources: resources.filter((each) => each !== undefined),
    ambiguous: [...ambiguousOf('glossary', glossaries), ...ambiguousOf('style-list', lists)],
    withoutStyleLists: input.targets.flatMap(({ name, live }) => (live.styleLists === undefined ? [name] : [])),
  };
}
