import {
  type CountSettled,
  compareSides,
  driftValues,
  type ValueDrift,
  valueDrift,
} from '../../change/drift-values.ts';
import {
  EDITED_MIN_RANK,
  equalPairs,
  type Item,
  inContentOrder,
  nearest,
  others,
  pairItems,
  SAME_LABEL_RANK,
} from '../../change/pair-items.ts';
import type { Values } from '../../change/values.ts';
import { partsWith } from '../../kinds/check-values.ts';
import { itemsOf } from '../../kinds/items.ts';
import type { AnyKind } from '../../kinds/kind.ts';
import { resourceName } from '../../kinds/ledger-content.ts';
import { isAdditive, isInUse, isWanted } from '../../kinds/registry.ts';
import { byCodeUnit } from '../../model/lists.ts';
import type { Scope } from '../../model/plan/plan.ts';
import type { Address, ResourceAddress } from '../../model/resources/address.ts';
import {
  type DesiredResource,
  keyText,
  type LiveResource,
  type OwnedResource,
  parseKey,
} from '../../model/resources/resource.ts';
import type { ChildDrift, ResourceDrift, WholeDrift } from './drift.ts';
import { driftChild, entriesRead } from './drift-child.ts';

/**
 * Puts items first that are not an edited version of an item of the base, so that equal items are paired with new ones
 * first.
 */
const freeFirst = (items: readonly Item[], became: ReadonlyMap<Item, Item>): readonly Item[] => {
  const taken = new Set(became.values());
  return [...others(items, taken), ...items.filter((item) => taken.has(item))];
};

/** One item on its three sides. */
interface Triple {
  readonly base?: Item;
  readonly ours?: Item;
  readonly theirs?: Item;
}

/**
 * Pairs the items of the three sides: equal ones first, then items of the base with their edited versions on either
 * side, by label and nearest text, then new ones with the same label. An item that both sides added in the same form is
 * one triple. The order in which the service lists items does not matter.
 */
function triplesOf(base: readonly Item[], ours: readonly Item[], theirs: readonly Item[]): readonly Triple[] {
  const [{ equal: inOurs, near: becameOurs }, { equal: inTheirs, near: becameTheirs }] = [
    pairItems(base, ours, EDITED_MIN_RANK),
    pairItems(base, theirs, EDITED_MIN_RANK),
  ];
  const [newOurs, newTheirs] = [others(ours, inOurs.values()), others(theirs, inTheirs.values())];
  const editedAlike = new Map(
    base.flatMap((item) => {
      const [here, there] = [becameOurs.get(item), becameTheirs.get(item)];
      return here !== undefined && there !== undefined && here.key === there.key ? [[there, here] as const] : [];
    }),
  );
  const alike = equalPairs(
    others(freeFirst(newTheirs, becameTheirs), editedAlike.keys()),
    others(freeFirst(newOurs, becameOurs), editedAlike.values()),
  );
  const alikeItems = new Set([...alike.keys(), ...alike.values()]);
  const lone = (item: Item | undefined): Item | undefined =>
    item === undefined || alikeItems.has(item) ? undefined : item;
  const baseTriples = base.map((item): Triple => {
    const [here, there] = [becameOurs.get(item), becameTheirs.get(item)];
    if (here !== undefined && there !== undefined && editedAlike.get(there) === here)
      return { base: item, ours: here, theirs: there };
    const [left, right] = [inOurs.get(item) ?? lone(here), inTheirs.get(item) ?? lone(there)];
    return { base: item, ...(left !== undefined && { ours: left }), ...(right !== undefined && { theirs: right }) };
  });
  const used = new Set(baseTriples.flatMap(({ ours: here, theirs: there }) => [here, there]));
  const addedTheirs = newTheirs.filter((item) => !alikeItems.has(item) && !used.has(item));
  const addedOurs = newOurs.filter((item) => !alikeItems.has(item) && !used.has(item));
  const edited = baseTriples.flatMap(({ base: was, ours: here, theirs: there }) =>
    was !== undefined && here !== undefined && there === undefined && !inOurs.has(was) ? [here] : [],
  );
  const counterparts = nearest([...edited, ...addedOurs], addedTheirs, SAME_LABEL_RANK);
  const withCounterpart = (triple: Triple): Triple => {
    const counterpart = triple.ours === undefined ? undefined : counterparts.get(triple.ours);
    return counterpart === undefined ? triple : { ...triple, theirs: counterpart };
  };
  const added = [
    ...addedOurs.map((item) => withCounterpart({ ours: item })),
    ...others(addedTheirs, counterparts.values()).map((item) => ({ theirs: item })),
    ...[...alike].map(([there, here]) => ({ ours: here, theirs: there })),
  ];
  const order = ({ theirs: there }: Triple): string => there?.key ?? '';
  return [...baseTriples.map(withCounterpart), ...added.sort((left, right) => byCodeUnit(order(left), order(right)))];
}

interface ItemSides {
  readonly base: unknown;
  /** Absent: the files dropped the resource. */
  readonly desired: DesiredResource | undefined;
  readonly live: LiveResource;
}

/** The drift of values without keys: those of the base in its order, then the new ones by their content. */
function driftItems(kind: AnyKind, { base, desired, live }: ItemSides, count: CountSettled): readonly ValueDrift[] {
  const { items } = kind;
  if (items === undefined) return [];
  const { part } = items;
  const [wanted, now] = [desired === undefined ? base : kind.contentOf(desired), kind.contentOf(live)];
  const placeOf = desired && kind.placesOf?.(desired).of;
  const written = (item: Item | undefined, content: unknown, ours: Item | undefined) =>
    item && (items.asWritten?.(item.content, content, ours?.content) ?? item.content);
  const inOrder = inContentOrder(itemsOf(kind, now, items.idsOf(live)));
  const triples = triplesOf(itemsOf(kind, base), itemsOf(kind, wanted), inOrder);
  return triples.flatMap(({ base: was, ours, theirs }): readonly ValueDrift[] => {
    const found = compareSides({ base: was, ours, theirs }, (left, right) => left.key === right.key);
    if (found === 'unchanged') return [];
    if (found !== 'theirs' && found !== 'both') {
      count(part, found);
      return [];
    }
    const contents = { base: written(was, base, ours), ours: ours?.content, theirs: written(theirs, now, ours) };
    const index = desired === undefined ? undefined : ours?.index;
    const at = index === undefined ? undefined : placeOf?.([part, String(index)]);
    return [
      {
        ...valueDrift(found, [part], contents, at),
        ...(theirs?.id !== undefined && { id: theirs.id }),
        ...(index !== undefined && { index }),
      },
    ];
  });
}

/** One resource that the ledger owns. `live` may be another resource of the same name. */
export interface OwnedSides {
  readonly address: ResourceAddress;
  readonly base: OwnedResource;
  /** Absent: the files no longer have it. */
  readonly desired?: DesiredResource;
  /** Absent: it no longer exists on the service. */
  readonly live?: LiveResource;
  /** True if the ledger has no base, because no apply was recorded. */
  readonly isBaseUnknown?: boolean;
}

/** The kind, the scope and the options of a comparison. */
export interface DriftContext {
  readonly kind: AnyKind;
  readonly scope: Scope;
  /**
   * True: parts that were never in git count too, unless the resource is additive. If the files dropped the resource,
   * such parts always count, since its deletion also deletes them.
   */
  readonly added: boolean;
  readonly count: CountSettled;
}

/** The differences within a resource. */
interface Differences {
  readonly values: readonly ValueDrift[];
  readonly children: readonly ChildDrift[];
}

type Present = OwnedSides & { readonly live: LiveResource };

function childDifferences({ address, base, desired, live }: Present, context: DriftContext): readonly ChildDrift[] {
  const { kind, scope, added, count } = context;
  const inBase = kind.children?.(base.content);
  const inLive = kind.liveChildren?.(live);
  if (inBase === undefined || inLive === undefined) return [];
  const ours = desired === undefined ? inBase : kind.children?.(kind.contentOf(desired));
  const additive = desired !== undefined && isAdditive(kind, desired);
  const names = new Set([
    ...inBase.keys(),
    ...(ours?.keys() ?? []),
    ...(desired === undefined || (added && !additive) ? inLive.keys() : []),
  ]);
  return [...names]
    .filter((name) => desired === undefined || scope.child(address, name))
    .sort(byCodeUnit)
    .flatMap((name) => {
      const [was, wanted] = [inBase.get(name), ours?.get(name)];
      const sides = {
        address,
        name,
        base: was,
        // If the files dropped the resource, they have no places for its entries.
        ours: desired === undefined ? was && { entries: was.entries } : wanted,
        theirs: entriesRead(address, name, inLive.get(name)),
        additive,
        isNew: desired === undefined ? (was?.entries.size ?? 0) === 0 : was === undefined && wanted === undefined,
      };
      return driftChild(kind, sides, count) ?? [];
    });
}

/**
 * Decides which values are compared. Values of the role `whole` are not compared. A value that is unknown in the base
 * has not changed, and a value that the files do not own is not reverted by a plan. Only the heading is compared if a
 * resource is not in use.
 */
function comparedKeys(
  { desired, live, isBaseUnknown }: Present,
  kind: AnyKind,
  { base, ours }: { readonly base: Values; readonly ours: Values },
): (key: string) => boolean {
  const areAllKnown = kind.hasSecret !== true || isBaseUnknown === true;
  const areAllOwned = desired === undefined || kind.mode?.(desired) !== 'named';
  const areAllMeant = isInUse(kind, live);
  return (key) => {
    const role = kind.parts[parseKey(key)[0]]?.role;
    return (
      role !== 'whole' &&
      (areAllKnown || base.get(key) !== undefined) &&
      (areAllOwned || ours.get(key) !== undefined) &&
      (areAllMeant || role === 'heading')
    );
  };
}

/** Compares the live resource with the files. Without `desired` (the files dropped it): with the base. */
function differencesOf(sides: Present, context: DriftContext): Differences {
  const { kind, scope, count } = context;
  const { address, base, desired, live } = sides;
  const content = base.content;
  const ours = desired === undefined ? content : kind.contentOf(desired);
  const children = childDifferences(sides, context);
  // The plan is only about parts of the resource.
  if (desired !== undefined && !scope.whole(address)) return { values: [], children };
  const isCompared = comparedKeys(sides, kind, { base: kind.values(content), ours: kind.values(ours) });
  const compared = (side: unknown): Values =>
    new Map([...kind.values(side)].filter(([key, value]) => value !== undefined && isCompared(key)));
  const places = desired && kind.placesOf?.(desired);
  const values = driftValues(
    { base: compared(content), ours: compared(ours), theirs: compared(kind.contentOf(live)) },
    Object.keys(kind.parts),
    count,
    (key) => (kind.parts[key[0]]?.role === 'heading' ? undefined : places?.of?.(key)),
  );
  return { values: [...values, ...driftItems(kind, { base: content, desired, live }, count)], children };
}

const isEmpty = ({ values, children }: Differences): boolean => values.length === 0 && children.length === 0;

/** The whole live resource, for new files. Throws if a listed child was not read. */
function contentRead(kind: AnyKind, address: Address, live: LiveResource): unknown {
  for (const [name, child] of kind.liveChildren?.(live) ?? []) entriesRead(address, name, child);
  return kind.contentOf(live);
}

/** True if the files differ from the base. If they own only the values that they name, both must know a value. */
function isEdited(kind: AnyKind, desired: DesiredResource, { content }: OwnedResource): boolean {
  const ours = kind.contentOf(desired);
  if (kind.mode?.(desired) !== 'named') return kind.digest(ours) !== kind.digest(content);
  const base = kind.values(content);
  return [...kind.values(ours)].some(([key, value]) => {
    const [was, part] = [base.get(key), kind.parts[parseKey(key)[0]]];
    return part?.role !== 'whole' && was !== undefined && value !== undefined && was !== value;
  });
}

/**
 * The drift of a resource that can be deactivated. `ignored`: it has no drift. `undefined`: its values decide. If the
 * ledger does not know whether the resource was in use, it was not.
 */
function lifeOf(
  { base: { content }, desired, live, isBaseUnknown }: OwnedSides & { readonly desired: DesiredResource },
  { kind, count }: DriftContext,
  isSame: boolean,
): 'ignored' | 'deactivated-outside' | undefined {
  if (kind.isInUse === undefined) return undefined;
  const [values, isToWork] = [kind.values(content), isWanted(kind, desired)];
  const isKnown = partsWith(kind.parts, 'whole').every((part) => values.get(keyText([part])) !== undefined);
  const wasInUse = isBaseUnknown === true || (isKnown && kind.isInUse(content));
  if (live === undefined) return isToWork && wasInUse ? undefined : 'ignored';
  if (!isSame) return wasInUse ? undefined : 'ignored';
  const works = isInUse(kind, live);
  if (wasInUse && !works && isToWork) return 'deactivated-outside';
  if (wasInUse && !isToWork) count(kind.kind, works ? 'ours' : 'same');
  return undefined;
}

/** The drift of one resource that the ledger owns; `undefined` if it has none. */
export function driftResource(sides: OwnedSides, context: DriftContext): ResourceDrift | undefined {
  const { kind, count } = context;
  const { address, base, desired, live } = sides;
  const drift = (
    name: string,
    whole: WholeDrift<unknown> | undefined,
    differences: Differences = { values: [], children: [] },
  ): ResourceDrift => ({
    kind: kind.kind,
    address,
    id: (live ?? base).id,
    baseName: name,
    ...(whole !== undefined && { whole }),
    ...differences,
  });
  // If the first apply of a resource failed, the ledger has its id but no name.
  const baseName = kind.name(base.content) ?? (desired && resourceName(kind, desired));
  if (desired === undefined) {
    if (live === undefined) {
      count(kind.kind, 'same');
      return undefined;
    }
    if (baseName === undefined) return undefined;
    // A deletion removes everything that the service has of the resource, so every change on the service counts.
    const differences = differencesOf({ address, base, live }, { ...context, count: () => undefined });
    if (isEmpty(differences)) {
      count(kind.kind, 'ours');
      return undefined;
    }
    const whole = { kind: 'both', how: 'dropped-here', theirs: contentRead(kind, address, live) } as const;
    return drift(baseName, whole, differences);
  }
  const differences = live === undefined ? undefined : differencesOf({ ...sides, live }, context);
  const isSame = live?.id === base.id;
  const life = lifeOf({ ...sides, desired }, context, isSame);
  if (life === 'ignored' || baseName === undefined) return undefined;
  const edited = () =>
    isEdited(kind, desired, base)
      ? ({ kind: 'both', ours: kind.digest(kind.contentOf(desired)) } as const)
      : ({ kind: 'theirs' } as const);
  if (live === undefined || differences === undefined) return drift(baseName, { ...edited(), how: 'deleted-outside' });
  if (!isSame) return drift(baseName, { kind: 'theirs', how: 'recreated-outside' }, differences);
  if (life !== undefined) return drift(baseName, { ...edited(), how: life }, differences);
  return isEmpty(differences) ? undefined : drift(baseName, undefined, differences);
}

/** A live resource for which `pull` creates files. */
export interface Newcomer {
  readonly address: ResourceAddress;
  readonly live: LiveResource;
}

/**
 * The drift of a resource for which `pull` creates files. There is nothing to compare it with. `undefined`: it is not
 * in use, so it needs no files.
 */
export function driftNewcomer(kind: AnyKind, { address, live }: Newcomer): ResourceDrift | undefined {
  if (!isInUse(kind, live)) return undefined;
  const theirs = contentRead(kind, address, live);
  const whole = { kind: 'theirs', how: 'created-outside', theirs } as const;
  const baseName = resourceName(kind, live);
  return { kind: kind.kind, address, id: live.id, baseName, whole, values: [], children: [] };
}
