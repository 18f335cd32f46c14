import { pairKey } from '../model/entries/language-pair.ts';
import { byCodeUnit } from '../model/order.ts';
import type { Plan } from './plan.ts';

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
export function tally(changes: readonly { readonly kind: 'added' | 'changed' | 'removed' }[]): Tally {
  let [added, changed, removed] = [0, 0, 0];
  for (const { kind } of changes) {
    if (kind === 'added') added += 1;
    else if (kind === 'changed') changed += 1;
    else removed += 1;
  }
  return { added, changed, removed };
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

export function planCounts(plan: Plan): PlanCounts {
  const glossaries = plan.changes.filter((change) => change.kind === 'glossary');
  const lists = plan.changes.filter((change) => change.kind === 'style-list');
  const keys = plan.changes.filter((change) => change.kind === 'developer-key');
  const dictionaries = glossaries.flatMap((change) => change.dictionaries);
  const count = (changes: readonly { readonly action: string }[], action: string): number =>
    changes.filter((change) => change.action === action).length;
  const languages = new Set([
    ...dictionaries.map(({ pair }) => pairKey(pair)),
    ...lists.flatMap(({ languageBefore, languageAfter }) =>
      [languageBefore, languageAfter].filter((language) => language !== undefined),
    ),
  ]);
  return {
    glossaries: {
      created: count(glossaries, 'create'),
      updated: count(glossaries, 'update'),
      deleted: count(glossaries, 'delete'),
    },
    dictionaries: {
      created: count(dictionaries, 'create'),
      updated: count(dictionaries, 'update'),
      deleted: count(dictionaries, 'delete'),
    },
    styleLists: {
      created: count(lists, 'create'),
      updated: count(lists, 'update'),
      replaced: count(lists, 'replace'),
      deleted: count(lists, 'delete'),
    },
    developerKeys: {
      created: count(keys, 'create'),
      updated: count(keys, 'update'),
      deactivated: count(keys, 'deactivate'),
    },
    terms: sum(dictionaries.map(({ entries }) => tally(entries))),
    rules: sum(lists.map(({ rules }) => tally(rules))),
    instructions: sum(lists.map(({ instructions }) => tally(instructions))),
    calls: plan.changes.reduce((total, { operations }) => total + operations.length, 0),
    languages: [...languages].sort(byCodeUnit),
  };
}
