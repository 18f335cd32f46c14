import type { ValueDrift } from '../../change/drift-values.ts';
import { contentOn, isItemPart, sameItem } from '../../kinds/items.ts';
import type { AnyKind } from '../../kinds/kind.ts';
import { isIrreversible, KINDS, kindNamed } from '../../kinds/registry.ts';
import { childNoun } from '../../kinds/words.ts';
import type { Entries } from '../../model/entries/entries.ts';
import type { Digest } from '../../model/ids.ts';
import {
  allValues,
  type Change,
  type ChildFacts,
  isRenamed,
  type Plan,
  type ResourceKind,
  valueChange,
  valuesIn,
} from '../../model/plan/plan.ts';
import { type Address, type ChildAddress, childName, type ResourceAddress } from '../../model/resources/address.ts';
import { keyText, type Value, type ValueChange, type ValueKey } from '../../model/resources/resource.ts';
import type { TermChanges, TermChild } from '../term-pairs.ts';

/** The drift of a whole resource or dictionary. */
export type WholeDrift<Content> =
  /**
   * Deleted on the service, or deactivated permanently; the files can only follow. `both`: the files have changed it
   * since the last apply; `ours`: the digest of their content.
   */
  | {
      readonly kind: 'theirs' | 'both';
      readonly how: 'deleted-outside' | 'deactivated-outside';
      readonly ours?: Digest;
    }
  /**
   * Deleted outside git, and another resource of that name exists now, with another id. `pull` edits no file for it:
   * the next apply adopts it.
   */
  | { readonly kind: 'theirs'; readonly how: 'recreated-outside' }
  /** The files no longer have it, but it was changed on the service, which still has it with the content `theirs`. */
  | { readonly kind: 'both'; readonly how: 'dropped-here'; readonly theirs: Content }
  /**
   * No file has it. A resource: `pull` creates files for it, because it was never in git or a rollback restored it. A
   * dictionary: its glossary is owned, and either the caller requested added dictionaries or the files dropped the
   * glossary.
   */
  | { readonly kind: 'theirs'; readonly how: 'created-outside'; readonly theirs: Content };

/** One part with an address of its own. If the files dropped it, `values` are the changes on the service. */
export interface ChildDrift extends ChildFacts {
  readonly address: ChildAddress;
  /** Number of entries after the last apply. */
  readonly baseSize: number;
  readonly whole?: WholeDrift<Entries>;
  /** Values of the base in its order, then new ones in the order of the service. */
  readonly values: readonly ValueDrift[];
}

/** The changes of one resource on the service. */
export interface ResourceDrift {
  readonly kind: ResourceKind;
  readonly address: ResourceAddress;
  /** The id of the live resource. If it was deleted: the id that it had. */
  readonly id: string;
  /** The name after the last apply. */
  readonly baseName: string;
  /** Its content is the live one, as the kind reports it. */
  readonly whole?: WholeDrift<unknown>;
  /** By part and key. Values without a key: in the order of the base, then new ones by their content. */
  readonly values: readonly ValueDrift[];
  /** Parts with addresses of their own, in the order of their addresses. */
  readonly children: readonly ChildDrift[];
}

/**
 * The name of a compared and counted item: a kind of resource, a kind of part with an address, or a part of a value.
 */
export type DriftPart = string;

/**
 * All compared parts, in the order of a report: whole resources, parts with addresses, parts that are always present,
 * entries, then other parts.
 */
export function driftParts(): readonly DriftPart[] {
  const parts = KINDS.flatMap((kind) => Object.entries(kind.parts).map(([part, { role }]) => ({ part, role })));
  const headings = parts.filter(({ role }) => role === 'heading');
  const others = parts.filter(({ role }) => role !== 'heading' && role !== 'whole');
  const children = KINDS.flatMap((kind) => (kind.children === undefined ? [] : childNoun(kind)[0]));
  const named = [...headings, { part: 'entry' }, ...others].map(({ part }) => part);
  return [...new Set([...KINDS.map(({ kind }) => kind), ...children, ...named])];
}

export const perPart = <Each>(value: (part: DriftPart) => Each): Readonly<Record<DriftPart, Each>> =>
  Object.fromEntries(driftParts().map((part) => [part, value(part)]));

/** Counts of parts that differ from the last apply but are not drift. */
export interface Settled {
  /** Files and service have become the same since the last apply. */
  readonly same: number;
  /**
   * Only the files have changed. A dictionary that the service has not changed is not compared by entry: it counts
   * once, and its terms do not.
   */
  readonly ours: number;
}

/** A value that files and service have changed in the same way, for example because it was pulled. */
export interface AgreedValue {
  readonly address: ResourceAddress;
  readonly key: ValueKey;
}

/**
 * The result of the three-way comparison of files, service and last apply. A value: it is printed, saved, and used by
 * `pull`.
 */
export interface Drift {
  readonly formatVersion: 1;
  readonly target: { readonly name: string; readonly baseUrl: string };
  /** The `--only` patterns that narrowed the comparison; empty: everything. */
  readonly only: readonly string[];
  /** In the order of addresses; each with at least one difference. */
  readonly resources: readonly ResourceDrift[];
  /**
   * Conflicts that `pull --ours` decided for the files. They are not drift, but a plan may overwrite them. Absent:
   * none.
   */
  readonly decided?: readonly ResourceDrift[];
  /** Values with a key that are not drift, because both sides agree on them. Absent: none. */
  readonly agreed?: readonly AgreedValue[];
  readonly settled: Readonly<Record<DriftPart, Settled>>;
}

/**
 * Values changed outside git, as changes from the last apply to the service. Conflicts are left out, because they have
 * a third side.
 */
export const theirValues = (values: readonly ValueDrift[]): readonly ValueChange[] =>
  values.filter(({ kind }) => kind === 'theirs').map(({ key, base, theirs, at }) => valueChange(key, base, theirs, at));

/**
 * True for a child with a changed value whose row in the files another child has too, because they inherit it. Linear
 * in the number of values.
 */
export function sharingIn({ resources }: Pick<Drift, 'resources'>): (child: ChildDrift) => boolean {
  const rowsOf = ({ address, values }: ChildDrift): readonly string[] =>
    values.flatMap(({ kind, at }) =>
      kind === 'both' || at === undefined ? [] : [JSON.stringify([childName(address), at.file, at.line])],
    );
  const first = new Map<string, ChildDrift>();
  const shared = new Set<string>();
  for (const child of resources.flatMap(({ children }) => children))
    for (const row of rowsOf(child)) {
      if ((first.get(row) ?? child) !== child) shared.add(row);
      if (!first.has(row)) first.set(row, child);
    }
  return (child) => shared.size > 0 && rowsOf(child).some((row) => shared.has(row));
}

/**
 * The terms of a drift, in the form in which the terms of a plan are counted and listed. `childOf`: each child of the
 * drift in that form.
 */
export function driftTerms({ resources }: Pick<Drift, 'resources'>): {
  readonly terms: TermChanges;
  readonly childOf: ReadonlyMap<ChildDrift, TermChild>;
} {
  const isSharing = sharingIn({ resources });
  const childOf = new Map(
    resources
      .flatMap(({ children }) => children)
      .map((child) => [
        child,
        {
          address: child.address,
          values: theirValues(child.values),
          ...(child.whole === undefined && { action: 'update' }),
          ...(isSharing(child) && { inherits: true as const }),
        },
      ]),
  );
  return { terms: { changes: [{ children: [...childOf.values()] }] }, childOf };
}

/** Keys of the values with a key that a change modifies. */
const touchedKeys = (change: Change): ReadonlySet<string> =>
  new Set(
    (isRenamed(change) ? allValues(change) : allValues(change).slice(1))
      .filter(({ from, to }) => from !== to)
      .map(({ key }) => keyText(key)),
  );

/**
 * The values of a change that overwrite the drift of a value without a key: they change or remove a value with the same
 * id or content. If the service has no such value, they add it again. Those with the same id are first.
 */
export function overwritingItems(of: AnyKind, drift: ValueDrift, change: Change): readonly ValueChange[] {
  const { key, kind, base, ours, theirs, id } = drift;
  const content = contentOn(of, 'from', change);
  const alike = (left: Value | undefined, right: Value | undefined): boolean => sameItem(of, left, right, content);
  const values = valuesIn(change, key[0]);
  if (theirs === undefined) return values.filter(({ to }) => alike(to, kind === 'both' ? ours : base));
  const live = values.filter(({ from }) => from !== undefined);
  const isSame = ({ key: [, known] }: ValueChange): boolean => known === id;
  return [...live.filter(isSame), ...live.filter((value) => !isSame(value) && alike(value.from, theirs))];
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
    if (isItemPart(kind, part)) return overwritingItems(kind, value, change).length > 0;
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

/** True if some drift of a resource is a conflict: the files have changed the same value, resource or child. */
export const hasConflict = ({ whole, values, children }: ResourceDrift): boolean =>
  [{ whole, values }, ...children].some(
    (each) => each.whole?.kind === 'both' || each.values.some(({ kind }) => kind === 'both'),
  );

/** The addresses of a resource and its children that were deleted on the service, and only there. */
export const deletedOutside = ({ address, whole, children }: ResourceDrift): readonly Address[] =>
  [{ address, whole }, ...children].flatMap((each) =>
    each.whole?.how === 'deleted-outside' && each.whole.kind === 'theirs' ? each.address : [],
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
