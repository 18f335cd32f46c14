import { additionsOf, valuesAtHand } from '../model/plan/additions.ts';
import type { ChildChange, Plan } from '../model/plan/plan.ts';
import { isRecord, type ValueChange } from '../model/resources/resource.ts';
import type { Phrases } from './lint-input.ts';

/** The names of values after the change: source phrases with their target phrases, and labels of instructions. */
function named(values: Iterable<ValueChange>): Phrases {
  const targets = new Map<string, string>();
  const labels = new Set<string>();
  for (const { key, to } of values) {
    const source = key[0] === 'entry' ? key.at(-1) : undefined;
    const label = isRecord(to) ? to.label : undefined;
    if (label !== undefined) labels.add(label);
    else if (source !== undefined && typeof to === 'string') targets.set(source, to);
  }
  const names = labels.size > 0 ? new Set([...targets.keys(), ...labels]) : targets;
  return { size: names.size, has: (phrase) => names.has(phrase), [Symbol.iterator]: () => names.keys(), targets };
}

function namesOf(of: Pick<ChildChange, 'values'>): Phrases {
  const names = named(valuesAtHand(of));
  const entries = additionsOf(of)?.entries;
  if (entries === undefined) return names;
  return {
    targets: names.targets,
    size: names.size + entries.size,
    // The digest replaces the text of half a million names.
    digest: JSON.stringify([entries.digest, ...names]),
    has: (phrase) => names.has(phrase) || entries.get(phrase) !== undefined,
    *[Symbol.iterator]() {
      yield* names;
      for (const [source] of entries) yield source;
    },
  };
}

/**
 * The additions and changes of a plan, in the form of the linter's `only`: terms by dictionary, labels by style list.
 */
export const changedTerms = ({ changes }: Pick<Plan, 'changes'>): ReadonlyMap<string, Phrases> =>
  new Map(
    changes
      .flatMap((change) => [change, ...change.children])
      .map((each) => [each.address, namesOf(each)] as const)
      .filter(([, names]) => names.size > 0),
  );
