import { allOwned } from '../../kinds/registry.ts';
import type { LedgerState, UnfinishedReplacement } from '../../kinds/states.ts';
import { recordReplacements } from '../compile/replacement-intent.ts';
import type { NextStateInput } from './run-outcomes.ts';

/** `before`: with what was begun before settled. */
export interface NextUnfinishedInput extends Pick<NextStateInput, 'before' | 'plan' | 'report'> {
  /** What is owned after the run. */
  readonly state: LedgerState;
  /** Ids of what the run deleted. */
  readonly gone: ReadonlySet<string>;
}

/** Replacements that stopped between their two calls, in this run or in an earlier one. Pure. */
export function nextUnfinished(input: NextUnfinishedInput): readonly UnfinishedReplacement[] {
  const { before, plan, report, state, gone } = input;
  const owned = new Set([...allOwned(state).values()].map(({ id }) => id));
  const earlier = (before.unfinished ?? []).filter(({ old }) => !gone.has(old) && !owned.has(old));
  const isUnknown = (address: string): boolean =>
    report.outcomes.some(
      ({ kind, operation, ...outcome }) =>
        kind === 'unknown' && outcome.address === address && operation.pre === 'absent',
    );
  const begun = recordReplacements({ ...before, unfinished: [] }, plan).unfinished ?? [];
  const stopped = begun.flatMap((each): readonly UnfinishedReplacement[] => {
    const { address, old } = each;
    if (gone.has(old)) return [];
    if (report.ids.some((made) => made.address === address)) return [{ kind: 'left', address, old }];
    return isUnknown(address) ? [each] : [];
  });
  return [...earlier, ...stopped];
}
