import { itemsOf } from '../../kinds/items.ts';
import type { AnyKind, LiveChild } from '../../kinds/kind.ts';
import { resourceName } from '../../kinds/ledger-content.ts';
import type { ChildNeed } from '../../kinds/needs.ts';
import { KINDS, namePart } from '../../kinds/registry.ts';
import { type LiveState, liveOf, liveResources } from '../../kinds/states.ts';
import { sizesOf } from '../../kinds/words.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { type ResourceKind, scopeOf } from '../../model/plan/plan.ts';
import { type Address, matchesAny } from '../../model/resources/address.ts';
import { keyText, type LiveResource, parseKey, type Value, type ValueKey } from '../../model/resources/resource.ts';
import type { OwnedBy } from '../match/match.ts';
import type {
  AmbiguousName,
  ChildComparison,
  Compared,
  Comparison,
  PerTarget,
  ResourceComparison,
  UnreadKind,
  ValueComparison,
} from './comparison.ts';

/** Values by the text of their key, or the entries of a dictionary by source phrase. */
interface NamedValues extends Iterable<readonly [name: string, value: Value | undefined]> {
  get(name: string): Value | undefined;
}

const present = <Side>(sides: PerTarget<Side>): readonly Side[] => sides.filter((side) => side !== null);

/** The values that differ between the sides that exist, in the order of their names. */
function compareValues(
  sides: PerTarget<NamedValues>,
  keyOf: (name: string) => ValueKey = parseKey,
): readonly ValueComparison[] {
  const all = present(sides);
  const differing = new Set<string>();
  for (const side of all)
    for (const [name, value] of side)
      if (all.some((other) => other !== side && other.get(name) !== value)) differing.add(name);
  return [...differing]
    .sort(byCodeUnit)
    .map((name) => ({ key: keyOf(name), values: sides.map((side) => side?.get(name) ?? null) }));
}

/** A value without a key. `key`: its part and the values that name it, so two equal values have the same key. */
interface UnkeyedValue {
  readonly key: ValueKey;
  readonly value: Value;
}

const unkeyedOf = (kind: AnyKind, content: unknown): readonly UnkeyedValue[] =>
  itemsOf(kind, content).map(({ names, content: value }) => ({
    key: [kind.items?.part ?? '', ...names],
    value,
  }));

/** Values without a key, by their content. Equal values are numbered. */
function byContent(items: readonly UnkeyedValue[]): ReadonlyMap<string, UnkeyedValue> {
  const named = new Map<string, UnkeyedValue>();
  for (const item of items) {
    let count = 1;
    while (named.has(keyText([...item.key, String(count)]))) count += 1;
    named.set(keyText([...item.key, String(count)]), item);
  }
  return named;
}

/**
 * Values without a key, minus those that all sides have. Each has the key of its name if every side has at most one
 * such value left, so that the values of one name are compared with each other. Otherwise, its key is its content.
 */
function itemsLeft(sides: PerTarget<readonly UnkeyedValue[]>): PerTarget<NamedValues> {
  const all = sides.map((side) => side && byContent(side));
  const left = all.map((side) => side && [...side].filter(([name]) => !present(all).every((other) => other.has(name))));
  const nameOf = ({ key: [part, name = ''] }: UnkeyedValue): string => keyText([part, name]);
  const isUnclear = (name: string): boolean =>
    present(left).some((side) => side.filter(([, item]) => nameOf(item) === name).length > 1);
  return left.map(
    (side) =>
      side &&
      new Map(side.map(([content, item]) => [isUnclear(nameOf(item)) ? content : nameOf(item), item.value] as const)),
  );
}

/** Differences between resources of one name, without those of their children. */
const compareContents = (kind: AnyKind, sides: PerTarget<unknown>): Compared => ({
  sizes: sides.map((side) => (side === null ? null : sizesOf(kind, side))),
  values: [
    // The sides have the same name in the files, and may have different ones on their targets.
    ...compareValues(sides.map((side) => (side === null ? null : kind.values(side)))).filter(
      ({ key: [part] }) => part !== namePart(kind),
    ),
    ...compareValues(itemsLeft(sides.map((side) => (side === null ? null : unkeyedOf(kind, side))))),
  ],
});

/** One side of the comparison. */
export interface ComparedTarget {
  readonly name: string;
  /** A kind is absent when it cannot be read. */
  readonly live: LiveState;
  /** Address and state of each live resource in the workspace, by id. */
  readonly known: ReadonlyMap<string, { readonly address: Address; readonly standing: OwnedBy }>;
  /** By kind, the name on this target → the name in the files, where they differ. Absent: they are the same. */
  readonly names?: ReadonlyMap<ResourceKind, ReadonlyMap<string, string>>;
}

export interface CompareInput {
  readonly targets: readonly ComparedTarget[];
  /** Address patterns; empty: everything. A resource is included if its address on any target matches. */
  readonly only: readonly string[];
}

/** The resources of one name, for each target. */
interface Named {
  readonly name: string;
  readonly found: readonly (readonly LiveResource[])[];
}

/** True if at least two targets have a value, so that they can be compared. */
const several = (values: PerTarget<unknown>): boolean => present(values).length > 1;

/** The resources of a kind that match the patterns, by name, in the order of names. */
function namedOf(kind: AnyKind, { targets, only }: CompareInput): readonly Named[] {
  const scope = scopeOf(only);
  const names = new Map<string, LiveResource[][]>();
  for (const [index, { live, names: inFiles }] of targets.entries()) {
    const inOrder = [...liveResources(live, kind.plural)].sort((left, right) => byCodeUnit(left.id, right.id));
    for (const resource of inOrder) {
      const liveName = resourceName(kind, resource);
      const name = inFiles?.get(kind.kind)?.get(liveName) ?? liveName;
      const found = names.get(name) ?? targets.map((): LiveResource[] => []);
      found[index]?.push(resource);
      names.set(name, found);
    }
  }
  const isIn = (resource: LiveResource, address: Address | undefined): boolean =>
    address !== undefined &&
    (scope.whole(address) ||
      [...(kind.liveChildren?.(resource).keys() ?? [])].some((name) => scope.child(address, name)));
  return [...names]
    .filter(([, found]) =>
      found.some((resources, index) =>
        resources.some((resource) => isIn(resource, targets[index]?.known.get(resource.id)?.address)),
      ),
    )
    .sort(([left], [right]) => byCodeUnit(left, right))
    .map(([name, found]) => ({ name, found }));
}

const isClear = ({ found }: Named): boolean => found.every(({ length }) => length < 2);

const sidesOf = ({ found }: Named): PerTarget<LiveResource> => found.map(([only]) => only ?? null);

const ambiguousOf = (kind: AmbiguousName['kind'], all: readonly Named[]) =>
  all
    .filter((each) => !isClear(each))
    .map(({ name, found }): AmbiguousName => ({ kind, name, ids: found.map((list) => list.map(({ id }) => id)) }));

/** The resources of one kind that differ. */
const compareAll = (kind: AnyKind, input: CompareInput, all: readonly Named[]): readonly ResourceComparison[] =>
  all.filter(isClear).flatMap((each): readonly ResourceComparison[] => {
    const sides = sidesOf(each);
    const contents = sides.map((side) => side && kind.contentOf(side));
    const found = { ...compareContents(kind, contents), children: compareChildren(kind, input, sides) };
    if (!sides.includes(null) && found.values.length + found.children.length === 0) return [];
    const held = sides.map((side, index) => {
      if (side === null) return null;
      const { id } = side;
      return { id, ...(input.targets[index]?.known.get(id) ?? { address: id, standing: 'unmanaged' as const }) };
    });
    return [{ kind: kind.kind, name: each.name, held, ...found }];
  });

/** The kinds that are compared: those that could be read on every target. */
const comparedKinds = ({ targets }: CompareInput): readonly AnyKind[] =>
  KINDS.filter(
    ({ hasSecret, plural }) => hasSecret !== true && targets.every(({ live }) => liveOf(live, plural) !== undefined),
  );

const NO_CHILDREN: ReadonlyMap<string, LiveChild> = new Map();

/** Number of entries of a child, loaded or only listed. */
const sizeOf = ({ entries, entryCount }: LiveChild): number => entries?.size ?? entryCount;

interface NamedChild {
  readonly name: string;
  readonly found: PerTarget<LiveChild>;
}

/** The children that match the patterns, by name. Empty children do not count. */
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

/** For each target, the children whose entries the comparison needs: those that at least one other target has too. */
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

/** The patterns that match nothing on any target. */
export const unmatchedOnly = ({ targets, only }: CompareInput): readonly string[] => {
  const addresses = targets.flatMap(({ live, known }) =>
    KINDS.flatMap((kind) =>
      liveResources(live, kind.plural).flatMap((resource) => {
        const address = known.get(resource.id)?.address;
        if (address === undefined) return [];
        return [address, ...[...(kind.liveChildren?.(resource).keys() ?? [])].map((name) => `${address}/${name}`)];
      }),
    ),
  );
  return only.filter((pattern) => !addresses.some((address) => matchesAny([pattern], address)));
};

/**
 * Kinds that could not be read on some target, such as style rule lists of a free account. They are not compared on any
 * target.
 */
const unreadOf = ({ targets }: CompareInput): readonly UnreadKind[] =>
  KINDS.filter(({ hasSecret }) => hasSecret !== true).flatMap(({ kind, plural }) => {
    const without = targets.filter(({ live }) => liveOf(live, plural) === undefined).map(({ name }) => name);
    return without.length === 0 ? [] : [{ kind, targets: without }];
  });

/**
 * The differences between the targets. Resources are paired by display name, children by name. Needs the entries that
 * `entriesToCompare` lists.
 */
export function compareTargets(input: CompareInput): Comparison {
  const all = comparedKinds(input).map((kind) => ({ kind, resources: namedOf(kind, input) }));
  return {
    formatVersion: 1,
    targets: input.targets.map(({ name }) => name),
    only: input.only,
    compared: all.reduce((sum, { resources }) => sum + resources.length, 0),
    resources: all.flatMap(({ kind, resources }) => compareAll(kind, input, resources)),
    ambiguous: all.flatMap(({ kind, resources }) => ambiguousOf(kind.kind, resources)),
    unread: unreadOf(input),
  };
}
