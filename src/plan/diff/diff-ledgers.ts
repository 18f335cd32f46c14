import { diffEntries } from '../../change/diff-entries.ts';
import { STALE_VALUES_MAX, type StaleValue } from '../../change/stale-detail.ts';
import { diffValues, keyedValues, type Values } from '../../change/values.ts';
import { isItemPart, itemChanges, wantedItem } from '../../kinds/items.ts';
import { KINDS, kindNamed } from '../../kinds/registry.ts';
import { type DesiredState, desiredResources, type LedgerState, ownedOf } from '../../kinds/states.ts';
import { NO_ENTRIES } from '../../model/entries/entries.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { allValues, type Change, type Plan, type ResourceKind } from '../../model/plan/plan.ts';
import { type Address, addressMatches, type ChildAddress } from '../../model/resources/address.ts';
import { keyText, type OwnedResource, type Value, type ValueChange } from '../../model/resources/resource.ts';

/** The changes of a child resource, with its entries as values. */
export interface LedgerChildChange {
  readonly address: ChildAddress;
  readonly action: 'added' | 'changed' | 'removed';
  /** Number of entries before and after. */
  readonly before: number;
  readonly after: number;
  /** Removed, then changed, then added. */
  readonly values: readonly ValueChange[];
}

/** The difference between two states of a ledger for one resource. */
export interface LedgerChange {
  readonly kind: ResourceKind;
  /** `moved`: the same resource had the address `movedFrom` before. Its other changes are included too. */
  readonly action: 'added' | 'changed' | 'moved' | 'removed';
  readonly address: Address;
  readonly movedFrom: Address | undefined;
  /** The id, the name and the protection after the step. For a removed resource: before the step. */
  readonly id: string;
  /** `undefined`: not known. */
  readonly name: string | undefined;
  readonly protect: boolean;
  /** The values that differ. If `id` differs, the resource was created again. */
  readonly values: readonly ValueChange[];
  /** Child resources that differ, by address. */
  readonly children: readonly LedgerChildChange[];
}

type Kind = (typeof KINDS)[number];
type Owned = OwnedResource;
type OwnedByAddress = ReadonlyMap<Address, Owned>;

/** One resource on both sides, under its address after the step. `movedFrom`: its address before, if it differs. */
interface Sides {
  readonly address: Address;
  readonly movedFrom?: Address;
  readonly before?: Owned;
  readonly after?: Owned;
}

/** Pairs the resources of both sides: by address, otherwise by an id that only one address has on each side. */
function sidesOf(before: OwnedByAddress, after: OwnedByAddress): readonly Sides[] {
  const left = new Map(before);
  const gone = new Map(
    [...before].filter(([address]) => !after.has(address)).map(([address, { id }]) => [id, address]),
  );
  const there = [...after].map(([address, now]): Sides => {
    const was = before.has(address) ? address : gone.get(now.id);
    const old = was === undefined ? undefined : left.get(was);
    if (was === undefined || old === undefined) return { address, after: now };
    left.delete(was);
    return { address, ...(was !== address && { movedFrom: was }), before: old, after: now };
  });
  return [...there, ...[...left].map(([address, old]) => ({ address, before: old }))];
}

const valuesOf = (kind: Kind, owned: Owned | undefined): Values =>
  owned === undefined
    ? new Map()
    : new Map([...keyedValues([['id'], owned.id], [['protect'], owned.protect]), ...kind.values(owned.content)]);

function childChanges({ children }: Kind, { address, before, after }: Sides): readonly LedgerChildChange[] {
  const [old, now] = [before, after].map((side) => side && children?.(side.content));
  const names = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].sort(byCodeUnit);
  return names.flatMap((name): readonly LedgerChildChange[] => {
    const from = old?.get(name)?.entries ?? NO_ENTRIES;
    const to = now?.get(name)?.entries ?? NO_ENTRIES;
    // By size and digest, so that an unchanged dictionary of 10 MB is not read entry by entry.
    if (from.size === to.size && from.digest === to.digest) return [];
    const { removed, changed, added } = diffEntries(name, from, to);
    return [
      {
        address: `${address}/${name}`,
        action: from.size === 0 ? 'added' : to.size === 0 ? 'removed' : 'changed',
        before: from.size,
        after: to.size,
        values: [...removed, ...changed, ...added],
      },
    ];
  });
}

const changesOf = (of: Kind, before: LedgerState, after: LedgerState): readonly LedgerChange[] =>
  sidesOf(ownedOf(before, of.plural), ownedOf(after, of.plural)).flatMap((sides) => {
    const { address, movedFrom, before: was, after: now } = sides;
    const shown = now ?? was;
    if (shown === undefined) return [];
    const values = [
      ...diffValues(valuesOf(of, was), valuesOf(of, now)),
      ...itemChanges(of, was?.content, now?.content),
    ];
    const children = childChanges(of, sides);
    const action = was === undefined ? 'added' : now === undefined ? 'removed' : movedFrom ? 'moved' : 'changed';
    if (action === 'changed' && values.length + children.length === 0) return [];
    const { id, protect } = shown;
    return [{ kind: of.kind, action, address, movedFrom, id, name: of.name(shown.content), protect, values, children }];
  });

/** The changes from one state of a ledger to another, value by value: removed resources first, then by address. */
export function diffLedgers(before: LedgerState, after: LedgerState): readonly LedgerChange[] {
  const changes = KINDS.flatMap((kind) => changesOf(kind, before, after));
  return changes.sort(
    (left, right) =>
      Number(right.action === 'removed') - Number(left.action === 'removed') || byCodeUnit(left.address, right.address),
  );
}

/** True if a pattern can match a resource or one of its children. */
export const mayNameResource = (pattern: string, address: string): boolean =>
  addressMatches(pattern, address) ||
  (pattern.includes('/') && addressMatches(pattern.slice(0, pattern.indexOf('/')), address));

/** A change with only these children; `undefined` for an empty list. */
const withChildren = (change: LedgerChange, children: readonly LedgerChildChange[]): LedgerChange | undefined =>
  children.length === 0 ? undefined : { ...change, children };

/**
 * The part of a change that matches an address or pattern, by the present address or the one before a move: the whole
 * change, or single children. `undefined` if nothing matches.
 */
export function changeOfAddress(change: LedgerChange, pattern: string): LedgerChange | undefined {
  const addresses = [change.address, change.movedFrom ?? change.address];
  const isNamed = (child: string): boolean => addresses.some((address) => addressMatches(pattern, address + child));
  if (isNamed('')) return change;
  const children = change.children.filter(({ address }) => isNamed(address.slice(change.address.length)));
  return withChildren(change, children);
}

/** The change with only the entries for which `isMeant` is true; `undefined` if no entry is left. */
export function changeOfEntries(
  change: LedgerChange,
  isMeant: (entry: ValueChange) => boolean,
): LedgerChange | undefined {
  const children = change.children.map((child) => ({ ...child, values: child.values.filter(isMeant) }));
  return withChildren(
    change,
    children.filter(({ values }) => values.length > 0),
  );
}

/** The values of a saved plan that differ from the files, for one resource. `now`: the value in the files. */
export interface ConfigDiff {
  readonly address: Address;
  /** The first ones, up to `STALE_VALUES_MAX`. */
  readonly values: readonly StaleValue[];
  readonly count: number;
}

/** Returns the function that reads the value which the files ask for, for each value of a change. */
function desiredValues(desired: DesiredState, { kind, address }: Change): (change: ValueChange) => Value | undefined {
  const model = kindNamed(kind);
  const found = desiredResources(desired, model.plural).find((each) => each.address === address);
  const content = found && model.contentOf(found);
  const values = found && model.values(content);
  const children = found && model.children?.(content);
  return (change) => {
    const [part, group = '', name = ''] = change.key;
    if (isItemPart(model, part)) return wantedItem(model, content, change);
    // Such a value states that the whole resource is deleted, which is true if no file names it any more.
    if (found === undefined && model.parts[part]?.role === 'whole') return true;
    return part in model.parts ? values?.get(keyText(change.key)) : children?.get(group)?.entries.get(name);
  };
}

/**
 * The differences between a saved plan and the files, by resource. Only values that the plan contains are compared.
 * Pure.
 */
export function configDiff(plan: Plan, desired: DesiredState): readonly ConfigDiff[] {
  return plan.changes.flatMap((change): readonly ConfigDiff[] => {
    const { address } = change;
    const desiredValue = desiredValues(desired, change);
    const values = allValues(change).flatMap((planned): readonly StaleValue[] => {
      const now = desiredValue(planned);
      if (now === planned.to) return [];
      const { at: _, term: _term, key, ...sides } = planned;
      return [{ key, planned: true, ...sides, ...(now !== undefined && { now }) }];
    });
    return values.length === 0 ? [] : [{ address, values: values.slice(0, STALE_VALUES_MAX), count: values.length }];
  });
}
