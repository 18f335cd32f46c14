import { liftOf } from '../plan/refusal.ts';
import type { Reported } from '../review/reports/reported.ts';
import type { PullRequest } from './event.ts';
import type { Job } from './job.ts';
import type { Ran } from './run-lexform.ts';

/** The very flags that a refusal asks for. Never those of developer keys: a label is set with a click, and a key does not come back. */
function flagsOf(reported: Reported | undefined): readonly string[] {
  if (reported?.kind !== 'planned' && reported?.kind !== 'refused') return [];
  if (reported.guard.kind === 'allowed') return [];
  const lifts = reported.guard.refusals.map(liftOf);
  const counts = lifts.flatMap((lift) => (lift.kind === 'max-deletes' ? [lift.count] : []));
  return [
    ...lifts.flatMap((lift) =>
      lift.kind === 'allow-delete' && !lift.address.startsWith('developer_key.')
        ? ['--allow-delete', lift.address]
        : [],
    ),
    ...(counts.length === 0 ? [] : ['--max-deletes', String(Math.max(...counts))]),
  ];
}

/**
 * Runs, and where the guard refuses and every pull request has a label that consents, runs once more with consent to just what was refused. What nothing owns is
 * not among it, and protection stays.
 */
export async function withLabelConsent(
  { inputs: { deleteLabels }, ports }: Job,
  pullRequests: readonly PullRequest[],
  run: (flags: readonly string[]) => Promise<Ran>,
): Promise<Ran> {
  const first = await run([]);
  const isLabelled = ({ labels }: PullRequest): boolean => deleteLabels.some((label) => labels.includes(label));
  const consents = pullRequests.length > 0 && pullRequests.every(isLabelled);
  const flags = consents ? flagsOf(first.reported) : [];
  return flags.length === 0 || ports.interrupted.aborted ? first : run(flags);
}
