import type { Plan } from '../model/plan/plan.ts';
import { isRecord, type ValueChange } from '../model/resources/value.ts';

/** What a value is called after the change: a source phrase, or the label of an instruction. */
function nameOf({ key, to }: ValueChange): string | undefined {
  if (to === undefined) return undefined;
  return isRecord(to) ? to.label : key[0] === 'entry' ? key.at(-1) : undefined;
}

const namesOf = (values: readonly ValueChange[]): ReadonlySet<string> =>
  new Set(values.flatMap((value) => nameOf(value) ?? []));

/** What a plan adds or changes, as `only` of the linter takes it: terms by dictionary, labels by style list. */
export const changedTerms = ({ changes }: Pick<Plan, 'changes'>): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    changes
      .flatMap(({ address, values, children }) => [{ address, values }, ...children])
      .map(({ address, values }) => [address, namesOf(values)] as const)
      .filter(([, names]) => names.size > 0),
  );
