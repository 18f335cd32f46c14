import { itemsOf } from '../../kinds/items.ts';
import type { AnyKind, LiveChild } from '../../kinds/model/resource-kind.ts';
import type { ChildNeed } from '../../kinds/needs.ts';
import { KINDS } from '../../kinds/registry.ts';
import { type LiveState, liveOf } from '../../kinds/states.ts';
import { sizesOf } from '../../kinds/words.ts';
import { byCodeUnit } from '../../model/order.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import { type Address, matchesAny } from '../../model/resources/address.ts';
import type { LiveResource } from '../../model/resources/resource.ts';
import { keyText, parseKey, type Value, type ValueKey } from '../../model/resources/value.ts';
import type { OwnedBy } from '../match/addresses-by-id.ts';
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

/** The values that are not the same on all sides that are there, in the order of their names. */
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

/** A value without a key. `key`: by its content, what names it first; so two of the same content have the same key. */
interface UnkeyedValue {
  readonly key: ValueKey;
  readonly value: Value;
}

const unkeyedOf = (kind: AnyKind, content: unknown): readonly UnkeyedValue[] =>
  itemsOf(kind, content).map(({ names, content: value }) => ({
    key: [kind.ledger.items?.part ?? '', ...names],
    value,
  }));

/** Values without a key by their content; the same content again has a number of its own. */
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
 * What is left of the values without a key without those that all sides have. Each is known by what names it where
 * every side has at most one of that name left, so that these stand side by side; else by its content.
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

/** What differs between the resources of one name themselves. The name is the same. */
const compareContents = (kind: AnyKind, sides: PerTarget<unknown>): Compared => ({
  sizes: sides.map((side) => (side === null ? null : sizesOf(kind, side))),
  values: [
    ...compareValues(sides.map((side) => (side === null ? null : kind.values(side)))),
    ...compareValues(itemsLeft(sides.map((side) => (side === null ? null : unkeyedOf(kind, side))))),
  ],
});

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
interface Named {
  readonly name: string;
  readonly found: readonly (readonly LiveResource[])[];
}

/** True when at least two of them are there, so that there is something to compare. */
const several = (values: PerTarget<unknown>): boolean => present(values).length > 1;

/** The resources of a kind by name, in the order of names; only what the patterns let through. */
function namedOf(kind: AnyKind, { targets, only }: CompareInput): readonly Named[] {
  const scope = scopeOf(only);
  const names = new Map<string, LiveResource[][]>();
  for (const [index, { live }] of targets.entries()) {
    const inOrder = [...(liveOf(live, kind.plural) ?? [])].sort((left, right) => byCodeUnit(left.id, right.id));
    for (const resource of inOrder) {
      const name = kind.name(kind.contentOfLive(resource)) ?? '';
      const found = names.get(name) ?? targets.map((): LiveResource[] => []);
      found[index]?.push(resource);
      names.set(name, found);
    }
  }
  const isIn = (resource: LiveResource, address: Address | undefined): boolean =>
    address !== undefined &&
    (scope.whole(address) ||
      [...(kind.liveChildren?.(resource)?.keys() ?? [])].some((name) => scope.child(address, name)));
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
    const contents = sides.map((side) => side && kind.contentOfLive(side));
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
    ({ isCompared, plural }) => isCompared !== false && targets.every(({ live }) => liveOf(live, plural) !== undefined),
  );

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

/**
 * Where the targets differ, by display name and the name of a child. Needs the entries that `entriesToCompare` names.
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
