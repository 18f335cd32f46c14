import type { ValueDrift } from '../../change/drift-values.ts';
import { contentOn, isItemPart, sameItem } from '../../kinds/items.ts';
import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { allValues, isRenamed, valuesIn } from '../../model/plan/change-values.ts';
import type { Change, Plan } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import { keyText, type Value } from '../../model/resources/value.ts';
import { type Drift, perPart, type ResourceDrift } from './drift.ts';

/** Keys of what a change does to values that have a key of their own. */
const touchedKeys = (change: Change): ReadonlySet<string> =>
  new Set(
    (isRenamed(change) ? allValues(change) : allValues(change).slice(1))
      .filter(({ from, to }) => from !== to)
      .map(({ key }) => keyText(key)),
  );

/**
 * Of what has no key: by what the service has, of which there may be several alike; where it has nothing, by what the
 * plan puts in its place.
 */
function overwritesUnkeyed(of: AnyKind, drift: ValueDrift, change: Change): boolean {
  const { key, kind, base, ours, theirs, id } = drift;
  const content = contentOn(of.ledger, 'from', change);
  const alike = (left: Value | undefined, right: Value | undefined): boolean => sameItem(of, left, right, content);
  return valuesIn(change, key[0]).some(({ key: [, known], from, to }) =>
    theirs === undefined
      ? alike(to, kind === 'both' ? ours : base)
      : from !== undefined && (known === id || alike(from, theirs)),
  );
}

/** True when every change of such a resource is against somebody's will: all that it had goes, or it comes anew. */
const isWhole = ({ whole }: ResourceDrift, { action }: Change, { goesForGood = false }: AnyKind): boolean =>
  // A replacement takes the old one with everything that somebody did to it.
  action === 'replace' ||
  (whole !== undefined &&
    whole.how !== 'recreated-outside' &&
    // No plan undoes a deactivation; what nobody has in files and goes for good is taken away by no plan.
    whole.how !== 'deactivated-outside' &&
    !(goesForGood && whole.how === 'created-outside'));

function overwrittenBy(drift: ResourceDrift, change: Change): ResourceDrift | undefined {
  if (drift.kind !== change.kind) return undefined;
  const kind = kindNamed(drift.kind);
  if (isWhole(drift, change, kind)) return drift;
  const touched = touchedKeys(change);
  // A deactivation takes with it what somebody has given the resource.
  const deactivates = change.action === 'deactivate';
  const isTouched = (value: ValueDrift): boolean => {
    const [part] = value.key;
    if (isItemPart(kind, part)) return overwritesUnkeyed(kind, value, change);
    return touched.has(keyText(value.key)) || (deactivates && kind.parts[part]?.always !== true);
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

/**
 * The part of the drift that a plan undoes. A plan is made from files and service alone: wherever the files still ask
 * for what was there before, it puts that back. Nothing is counted in it as settled.
 */
export function overwritten(drift: Drift, plan: Plan): Drift {
  return {
    ...drift,
    resources: drift.resources.flatMap((each) => {
      const change = plan.changes.find(({ address }) => address === each.address);
      return (change === undefined ? undefined : overwrittenBy(each, change)) ?? [];
    }),
    settled: perPart(() => ({ same: 0, ours: 0 })),
  };
}
