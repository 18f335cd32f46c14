import { additionsOf, valuesAtHand } from '../model/plan/additions.ts';
import type { ChildChange, Plan } from '../model/plan/plan.ts';
import { isRecord, type ValueChange } from '../model/resources/value.ts';
import type { Phrases } from './lint-input.ts';

/** What a value is called after the change: a source phrase, or the label of an instruction. */
function nameOf({ key, to }: ValueChange): string | undefined {
  if (to === undefined) return undefined;
  return isRecord(to) ? to.label : key[0] === 'entry' ? key.at(-1) : undefined;
}

function namesOf(of: Pick<ChildChange, 'values'>): Phrases {
  const names = new Set(valuesAtHand(of).flatMap((value) => nameOf(value) ?? []));
  const entries = additionsOf(of)?.entries;
  if (entries === undefined) return names;
  return {
    size: names.size + entries.size,
    // Half a million names would be a large text.
    digest: JSON.stringify([entries.digest, ...names]),
    has: (phrase) => names.has(phrase) || entries.get(phrase) !== undefined,
    *[Symbol.iterator]() {
      yield* names;
      for (const [source] of entries) yield source;
    },
  };
}

/** What a plan adds or changes, as `only` of the linter takes it: terms by dictionary, labels by style list. */
export const changedTerms = ({ changes }: Pick<Plan, 'changes'>): ReadonlyMap<string, Phrases> =>
  new Map(
    changes
      .flatMap((change) => [change, ...change.children])
      .map((each) => [each.address, namesOf(each)] as const)
      .filter(([, names]) => names.size > 0),
  );
