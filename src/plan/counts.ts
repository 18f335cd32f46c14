import type { AnyKind } from '../kinds/model/resource-kind.ts';
import { KINDS } from '../kinds/registry.ts';
import { childNoun, countedParts, partNoun } from '../kinds/words.ts';
import { byCodeUnit } from '../model/order.ts';
import type { Change, Plan } from '../model/plan/plan.ts';
import { changeKind, type ValueChange } from '../model/resources/value.ts';

/** Added, changed and removed. */
export interface Tally {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** What an action is called among the counts. */
const DONE = {
  create: 'created',
  update: 'updated',
  replace: 'replaced',
  delete: 'deleted',
  deactivate: 'deactivated',
} as const satisfies Readonly<Record<Change['action'], string>>;

/** How many there are of each action. What a kind cannot do has no number. */
export type ActionCounts = Readonly<Partial<Record<(typeof DONE)[Change['action']], number>>>;

/** The totals of a plan. Every rendering takes its numbers from here, so that they agree. */
export interface PlanCounts {
  /** By the `plural` of the kind. */
  readonly resources: Readonly<Record<string, ActionCounts>>;
  /** The children of resources of a kind, by its `plural`; a kind that has none is absent. */
  readonly children: Readonly<Record<string, ActionCounts>>;
  /** By part. `entry`: those of children that are created or deleted are counted too. */
  readonly values: Readonly<Record<string, Tally>>;
  /** HTTP calls that change something. */
  readonly calls: number;
  /** `en->de` of every dictionary that changes, and the language of every style list that does. */
  readonly languages: readonly string[];
}

/** The tally of one child, or of one part. */
export function tally(changes: readonly Pick<ValueChange, 'from' | 'to'>[]): Tally {
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const change of changes) counts[changeKind(change)] += 1;
  return counts;
}

/** How many changes there are of each action. */
const countsOf = (actions: readonly Change['action'][], changes: readonly Pick<Change, 'action'>[]): ActionCounts =>
  Object.fromEntries(actions.map((each) => [DONE[each], changes.filter(({ action }) => action === each).length]));

const hasChildren = ({ children }: AnyKind): boolean => children !== undefined;

/** The parts whose values are counted: entries of children first where a kind has some. */
export const valueParts = (): readonly string[] => [
  ...new Set(KINDS.flatMap((kind) => [...(hasChildren(kind) ? ['entry'] : []), ...countedParts(kind)])),
];

/** True for a kind whose resources are told by their values, and not counted as such when they come or change. */
export const isToldByValues = (kind: AnyKind): boolean => hasChildren(kind) || countedParts(kind).length > 0;

/** One pass: a plan may have 240,000 values. */
function talliesOf(changes: readonly Change[]): Readonly<Record<string, Tally>> {
  const tallies = new Map(valueParts().map((part) => [part, { added: 0, changed: 0, removed: 0 }]));
  for (const { values, children } of changes)
    for (const list of [values, ...children.map((child) => child.values)])
      for (const value of list) {
        const counts = tallies.get(value.key[0]);
        if (counts !== undefined) counts[changeKind(value)] += 1;
      }
  return Object.fromEntries(tallies);
}

export function planCounts({ changes }: Pick<Plan, 'changes'>): PlanCounts {
  const of = (wanted: AnyKind): readonly Change[] => changes.filter(({ kind }) => kind === wanted.kind);
  const languages = KINDS.flatMap((kind) => of(kind).flatMap((change) => kind.words?.languages?.(change) ?? []));
  return {
    resources: Object.fromEntries(KINDS.map((kind) => [kind.plural, countsOf(kind.actions, of(kind))])),
    children: Object.fromEntries(
      KINDS.filter(hasChildren).map((kind) => [
        kind.plural,
        countsOf(
          ['create', 'update', 'delete'],
          of(kind).flatMap(({ children }) => children),
        ),
      ]),
    ),
    values: talliesOf(changes),
    calls: changes.reduce((total, { operations }) => total + operations.length, 0),
    languages: [...new Set(languages)].sort(byCodeUnit),
  };
}

/** How many resources of all kinds there are of some actions. */
export const countOf = ({ resources }: PlanCounts, ...actions: readonly (keyof ActionCounts)[]): number =>
  Object.values(resources).reduce((sum, each) => actions.reduce((all, action) => all + (each[action] ?? 0), sum), 0);

/** How many new resources come with a secret. */
export const newSecrets = ({ resources }: PlanCounts): number =>
  KINDS.reduce((sum, { hasSecret, plural }) => sum + ((hasSecret && resources[plural]?.created) || 0), 0);

/** The counts as documents have them: `glossaries`, `dictionaries`, `terms` and so on, side by side. */
export const countsJson = ({ resources, children, values, calls, languages }: PlanCounts) => ({
  ...Object.fromEntries(
    KINDS.flatMap((kind) => [
      [kind.plural, resources[kind.plural]],
      ...(hasChildren(kind) ? [[childNoun(kind)[1], children[kind.plural]]] : []),
    ]),
  ),
  ...Object.fromEntries(Object.entries(values).map(([part, each]) => [partNoun(part)[1], each])),
  calls,
  languages,
});
