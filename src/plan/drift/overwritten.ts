import type { ValueDrift } from '../../change/drift-values.ts';
import { contentOn, isItemPart, sameItem } from '../../kinds/items.ts';
import type { AnyKind } from '../../kinds/kind.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { isIrreversible } from '../../kinds/traits.ts';
import { allValues, type Change, isRenamed, type Plan, valuesIn } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import { keyText, type Value } from '../../model/resources/resource.ts';
import { type Drift, perPart, type ResourceDrift } from './drift.ts';

/** Keys of the values with a key that a change modifies. */
const touchedKeys = (change: Change): ReadonlySet<string> =>
  new Set(
    (isRenamed(change) ? allValues(change) : allValues(change).slice(1))
      .filter(({ from, to }) => from !== to)
      .map(({ key }) => keyText(key)),
  );

/**
 * True if the change overwrites the drift of a value without a key: it changes or removes a value with the same id or
 * content. If the service has no such value, the change adds it again.
 */
function overwritesUnkeyed(of: AnyKind, drift: ValueDrift, change: Change): boolean {
  const { key, kind, base, ours, theirs, id } = drift;
  const content = contentOn(of, 'from', change);
  const alike = (left: Value | undefined, right: Value | undefined): boolean => sameItem(of, left, right, content);
  return valuesIn(change, key[0]).some(({ key: [, known], from, to }) =>
    theirs === undefined
      ? alike(to, kind === 'both' ? ours : base)
      : from !== undefined && (known === id || alike(from, theirs)),
  );
}

/** True if the change overwrites the whole drift of a resource: it deletes the resource or creates it again. */
const isWhole = ({ whole }: ResourceDrift, { action }: Change, kind: AnyKind): boolean =>
  // A replacement deletes the old resource with all changes made to it.
  action === 'replace' ||
  (whole !== undefined &&
    whole.how !== 'recreated-outside' &&
    // No plan reverses a deactivation. No plan deletes a resource without a file if its deletion is irreversible.
    whole.how !== 'deactivated-outside' &&
    !(isIrreversible(kind) && whole.how === 'created-outside'));

function overwrittenBy(drift: ResourceDrift, change: Change): ResourceDrift | undefined {
  if (drift.kind !== change.kind) return undefined;
  const kind = kindNamed(drift.kind);
  if (isWhole(drift, change, kind)) return drift;
  const touched = touchedKeys(change);
  // A deactivation also ends the effect of values that were changed on the service.
  const deactivates = change.action === 'deactivate';
  const isTouched = (value: ValueDrift): boolean => {
    const [part] = value.key;
    if (isItemPart(kind, part)) return overwritesUnkeyed(kind, value, change);
    return touched.has(keyText(value.key)) || (deactivates && kind.parts[part]?.role !== 'heading');
  };
  const addresses = new Set<Address>(change.children.map((each) => each.address));
  const children = drift.children.flatMap((child) => {
    if (!addresses.has(child.address)) return [];
    const values = child.whole === undefined ? child.values.filter(isTouched) : child.values;
    return child.whole !== undefined || values.length > 0 ? [{ ...child, values }] : [];
  });
  const values = drift.values.filter(isTouched);
  if (values.length === 0 && children.length === 0) return undefined;
  const { whole: _, ...known } = drift;
  return { ...known, values, children };
}

/** True if all drift of a resource is values that the files have changed as well: `pull` keeps those of the files. */
export const isConflict = ({ whole, values, children }: ResourceDrift): boolean =>
  [{ whole, values }, ...children].every(
    (each) => each.whole === undefined && each.values.every(({ kind }) => kind === 'both'),
  );

/**
 * The part of the drift that a plan would overwrite. A plan is made only from files and service: if the files still ask
 * for the earlier value, it restores that value. The counts in `settled` are 0.
 */
export function overwritten(drift: Drift, plan: Plan): Drift & Required<Pick<Drift, 'decided'>> {
  const undone = (resources: readonly ResourceDrift[]): readonly ResourceDrift[] =>
    resources.flatMap((each) => {
      const change = plan.changes.find(({ address }) => address === each.address);
      return (change === undefined ? undefined : overwrittenBy(each, change)) ?? [];
    });
  return {
    ...drift,
    resources: undone(drift.resources),
    decided: undone(drift.decided ?? []),
    settled: perPart(() => ({ same: 0, ours: 0 })),
  };
}
