import { patchedBy } from '../../change/diff-entries.ts';
import type { NamedValue } from '../../change/stale-detail.ts';
import { sameItem } from '../../kinds/items.ts';
import { childrenOf, inPart, valuesOf } from '../../kinds/ledger-content.ts';
import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import { type Entries, NO_ENTRIES } from '../../model/entries/entries.ts';
import { valuesIn } from '../../model/plan/change-values.ts';
import type { Change } from '../../model/plan/plan.ts';
import type { Address, ResourceAddress } from '../../model/resources/address.ts';
import { childName } from '../../model/resources/address.ts';
import type { OwnedResource } from '../../model/resources/resource.ts';
import { keyText, type Value, type ValueKey } from '../../model/resources/value.ts';
import type { ChangeOutcome } from './run-outcomes.ts';

/** A change of what has no key, as far as it went well. */
interface ItemsDone {
  readonly change: Change;
  readonly isDone: ChangeOutcome['isDone'];
  /** Which values are the same may depend on the resource. */
  readonly content: unknown;
}

/** Values without a key, with those changes made to them that went well. */
export function itemsAfter(
  kind: AnyKind,
  before: readonly NamedValue[],
  { change, isDone, content }: ItemsDone,
): readonly NamedValue[] {
  const { items } = kind.ledger;
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

/** Values with a key, with a change made to them. What a change always names stays where it names no other. */
function valuesAfter(kind: AnyKind, before: readonly NamedValue[], { values }: Change): readonly NamedValue[] {
  const after = new Map(
    before.map(([key, value]): [string, readonly [ValueKey, Value]] => [keyText(key), [key, value]]),
  );
  for (const { key, from, to } of values.filter(({ key: [part] }) => part !== kind.ledger.items?.part)) {
    const stays = kind.parts[key[0]]?.always === true ? (after.get(keyText(key))?.[1] ?? from) : undefined;
    const value = to ?? stays;
    if (value === undefined) after.delete(keyText(key));
    else after.set(keyText(key), [key, value]);
  }
  return [...after.values()];
}

/** What a saved plan asks for of a resource that no file names, by what the ledger said of it before. */
export function plannedContent(kind: AnyKind, change: Change, base: unknown): unknown {
  const known = base === undefined ? [] : valuesOf(kind, base);
  const part = kind.ledger.items?.part ?? '';
  const items = inPart(known, part);
  const values = valuesAfter(
    kind,
    known.filter(([key]) => key[0] !== part),
    change,
  );
  const content = kind.ledger.content(values, new Map());
  const children = new Map<string, Entries>(base === undefined ? [] : childrenOf(kind, base));
  for (const child of change.children) {
    const name = childName(child.address);
    children.set(name, patchedBy(children.get(name) ?? NO_ENTRIES, child));
  }
  const after = itemsAfter(kind, items, { change, isDone: () => true, content });
  return kind.ledger.content([...values, ...after], children);
}

/** A resource that no file names, as a plan asks for it. */
export interface PlannedResource {
  readonly address: ResourceAddress;
  readonly content: unknown;
  readonly protect: boolean;
  readonly owned?: OwnedResource;
}

/**
 * What a saved plan makes or changes of one kind and the files do not name: they may have left it behind, or a rollback
 * has made it. Only what it makes, and what is owned already: changing a stranger does not make it one's own. Pure.
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
