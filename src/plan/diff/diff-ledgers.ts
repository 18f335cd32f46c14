import { diffEntries } from '../../change/diff-entries.ts';
import { diffValues, keyedValues, type Values } from '../../change/values.ts';
import { itemChanges } from '../../kinds/items.ts';
import { KINDS } from '../../kinds/registry.ts';
import { type LedgerState, ownedOf } from '../../kinds/states.ts';
import { NO_ENTRIES } from '../../model/entries/entries.ts';
import { byCodeUnit } from '../../model/lists.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import type { Address, ChildAddress } from '../../model/resources/address.ts';
import type { OwnedResource, ValueChange } from '../../model/resources/resource.ts';

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
