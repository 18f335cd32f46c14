import { patchedBy } from '../../change/diff-entries.ts';
import type { NamedValue } from '../../change/stale-detail.ts';
import { sameItem } from '../../kinds/items.ts';
import type { AnyKind } from '../../kinds/kind.ts';
import { childrenOf, inPart, valuesOf } from '../../kinds/ledger-content.ts';
import { type Entries, NO_ENTRIES } from '../../model/entries/entries.ts';
import { type Change, valuesIn } from '../../model/plan/plan.ts';
import { type Address, childName, type ResourceAddress } from '../../model/resources/address.ts';
import { keyText, type OwnedResource, type Value, type ValueKey } from '../../model/resources/resource.ts';
import type { ChangeOutcome } from './run-outcomes.ts';

/** The changes of values without a key, and which of them succeeded. */
interface ItemsDone {
  readonly change: Change;
  readonly isDone: ChangeOutcome['isDone'];
  /** The content decides which values are equal. */
  readonly content: unknown;
}

/** Values without a key after the changes that succeeded. */
export function itemsAfter(
  kind: AnyKind,
  before: readonly NamedValue[],
  { change, isDone, content }: ItemsDone,
): readonly NamedValue[] {
  const { items } = kind;
  if (items === undefined) return [];
  const list: Value[] = before.map(([, value]) => value);
  for (const { key, from, to } of valuesIn(change, items.part)) {
    if (isDone(key) !== true) continue;
    const at = from === undefined ? -1 : list.findIndex((each) => sameItem(kind, each, from, content));
    if (at >= 0) list.splice(at, 1);
    if (to !== undefined) list.splice(at < 0 ? list.length : at, 0, to);
  }
  return list.map((value, place): NamedValue => [[items.part, String(place)], value]);
}

/**
 * Values with a key after a change. If a change removes a value of a part that is always present, the value before
 * stays.
 */
function valuesAfter(kind: AnyKind, before: readonly NamedValue[], { values }: Change): readonly NamedValue[] {
  const after = new Map(
    before.map(([key, value]): [string, readonly [ValueKey, Value]] => [keyText(key), [key, value]]),
  );
  for (const { key, from, to } of values.filter(({ key: [part] }) => part !== kind.items?.part)) {
    const stays = kind.parts[key[0]]?.role === 'heading' ? (after.get(keyText(key))?.[1] ?? from) : undefined;
    const value = to ?? stays;
    if (value === undefined) after.delete(keyText(key));
    else after.set(keyText(key), [key, value]);
  }
  return [...after.values()];
}

/** The content that a saved plan requires for a resource without a file, based on its content in the ledger. */
export function plannedContent(kind: AnyKind, change: Change, base: unknown): unknown {
  const known = base === undefined ? [] : valuesOf(kind, base);
  const part = kind.items?.part;
  const items = inPart(known, part);
  const values = valuesAfter(
    kind,
    known.filter(([key]) => key[0] !== part),
    change,
  );
  const content = kind.fromValues(values, new Map());
  const children = new Map<string, Entries>(base === undefined ? [] : childrenOf(kind, base));
  for (const child of change.children) {
    const name = childName(child.address);
    children.set(name, patchedBy(children.get(name) ?? NO_ENTRIES, child));
  }
  const after = itemsAfter(kind, items, { change, isDone: () => true, content });
  return kind.fromValues([...values, ...after], children);
}

/** A resource without a file, as a plan requires it. */
export interface PlannedResource {
  readonly address: ResourceAddress;
  readonly content: unknown;
  readonly protect: boolean;
  readonly owned?: OwnedResource;
}

/**
 * The resources of one kind that a saved plan creates or changes and no file names: the files may have dropped them
 * since, or the plan is a rollback. Only resources that the plan creates or that are owned: a change does not make an
 * unmanaged resource an owned one. Pure.
 */
export const plannedResources = (
  kind: AnyKind,
  changes: readonly Change[],
  owned: ReadonlyMap<ResourceAddress, OwnedResource>,
  named: ReadonlySet<Address>,
): readonly PlannedResource[] =>
  changes.flatMap((change): readonly PlannedResource[] => {
    const { address, action } = change;
    const base = owned.get(address);
    if (action === 'delete' || named.has(address) || (base === undefined && action !== 'create')) return [];
    const content = plannedContent(kind, change, base?.content);
    return [{ address, content, protect: base?.protect ?? false, ...(base !== undefined && { owned: base }) }];
  });
