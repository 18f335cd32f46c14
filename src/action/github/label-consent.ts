import { liftOf } from '../../plan/guard/refusal.ts';
import type { Reported } from '../../review/ci/reported.ts';
import type { Job } from '../job.ts';
import type { Ran } from '../run-lexform.ts';
import type { PullRequest } from './event.ts';

/**
 * The very flags that a refusal asks for. Never those of developer keys: a label is set with a click, and a key does
 * not come back.
 */
function flagsOf(reported: Reported | undefined): readonly string[] {
  if (reported?.kind !== 'planned') return [];
  if (reported.guard.kind === 'allowed') return [];
  const lifts = reported.guard.refusals.map(liftOf);
  const counts = lifts.flatMap((lift) => (lift.kind === 'max-deletes' ? [lift.count] : []));
  return [
    ...lifts.flatMap((lift) =>
      lift.kind === 'allow-delete' && !lift.address.startsWith('developer_key.')
        ? ['--allow-delete', lift.address]
        : [],
    ),
    ...(counts.length === 0 ? [] : ['--max-deletes', String(counts.reduce((most, count) => Math.max(most, count)))]),
  ];
}

/**
 * Flags that consent to just what the guard refuses, when every pull request has a label that consents; else none. What
 * nothing owns is not among it, and protection stays. `look`: a plan that is made only to see what would be refused, so
 * that nothing is applied or spent twice.
 */
export async function labelConsent(
  { inputs: { deleteLabels } }: Job,
  pullRequests: readonly PullRequest[],
  look: () => Promise<Ran>,
): Promise<readonly string[]> {
  const isLabelled = ({ labels }: PullRequest): boolean => deleteLabels.some((label) => labels.includes(label));
  if (pullRequests.length === 0 || !pullRequests.every(isLabelled)) return [];
  return flagsOf((await look()).reported);
}
