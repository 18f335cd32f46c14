import type { LiveGlossary } from '../../kinds/glossary/glossary.ts';
import { dictionaryAddress } from '../../kinds/glossary/glossary.ts';
import type { LiveState } from '../../kinds/states.ts';
import type { LiveStyleList } from '../../kinds/style-list/style-list.ts';
import type { Entries } from '../../model/entries/entries.ts';
import { type LanguagePair, type PairKey, pairKey, parsePairKey } from '../../model/entries/language-pair.ts';
import type { GlossaryId } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import { type Address, matchesAny } from '../../model/resources/address.ts';
import type { OwnedBy } from '../match/match-all.ts';
import { compareStyleLists, compareValues, present } from './compare-values.ts';
import type {
  AmbiguousName,
  ChildComparison,
  Compared,
  Comparison,
  PerTarget,
  ResourceComparison,
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
const several = (values: PerTarget<unknown>): boolean => present(values).length > 1;

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

/** The resources of one kind that differ. `inside`: what differs in them. */
const compareAll = <Resource extends { readonly id: string }>(
  { targets }: CompareInput,
  kind: ResourceComparison['kind'],
  all: readonly Named<Resource>[],
  inside: (sides: PerTarget<Resource>) => Compared & { readonly children: readonly ChildComparison[] },
): readonly ResourceComparison[] =>
  all.filter(isClear).flatMap((each): readonly ResourceComparison[] => {
    const sides = sidesOf(each);
    const found = inside(sides);
    if (!sides.includes(null) && found.values.length + found.children.length === 0) return [];
    const held = sides.map((side, index) => {
      if (side === null) return null;
      const { id } = side;
      return { id, ...(targets[index]?.known.get(id) ?? { address: id, standing: 'unmanaged' as const }) };
    });
    return [{ kind, name: each.name, held, ...found }];
  });

const glossariesOf = (input: CompareInput): readonly Named<LiveGlossary>[] => {
  const scope = scopeOf(input.only);
  return named(
    input,
    ({ glossaries = [] }) => glossaries,
    ({ name }) => name,
    (address, { dictionaries }) =>
      scope.whole(address) ||
      [...dictionaries.keys()].some((pair) => scope.child(address as `glossary.${string}`, pair)),
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
      return known !== undefined && scope.child(known.address as `glossary.${string}`, pair);
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

function compareDictionary(pair: LanguagePair, found: PerTarget<Found>): ChildComparison {
  const name = pairKey(pair);
  const sizes = found.map((dictionary) => dictionary && { entry: dictionary.size });
  if (!several(found)) return { name, sizes, values: [] };
  const sides = found.map((dictionary) => {
    if (dictionary !== null && dictionary.entries === undefined)
      throw new Error(`the entries of ${name} were not read before`);
    return dictionary?.entries ?? null;
  });
  const isSame = new Set(present(sides).map(({ digest }) => digest)).size === 1;
  return { name, sizes, values: isSame ? [] : compareValues(sides, (source) => ['entry', name, source]) };
}

const compareDictionaries = (input: CompareInput, sides: PerTarget<LiveGlossary>): readonly ChildComparison[] =>
  pairsOf(input, sides)
    .map(({ pair, found }) => compareDictionary(pair, found))
    .filter(({ sizes, values }) => sides.includes(null) || sizes.includes(null) || values.length > 0);

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
  const resources = [
    ...compareAll(input, 'glossary', glossaries, (sides) => ({
      sizes: sides.map((side) => side && {}),
      values: [],
      children: compareDictionaries(input, sides),
    })),
    ...compareAll(input, 'style-list', lists, (sides) => ({
      ...compareStyleLists(sides.map((side) => side?.content ?? null)),
      children: [],
    })),
  ];
  return {
    formatVersion: 1,
    targets: input.targets.map(({ name }) => name),
    only: input.only,
    compared: glossaries.length + lists.length,
    resources,
    ambiguous: [...ambiguousOf('glossary', glossaries), ...ambiguousOf('style-list', lists)],
    withoutStyleLists: input.targets.flatMap(({ name, live }) => (live.styleLists === undefined ? [name] : [])),
  };
}
