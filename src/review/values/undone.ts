import { kindAt } from '../../kinds/registry.ts';
import { isRenamed, type Plan, valuesIn } from '../../model/plan/plan.ts';
import type { ChildAddress } from '../../model/resources/address.ts';
import { changeKind, keyText, type Value, type ValueKey } from '../../model/resources/resource.ts';
import { countedValues, driftCounts, type PlanCounts, planCounts } from '../../plan/counts.ts';
import { type Drift, overwritten, type ResourceDrift } from '../../plan/drift/drift.ts';
import { counted, linesOf } from '../format/text.ts';
import { eachPlanTerm, type TermChange, type TermKind } from './term-kinds.ts';
import { valueName } from './value-words.ts';

/** The mark of a change that overwrites drift. */
export const UNDOES = 'undoes a change on the service';

/** The drift that a plan overwrites. */
export interface Undone {
  /** Number of values, and of whole resources and dictionaries. */
  readonly count: number;
  /** True for a resource or child whose drift as a whole the plan overwrites. */
  readonly hasWhole: (address: string) => boolean;
  /** `value`: the value on any side. */
  readonly hasValue: (address: string, key: ValueKey, value?: Value) => boolean;
}

/** The result if nothing is overwritten, or this is unknown. */
export const NOTHING_UNDONE: Undone = { count: 0, hasWhole: () => false, hasValue: () => false };

/** Marks drifted resources and values. Values without a key are identified by their name. */
function undoneIn(resources: readonly ResourceDrift[]): Undone {
  const all = resources.flatMap((resource) => [resource, ...resource.children]);
  const wholes = new Set<string>(all.filter(({ whole }) => whole !== undefined).map(({ address }) => address));
  const nameOf = (address: string, key: ValueKey, value: Value | undefined): string =>
    `${address}\0${key.length === 2 ? JSON.stringify([key[0], valueName(kindAt(address), key, value)]) : keyText(key)}`;
  const values = new Set(
    all.flatMap(({ address, whole, values: drifted }) =>
      whole === undefined ? drifted.map(({ key, base, theirs }) => nameOf(address, key, theirs ?? base)) : [],
    ),
  );
  return {
    count: wholes.size + values.size,
    hasWhole: (address) => wholes.has(address),
    hasValue: (address, key, value) => values.size > 0 && values.has(nameOf(address, key, value)),
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
    : undoneIn(overwrittenIn(drift, plan));

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
  /** Addresses of resources whose only changes restore what the service had before. */
  readonly restored: ReadonlySet<string>;
  /** Number of changes that only restore what the service had before. */
  readonly undoes: number;
  /** Number of changes of the files that overwrite another change on the service. */
  readonly conflicts: number;
  /** Number of those that `pull --ours` decided. */
  readonly decided: number;
}

/** Number of conflicts in the resources. A whole resource or child counts once. */
const conflictsIn = (resources: readonly ResourceDrift[], settled: Drift['settled']): number =>
  driftCounts({ resources, settled }).both;

/** `undefined`: the plan overwrites no change on the service. */
function originsOf(plan: Plan, drift: Drift | undefined): Origins | undefined {
  if (drift === undefined || undoneBy(plan, drift).count === 0) return undefined;
  const { resources, decided, settled } = overwritten(drift, plan);
  const theirs = resources.map((each) => ({ ...onlyTheirs(each), children: each.children.map(onlyTheirs) }));
  const restored = undoneIn(theirs as readonly ResourceDrift[]);
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
  const noneLeft = new Set<string>();
  for (const change of plan.changes) {
    const { address, children } = change;
    let own = 0;
    if (restored.hasWhole(address)) {
      undoes += 1;
      noneLeft.add(address);
      continue;
    }
    for (const value of [...countedValues(change), ...(isRenamed(change) ? valuesIn(change, 'name') : [])])
      own += count(restored.hasValue(address, value.key, value.from ?? value.to), value.key[0], changeKind(value));
    for (const child of children)
      if (restored.hasWhole(child.address)) undoes += 1;
      else
        for (const term of termsIn(child)) own += count(undoesTerm(restored, child.address, term), 'entry', term.kind);
    if (own === 0 && change.action === 'update') noneLeft.add(address);
  }
  const isDecided = conflictsIn(decided, settled);
  return {
    files,
    restored: noneLeft,
    undoes,
    conflicts: conflictsIn(resources, settled) + isDecided,
    decided: isDecided,
  };
}

/** The counts of a plan for its first line, which counts the changes of the files. */
export function shownCounts(plan: Plan, drift: Drift | undefined): PlanCounts & { readonly files?: PlanCounts } {
  const counts = planCounts(plan);
  const origins = originsOf(plan, drift);
  if (origins === undefined) return counts;
  const own = planCounts({ changes: plan.changes.filter(({ address }) => !origins.restored.has(address)) });
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

/** The words for the changes on the service that a plan overwrites, without a full stop; `undefined`: none. */
export function undoneText(plan: Plan, drift: Drift | undefined): string | undefined {
  const origins = originsOf(plan, drift);
  if (origins === undefined) return undefined;
  const { files, undoes, conflicts, decided } = origins;
  const also = Object.keys(files).length > 0 ? 'also ' : '';
  const of =
    decided === 0 ? '' : decided === conflicts ? ', decided with pull --ours' : `, ${decided} decided with pull --ours`;
  return linesOf(
    undoes > 0 && `The plan would ${also}undo ${counted(undoes, 'change')} made on the service`,
    conflicts > 0 && `${counted(conflicts, 'conflict')} with the service${of}`,
  ).join('; ');
}
