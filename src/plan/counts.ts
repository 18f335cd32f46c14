import { pairKey } from '../model/entries/language-pair.ts';
import { byCodeUnit } from '../model/order.ts';
import { languageOf, valuesIn } from '../model/plan/change-values.ts';
import type { Change, Plan } from '../model/plan/plan.ts';
import { changeKind, type ValueChange } from '../model/resources/value.ts';

/** Added, changed and removed. */
export interface Tally {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** The totals of a plan. Every rendering takes its numbers from here, so that they agree. */
export interface PlanCounts {
  readonly glossaries: { readonly created: number; readonly updated: number; readonly deleted: number };
  readonly dictionaries: { readonly created: number; readonly updated: number; readonly deleted: number };
  readonly styleLists: {
    readonly created: number;
    readonly updated: number;
    readonly replaced: number;
    readonly deleted: number;
  };
  readonly developerKeys: { readonly created: number; readonly updated: number; readonly deactivated: number };
  /** Entries; those of glossaries that are created or deleted are counted too. */
  readonly terms: Tally;
  readonly rules: Tally;
  readonly instructions: Tally;
  /** HTTP calls that change something. */
  readonly calls: number;
  /** `en->de` of every dictionary that changes, and the language of every style list that does. */
  readonly languages: readonly string[];
}

/** The tally of one dictionary, list of rules or list of instructions. */
export function tally(changes: readonly Pick<ValueChange, 'from' | 'to'>[]): Tally {
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const change of changes) counts[changeKind(change)] += 1;
  return counts;
}

const sum = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (total, each) => ({
      added: total.added + each.added,
      changed: total.changed + each.changed,
      removed: total.removed + each.removed,
    }),
    { added: 0, changed: 0, removed: 0 },
  );

/** How many changes there are of each action, under the name of its count. */
function countsOf<Name extends string>(
  changes: readonly { readonly action: string }[],
  names: Readonly<Record<Name, Change['action']>>,
): Readonly<Record<Name, number>> {
  const count = (wanted: unknown): number => changes.filter(({ action }) => action === wanted).length;
  const counted = Object.entries(names).map(([name, action]) => [name, count(action)]);
  return Object.fromEntries(counted) as Record<Name, number>;
}

export function planCounts(plan: Plan): PlanCounts {
  const glossaries = plan.changes.filter((change) => change.kind === 'glossary');
  const lists = plan.changes.filter((change) => change.kind === 'style-list');
  const keys = plan.changes.filter((change) => change.kind === 'developer-key');
  const dictionaries = plan.changes.flatMap(({ children }) => children);
  const languages = new Set([
    ...dictionaries.map(({ pair }) => pairKey(pair)),
    ...lists.flatMap((list) => Object.values(languageOf(list))),
  ]);
  return {
    glossaries: countsOf(glossaries, { created: 'create', updated: 'update', deleted: 'delete' }),
    dictionaries: countsOf(dictionaries, { created: 'create', updated: 'update', deleted: 'delete' }),
    styleLists: countsOf(lists, { created: 'create', updated: 'update', replaced: 'replace', deleted: 'delete' }),
    developerKeys: countsOf(keys, { created: 'create', updated: 'update', deactivated: 'deactivate' }),
    terms: sum(dictionaries.map(({ values }) => tally(values))),
    rules: tally(lists.flatMap((list) => valuesIn(list, 'rule'))),
    instructions: tally(lists.flatMap((list) => valuesIn(list, 'instruction'))),
    calls: plan.changes.reduce((total, { operations }) => total + operations.length, 0),
    languages: [...languages].sort(byCodeUnit),
  };
}
