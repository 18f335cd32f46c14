import { isItemPart } from '../../kinds/items.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { type Change, isRenamed, type Plan } from '../../model/plan/plan.ts';
import type { ChildAddress } from '../../model/resources/address.ts';
import { changeKind, keyText, type ValueChange, type ValueKey } from '../../model/resources/resource.ts';
import { driftCounts, type PlanCounts, planCounts } from '../../plan/counts.ts';
import { type Drift, overwritingItems, overwritten, type ResourceDrift } from '../../plan/drift/drift.ts';
import { counted, linesOf } from '../format/text.ts';
import { eachPlanTerm, type TermChange, type TermKind } from './term-kinds.ts';

/** The mark of a change that overwrites drift. */
export const UNDOES = 'undoes a change on the service';

/** The drift that a plan overwrites. */
export interface Undone {
  /** Number of values, and of whole resources and dictionaries. */
  readonly count: number;
  /** True for a resource or child whose drift as a whole the plan overwrites. */
  readonly hasWhole: (address: string) => boolean;
  /** `key`: that of a value of the plan. */
  readonly hasValue: (address: string, key: ValueKey) => boolean;
}

/** The result if nothing is overwritten, or this is unknown. */
export const NOTHING_UNDONE: Undone = { count: 0, hasWhole: () => false, hasValue: () => false };

const valueAt = (address: string, key: ValueKey): string => `${address}\0${keyText(key)}`;

/**
 * The values of a plan that overwrite the values of a drift, one for each. The key of a value without a key is the one
 * in the plan. A deactivation overwrites values that it does not contain: these have the key of the drift.
 */
function overwritingValues({ address, kind, values }: ResourceDrift, change: Change | undefined): readonly string[] {
  const of = kindNamed(kind);
  const found: string[] = [];
  for (const value of values) {
    const isItem = change !== undefined && isItemPart(of, value.key[0]);
    const keys = (isItem ? overwritingItems(of, value, change) : []).map(({ key }) => valueAt(address, key));
    // Several equal values are overwritten by different values of the plan.
    found.push(keys.find((key) => !found.includes(key)) ?? keys[0] ?? valueAt(address, value.key));
  }
  return found;
}

/** Marks drifted resources and values. */
function undoneIn(resources: readonly ResourceDrift[], plan: Plan): Undone {
  const all = resources.flatMap((resource) => [resource, ...resource.children]);
  const wholes = new Set<string>(all.filter(({ whole }) => whole !== undefined).map(({ address }) => address));
  const changes = new Map(plan.changes.map((change) => [change.address, change]));
  const values = new Set(
    resources.flatMap((resource) => [
      ...(resource.whole === undefined ? overwritingValues(resource, changes.get(resource.address)) : []),
      ...resource.children.flatMap(({ address, whole, values: drifted }) =>
        whole === undefined ? drifted.map(({ key }) => valueAt(address, key)) : [],
      ),
    ]),
  );
  return {
    count: wholes.size + values.size,
    hasWhole: (address) => wholes.has(address),
    hasValue: (address, key) => values.size > 0 && values.has(valueAt(address, key)),
  };
}

/** The resources with values of other people that a plan overwrites, whether that was decided or not. */
const overwrittenIn = (drift: Drift, plan: Plan): readonly ResourceDrift[] => {
  const { resources, decided } = overwritten(drift, plan);
  return [...resources, ...decided];
};

/** The drift that a plan overwrites. */
export const undoneBy = (plan: Plan, drift: Drift | undefined): Undone =>
  drift === undefined || drift.resources.length + (drift.decided?.length ?? 0) === 0
    ? NOTHING_UNDONE
    : undoneIn(overwrittenIn(drift, plan), plan);

/** The part of some drift that the files have not changed too. */
function onlyTheirs<Part extends Pick<ResourceDrift, 'whole' | 'values'>>({ whole, values, ...others }: Part) {
  return {
    ...others,
    ...(whole?.kind === 'theirs' && { whole }),
    values: values.filter(({ kind }) => kind === 'theirs'),
  };
}

/** The changes of a plan by their origin. Each row of the plan counts once. */
interface Origins {
  /** The changes of the files, by part. */
  readonly files: PlanCounts['values'];
  /** The changes without those that only restore what the service had before. */
  readonly others: readonly Change[];
  /** Number of changes that only restore what the service had before. */
  readonly undoes: number;
  /** Number of changes of the files that overwrite another change on the service. */
  readonly conflicts: number;
  /** Number of those that `pull --ours` decided. */
  readonly decided: number;
  /** The changes on the service that are not conflicts. */
  readonly restored: Undone;
}

/** Number of conflicts in the resources. A whole resource or child counts once. */
const conflictsIn = (resources: readonly ResourceDrift[], settled: Drift['settled']): number =>
  driftCounts({ resources, settled }).both;

/** The values of a change that differ. The name of a resource that is created or deleted is not a change of its own. */
const changedValues = (change: Change): readonly ValueChange[] =>
  (isRenamed(change) ? change.values : change.values.slice(1)).filter(({ from, to }) => from !== to);

/** Number of drifted values that a plan overwrites without containing them: those of a deactivated resource. */
function unlisted(drift: ResourceDrift | undefined, change: Change): number {
  if (drift === undefined || drift.whole !== undefined) return 0;
  const listed = new Set(change.values.map(({ key }) => valueAt(change.address, key)));
  return new Set(overwritingValues(drift, change).filter((key) => !listed.has(key))).size;
}

/** `undefined`: the plan overwrites no change on the service. */
function originsOf(plan: Plan, drift: Drift | undefined): Origins | undefined {
  if (drift === undefined || undoneBy(plan, drift).count === 0) return undefined;
  const { resources, decided, settled } = overwritten(drift, plan);
  const theirs = resources.map((each) => ({
    ...onlyTheirs(each),
    children: each.children.map(onlyTheirs),
  })) as readonly ResourceDrift[];
  const restored = undoneIn(theirs, plan);
  const files: Record<string, Record<TermKind, number>> = {};
  const termsIn = eachPlanTerm(plan);
  let undoes = 0;
  const count = (isRestored: boolean, part: string, kind: TermKind): number => {
    if (isRestored) undoes += 1;
    else {
      files[part] ??= { added: 0, changed: 0, removed: 0, moved: 0, renamed: 0 };
      files[part][kind] += 1;
    }
    return isRestored ? 0 : 1;
  };
  const othersIn = (change: Change): readonly Change[] => {
    const { address, action } = change;
    if (restored.hasWhole(address)) {
      undoes += 1;
      return [];
    }
    undoes += unlisted(
      theirs.find((drift) => drift.address === address),
      change,
    );
    let own = 0;
    for (const value of changedValues(change))
      own += count(restored.hasValue(address, value.key), value.key[0], changeKind(value));
    const children = change.children.filter((child) => !restored.hasWhole(child.address));
    undoes += change.children.length - children.length;
    for (const child of children)
      for (const term of termsIn(child)) own += count(undoesTerm(restored, child.address, term), 'entry', term.kind);
    return own === 0 && action === 'update' ? [] : [{ ...change, children }];
  };
  const others = plan.changes.flatMap(othersIn);
  const isDecided = conflictsIn(decided, settled);
  return {
    files,
    others,
    undoes,
    conflicts: conflictsIn(resources, settled) + isDecided,
    decided: isDecided,
    restored,
  };
}

/** True if the plan restores the earlier name of a resource. */
export const undoesName = ({ hasValue }: Undone, { address, values: [name] }: Change): boolean =>
  name !== undefined && hasValue(address, name.key);

/** The counts of a plan for its first line, which counts the changes of the files. */
export function shownCounts(plan: Plan, drift: Drift | undefined): PlanCounts & { readonly files?: PlanCounts } {
  const counts = planCounts(plan);
  const origins = originsOf(plan, drift);
  if (origins === undefined) return counts;
  const own = planCounts({ changes: origins.others });
  const none = { added: 0, changed: 0, removed: 0 };
  const values = Object.fromEntries(Object.keys(counts.values).map((part) => [part, origins.files[part] ?? none]));
  return { ...counts, files: { ...own, values } };
}

/** True if a term of a child was changed on the service, and the plan restores the earlier state. */
export const undoesTerm = (
  { hasValue }: Undone,
  child: ChildAddress,
  { before, after, to = child }: Pick<TermChange, 'before' | 'after' | 'to'>,
): boolean => {
  const isOf = (address: string, source: string | undefined): boolean =>
    source !== undefined && hasValue(address, ['entry', address.slice(address.indexOf('/') + 1), source]);
  return isOf(child, before?.source) || isOf(to, after?.source);
};

/** True for a term of a plan that only restores what the service had before. */
export function onlyUndoes(plan: Plan, drift: Drift | undefined): (child: ChildAddress, term: TermChange) => boolean {
  const restored = originsOf(plan, drift)?.restored ?? NOTHING_UNDONE;
  return (child, term) => undoesTerm(restored, child, term);
}

/** The words for the changes on the service that a plan overwrites, without a full stop; `undefined`: none. */
export function undoneText(plan: Plan, drift: Drift | undefined): string | undefined {
  const origins = originsOf(plan, drift);
  if (origins === undefined) return undefined;
  const { others, undoes, conflicts, decided } = origins;
  const also = others.length > 0 ? 'also ' : '';
  const of =
    decided === 0
      ? ', in which the files win'
      : `, ${decided === conflicts ? '' : `${decided} `}decided with pull --ours`;
  return linesOf(
    undoes > 0 && `The plan would ${also}undo ${counted(undoes, 'change')} made on the service`,
    conflicts > 0 && `${counted(conflicts, 'conflict')} with the service${of}`,
  ).join('; ');
}
