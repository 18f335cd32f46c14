import type { AnyKind } from '../../kinds/kind.ts';
import { kindNoun } from '../../kinds/words.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { listed, utcText } from '../format/text.ts';

/**
 * `, as of the last apply of 2026-01-02 03:04 UTC`: the state that a plan was made against. Empty if the service was
 * read.
 */
export function asOfText({ against }: Pick<Plan, 'against'>): string {
  if (against === undefined) return '';
  const what = against.kind === 'ledger' ? 'the last apply' : 'the backup';
  const time = utcText(against.time, 16);
  return `, as of ${what}${time === undefined ? '' : ` of ${time}`}`;
}

/** A warning for readers of such a plan. Empty if the service was read. */
export const notAskedText = ({ against }: Pick<Plan, 'against'>): string =>
  against === undefined
    ? ''
    : 'The service was not read: the plan ignores later changes there, and it cannot be applied.';

/** The kinds that the snapshot does not contain; empty if it contains all. */
export function leftOutText(kinds: readonly AnyKind[]): string {
  const names = kinds.map((kind) => kindNoun(kind)[1]);
  return names.length === 0 ? '' : `left out, because only the service knows them: ${listed(names)}\n`;
}
