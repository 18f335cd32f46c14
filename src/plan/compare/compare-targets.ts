import type { ChildNeed } from '../../kinds/match/needs.ts';
import type { AnyKind, LiveChild } from '../../kinds/model/resource-kind.ts';
import { KINDS } from '../../kinds/registry.ts';
import type { LiveResource } from '../../kinds/resource.ts';
import { type LiveState, liveOf } from '../../kinds/states.ts';
import { byCodeUnit } from '../../model/order.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import { type Address, matchesAny } from '../../model/resources/address.ts';
import type { OwnedBy } from '../match/match-all.ts';
import { compareContents, compareValues, present } from './compare-values.ts';
import type {
  AmbiguousName,
  ChildComparison,
  Compared,
  Comparison,
  PerTarget,
  ResourceComparison,
  UnreadKind,
} from './comparison.ts';

/** One side of the comparison. */
export interface ComparedTarget {
  readonly name: string;
  /** A kind is absent when it cannot be read. */
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

/** The kinds that are compared: those that could be read on every target. */
const comparedKinds = ({ targets }: CompareInput): readonly AnyKind[] =>
  KINDS.filter(
    ({ isCompared, plural }) => isCompared !== false && targets.every(({ live }) => liveOf(live, plural) !== undefined),
  );

function namedOf(kind: AnyKind, input: CompareInput): readonly Named<LiveResource>[] {
  const scope = scopeOf(input.only);
  return named(
    input,
    (live) => liveOf(live, kind.plural) ?? [],
    (resource) => kind.name(kind.contentOfLive(resource)) ?? '',
    (address, resource) =>
      scope.whole(address) ||
      [...(kind.liveChildren?.(resource)?.keys() ?? [])].some((name) => scope.child(address, name)),
  );
}

const NO_CHILDREN: ReadonlyMap<string, LiveChild> = new Map();

/** What a child holds, whether it was read or listed. */
const sizeOf = ({ entries, entryCount }: LiveChild): number => entries?.size ?? entryCount;

interface NamedChild {
  readonly name: string;
  readonly found: PerTarget<LiveChild>;
}

/** The names of children that the patterns let through, each with its children; empty ones are none. By name. */
function namedChildren(kind: AnyKind, input: CompareInput, sides: PerTarget<LiveResource>): readonly NamedChild[] {
  const scope = scopeOf(input.only);
  const children = sides.map((side) => side && (kind.liveChildren?.(side) ?? NO_CHILDREN));
  const isIn = (name: string): boolean =>
    sides.some((side, index) => {
      const known = side === null ? undefined : input.targets[index]?.known.get(side.id);
      return known !== undefined && scope.child(known.address, name);
    });
  return [...new Set(present(children).flatMap((side) => [...side.keys()]))]
    .filter(isIn)
    .sort(byCodeUnit)
    .map((name) => ({
      name,
      found: children.map((side) => {
        const child = side?.get(name);
        return child === undefined || sizeOf(child) === 0 ? null : child;
      }),
    }))
    .filter(({ found }) => present(found).length > 0);
}

function compareChild({ name, found }: NamedChild): ChildComparison {
  const sizes = found.map((child) => child && { entry: sizeOf(child) });
  if (!several(found)) return { name, sizes, values: [] };
  const sides = found.map((child) => {
    if (child !== null && child.entries === undefined) throw new Error(`the entries of ${name} were not read before`);
    return child?.entries ?? null;
  });
  const isSame = new Set(present(sides).map(({ digest }) => digest)).size === 1;
  return { name, sizes, values: isSame ? [] : compareValues(sides, (source) => ['entry', name, source]) };
}

const compareChildren = (
  kind: AnyKind,
  input: CompareInput,
  sides: PerTarget<LiveResource>,
): readonly ChildComparison[] =>
  namedChildren(kind, input, sides)
    .map(compareChild)
    .filter(({ sizes, values }) => sides.includes(null) || sizes.includes(null) || values.length > 0);

/** For each target the children whose entries the comparison needs: those that another target has too. */
export function entriesToCompare(input: CompareInput): readonly (readonly ChildNeed[])[] {
  const needs = comparedKinds(input).flatMap((kind) =>
    namedOf(kind, input)
      .filter(isClear)
      .map(sidesOf)
      .flatMap((sides) =>
        namedChildren(kind, input, sides)
          .filter(({ found }) => several(found))
          .map(({ name, found }) => ({ kind: kind.kind, child: name, sides, found })),
      ),
  );
  return input.targets.map((_, index) =>
    needs.flatMap(({ kind, child, sides, found }) => {
      const [side, there] = [sides[index], found[index]];
      return side && there ? [{ kind, id: side.id, child }] : [];
    }),
  );
}

/** The patterns that name nothing on any target. */
export const unmatchedOnly = ({ targets, only }: CompareInput): readonly string[] => {
  const addresses = targets.flatMap(({ live, known }) =>
    KINDS.flatMap((kind) =>
      (liveOf(live, kind.plural) ?? []).flatMap((resource) => {
        const address = known.get(resource.id)?.address;
        if (address === undefined) return [];
        return [address, ...[...(kind.liveChildren?.(resource)?.keys() ?? [])].map((name) => `${address}/${name}`)];
      }),
    ),
  );
  return only.filter((pattern) => !addresses.some((address) => matchesAny([pattern], address)));
};

/** Kinds of which a target could not be read, such as style rule lists of a free account; then none are compared. */
const unreadOf = ({ targets }: CompareInput): readonly UnreadKind[] =>
  KINDS.filter(({ isCompared }) => isCompared !== false).flatMap(({ kind, plural }) => {
    const without = targets.filter(({ live }) => liveOf(live, plural) === undefined).map(({ name }) => name);
    return without.length === 0 ? [] : [{ kind, targets: without }];
  });

/** Where the targets differ, by display name and the name of a child. Needs the entries that `entriesToCompare` names. */
export function compareTargets(input: CompareInput): Comparison {
  const all = comparedKinds(input).map((kind) => ({ kind, resources: namedOf(kind, input) }));
  return {
    formatVersion: 1,
    targets: input.targets.map(({ name }) => name),
    only: input.only,
    compared: all.reduce((sum, { resources }) => sum + resources.length, 0),
    resources: all.flatMap(({ kind, resources }) =>
      compareAll(input, kind.kind, resources, (sides) => ({
        ...compareContents(
          kind,
          sides.map((side) => side && kind.contentOfLive(side)),
        ),
        children: compareChildren(kind, input, sides),
      })),
    ),
    ambiguous: all.flatMap(({ kind, resources }) => ambiguousOf(kind.kind, resources)),
    unread: unreadOf(input),
  };
}
