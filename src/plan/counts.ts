import type { AnyKind } from '../kinds/kind.ts';
import { KINDS, kindNamed } from '../kinds/registry.ts';
import { childNoun, countedParts, totalNoun } from '../kinds/words.ts';
import { byCodeUnit, grouped } from '../model/lists.ts';
import { valueCount, valuesAtHand } from '../model/plan/additions.ts';
import { type Change, languageOf, type Plan, valuesIn } from '../model/plan/plan.ts';
import { childName } from '../model/resources/address.ts';
import { changeKind, type ValueChange } from '../model/resources/resource.ts';
import { type Drift, type DriftPart, driftTerms, perPart, type ResourceDrift, type Settled } from './drift/drift.ts';
import { type TermChanges, type TermChild, termPairs } from './term-pairs.ts';

/** Values, each counted once: a term that is moved or renamed is neither removed nor added. */
export interface Tally {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Moved from one child to another. Absent, like `renamed`: these values are not terms. */
  readonly moved?: number;
  /** Terms with a new source phrase for the same translation. */
  readonly renamed?: number;
}

/** The terms of some children of a plan. */
export interface TermTally extends Required<Tally> {
  /** Moved to a child outside the counted ones. */
  readonly movedAway: number;
  /** Moved from a child outside the counted ones. */
  readonly movedHere: number;
}

/** Names of the actions in the counts. */
const DONE = {
  create: 'created',
  update: 'updated',
  replace: 'replaced',
  delete: 'deleted',
  deactivate: 'deactivated',
} as const satisfies Readonly<Record<Change['action'], string>>;

/** Number of changes of each action. An action that the kind does not have is absent. */
export type ActionCounts = Readonly<Partial<Record<(typeof DONE)[Change['action']], number>>>;

/** The totals of a plan. Every rendering takes its numbers from here, so that they agree. */
export interface PlanCounts {
  /** By the `plural` of the kind. */
  readonly resources: Readonly<Record<string, ActionCounts>>;
  /** The children of resources of a kind, by its `plural`; a kind that has none is absent. */
  readonly children: Readonly<Record<string, ActionCounts>>;
  /** Children that are deleted while their resource stays, by the `plural` of its kind. */
  readonly lostChildren: Readonly<Record<string, number>>;
  /** By part. `entry` includes the values of children that are created or deleted. */
  readonly values: Readonly<Record<string, Tally>>;
  /** HTTP calls that change something. */
  readonly calls: number;
  /** `en->de` of every dictionary that changes, and the language of every style list that does. */
  readonly languages: readonly string[];
}

/** The tally of one part, or of the entries of one child, if no entry was moved or renamed. */
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
const valueParts = (): readonly string[] => [
  ...new Set(KINDS.flatMap((kind) => [...(hasChildren(kind) ? ['entry'] : []), ...countedParts(kind)])),
];

/** The values of a change that are counted, without the entries of its children. */
export const countedValues = (change: Change): readonly ValueChange[] =>
  valuesIn(change, ...countedParts(kindNamed(change.kind)));

/**
 * True for a kind whose changes are reported by their values, so that its created and changed resources are not counted
 * as well.
 */
export const isCountedByValues = (kind: AnyKind): boolean => hasChildren(kind) || countedParts(kind).length > 0;

/** The terms of some children of a plan: all of them, one, or those of one language pair. */
export function termTally(plan: TermChanges, children: readonly TermChild[]): TermTally {
  const { moved, renamed, cameFrom } = termPairs(plan);
  const counts = { added: 0, changed: 0, removed: 0, moved: 0, movedAway: 0, movedHere: 0, renamed: 0 };
  const here = new Set(children);
  /**
   * The count that an entry belongs to. `undefined`: an added entry that is counted together with the removed one that
   * it replaces.
   */
  const kindOf = (value: ValueChange): keyof typeof counts | undefined => {
    const kind = changeKind(value);
    if (kind === 'changed') return kind;
    if (kind === 'removed') {
      const there = moved.get(value);
      if (there !== undefined) return here.has(there.in) ? 'moved' : 'movedAway';
      return renamed.has(value) ? 'renamed' : kind;
    }
    const origin = cameFrom.get(value);
    if (origin === undefined) return kind;
    return here.has(origin.in) ? undefined : 'movedHere';
  };
  // One pass: a plan may have 240,000 values.
  for (const child of children) {
    const values = cameFrom.size === 0 ? valuesAtHand(child) : child.values;
    for (const value of values) {
      const kind = kindOf(value);
      if (kind !== undefined) counts[kind] += 1;
    }
    counts.added += valueCount(child) - values.length;
  }
  return counts;
}

/** The values of resources themselves, by part, and the terms of all children. */
function talliesOf(plan: Pick<Plan, 'changes'>): Readonly<Record<string, Tally>> {
  const {
    movedAway: _,
    movedHere: __,
    ...terms
  } = termTally(
    plan,
    plan.changes.flatMap(({ children }) => children),
  );
  const byPart = grouped(plan.changes.flatMap(countedValues), ({ key: [part] }) => part);
  return Object.fromEntries(
    valueParts().map((part) => [part, part === 'entry' ? terms : tally(byPart.get(part) ?? [])]),
  );
}

/** Counts what a plan adds, changes and removes. */
export function planCounts(plan: Pick<Plan, 'changes'>): PlanCounts {
  const { changes } = plan;
  const of = (wanted: AnyKind): readonly Change[] => changes.filter(({ kind }) => kind === wanted.kind);
  const languages = changes.flatMap((change) => [
    ...Object.values(languageOf(change)),
    ...(kindNamed(change.kind).pairOf === undefined ? [] : change.children.map((child) => childName(child.address))),
  ]);
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
    lostChildren: Object.fromEntries(
      KINDS.filter(hasChildren).map((kind) => {
        const stay = of(kind).filter(({ action }) => action === 'update');
        return [
          kind.plural,
          stay.flatMap(({ children }) => children.filter(({ action }) => action === 'delete')).length,
        ];
      }),
    ),
    values: talliesOf(plan),
    calls: changes.reduce((total, { operations }) => total + operations.length, 0),
    languages: [...new Set(languages)].sort(byCodeUnit),
  };
}

/** How many resources of all kinds there are of some actions. */
export const countOf = ({ resources }: PlanCounts, ...actions: readonly (keyof ActionCounts)[]): number =>
  Object.values(resources).reduce((sum, each) => actions.reduce((all, action) => all + (each[action] ?? 0), sum), 0);

/** Number of created resources that have a secret. */
export const newSecrets = ({ resources }: PlanCounts): number =>
  KINDS.reduce((sum, { hasSecret, plural }) => sum + ((hasSecret && resources[plural]?.created) || 0), 0);

/** The counts as documents contain them: `glossaries`, `dictionaries`, `terms` and so on, as members of one object. */
export const countsJson = ({ resources, children, values, calls, languages }: PlanCounts) => ({
  ...Object.fromEntries(
    KINDS.flatMap((kind) => [
      [kind.plural, resources[kind.plural]],
      ...(hasChildren(kind) ? [[childNoun(kind)[1], children[kind.plural]]] : []),
    ]),
  ),
  ...Object.fromEntries(Object.entries(values).map(([part, each]) => [totalNoun(part)[1], each])),
  calls,
  languages,
});

/**
 * Counts of one kind of part: changed outside git, changed on both sides, equal on both sides since the last apply,
 * changed in the files.
 */
export interface DriftTally extends Settled {
  readonly theirs: number;
  readonly both: number;
}

/** The totals of a comparison. Every rendering takes its numbers from here, so that they agree. */
export interface DriftCounts {
  readonly parts: Readonly<Record<DriftPart, DriftTally>>;
  readonly theirs: number;
  readonly both: number;
}

type Counted = readonly [part: DriftPart, kind: 'theirs' | 'both'];

/** A resource that was deleted or created as a whole on one side counts once, without its content. */
function countedIn({ kind, whole, values, children }: ResourceDrift): readonly Counted[] {
  const wholeCounts: readonly Counted[] = whole === undefined ? [] : [[kind, whole.kind]];
  if (whole?.how === 'dropped-here' || whole?.how === 'created-outside') return wholeCounts;
  const childValues = children.flatMap((child) => (child.whole === undefined ? child.values : []));
  // Terms that were changed outside git are counted like those of a plan.
  const inside = [...values, ...childValues.filter(({ kind: each }) => each === 'both')];
  return [
    ...wholeCounts,
    ...children.flatMap((child): readonly Counted[] =>
      child.whole === undefined ? [] : [[childNoun(kindNamed(kind))[0], child.whole.kind]],
    ),
    ...inside.map((value): Counted => [value.key[0], value.kind]),
  ];
}

/** Number of terms changed outside git. A term that is moved or renamed counts once. */
function theirTerms({ resources }: Pick<Drift, 'resources'>): number {
  const { terms, childOf } = driftTerms({ resources });
  const inside = resources.flatMap(({ whole, children }) =>
    whole?.how === 'dropped-here' || whole?.how === 'created-outside'
      ? []
      : children.flatMap((child) => (child.whole === undefined ? (childOf.get(child) ?? []) : [])),
  );
  return Object.values(termTally(terms, inside)).reduce((sum, each) => sum + each, 0);
}

export function driftCounts({ resources, settled }: Pick<Drift, 'resources' | 'settled'>): DriftCounts {
  const counted = resources.flatMap(countedIn);
  const none = { same: 0, ours: 0 };
  const terms = theirTerms({ resources });
  const count = (kind: 'theirs' | 'both', part?: DriftPart): number =>
    counted.filter(([each, status]) => status === kind && (part === undefined || each === part)).length +
    (kind === 'theirs' && (part === undefined || part === 'entry') ? terms : 0);
  return {
    parts: perPart((part) => ({
      theirs: count('theirs', part),
      both: count('both', part),
      ...(settled[part] ?? none),
    })),
    theirs: count('theirs'),
    both: count('both'),
  };
}

/** True if something was changed outside git. */
export const hasDrift = (drift: Drift): boolean => drift.resources.length > 0;

/** True if something was changed both in the files and outside git, with different results. */
export const hasConflicts = (drift: Drift): boolean => driftCounts(drift).both > 0;
