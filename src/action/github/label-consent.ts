import type { PlanningOptions } from '../../cli/options/common-options.ts';
import { kindAt } from '../../kinds/registry.ts';
import { liftOf } from '../../plan/guard/refusal.ts';
import type { Job } from '../job.ts';
import type { Ran } from '../run-in-group.ts';
import type { PullRequest } from './event.ts';

/**
 * The options with the consent that a refusal asks for. Never consent for what goes for good: a label is set with a
 * click.
 */
function withConsent<Options extends PlanningOptions>(options: Options, { reported }: Ran): Options {
  if (reported?.kind !== 'planned' || reported.guard.kind === 'allowed') return options;
  const lifts = reported.guard.refusals.map(liftOf);
  const counts = lifts.flatMap((lift) => (lift.kind === 'max-deletes' ? [lift.count] : []));
  const addresses = lifts.flatMap((lift) =>
    lift.kind === 'allow-delete' && kindAt(lift.address)?.goesForGood !== true ? [lift.address] : [],
  );
  return {
    ...options,
    allowDelete: [...options.allowDelete, ...addresses],
    ...(counts.length > 0 && { maxDeletes: counts.reduce((most, count) => Math.max(most, count)) }),
  };
}

/** What a label of the pull request can lift of a refusal, in words; empty: nothing, or no label can. */
export function labelAdvice({ inputs: { deleteLabels } }: Job, { reported }: Ran): string {
  if (deleteLabels.length === 0 || reported?.kind !== 'planned' || reported.guard.kind === 'allowed') return '';
  const isLifted = (lift: ReturnType<typeof liftOf>): boolean =>
    lift.kind === 'max-deletes' || (lift.kind === 'allow-delete' && kindAt(lift.address)?.goesForGood !== true);
  if (!reported.guard.refusals.map(liftOf).some(isLifted)) return '';
  const named = deleteLabels.map((label) => `"${label}"`).join(' or ');
  return `a label of the pull request consents to what this plan deletes: ${named}`;
}

/**
 * Adds consent to just what the guard refuses, when every pull request has a label that consents. Unmanaged resources
 * are not among it, and protection stays. `look`: makes a plan only to see what would be refused, so that nothing is
 * applied or spent twice.
 */
export async function withLabelConsent<Options extends PlanningOptions>(
  { inputs: { deleteLabels } }: Job,
  pullRequests: readonly PullRequest[],
  options: Options,
  look: () => Promise<Ran>,
): Promise<Options> {
  const isLabelled = ({ labels }: PullRequest): boolean => deleteLabels.some((label) => labels.includes(label));
  return pullRequests.length > 0 && pullRequests.every(isLabelled) ? withConsent(options, await look()) : options;
}
