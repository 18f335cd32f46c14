import type { PlanningOptions } from '../../../app/options.ts';
import { kindAt } from '../../../kinds/registry.ts';
import { isIrreversible } from '../../../kinds/traits.ts';
import * as d from '../../../model/decode.ts';
import type { Address } from '../../../model/resources/address.ts';
import { liftOf } from '../../../plan/guard/refusal.ts';
import type { Job } from '../job.ts';
import type { Ran } from '../run-in-group.ts';
import type { PullRequest } from './event.ts';
import { GitHubError } from './github.ts';
import { commandLine } from './workflow-commands.ts';

const isIrreversibleAt = (address: Address): boolean => {
  const kind = kindAt(address);
  return kind !== undefined && isIrreversible(kind);
};

/**
 * Adds the consent that a refusal needs to the options. Never for irreversible deletions, because a label can be set
 * with one click.
 */
function withConsent<Options extends PlanningOptions>(options: Options, { reported }: Ran): Options {
  if (reported?.kind !== 'planned' || reported.guard.kind === 'allowed') return options;
  const lifts = reported.guard.refusals.map(liftOf);
  const counts = lifts.flatMap((lift) => (lift.kind === 'max-deletes-per-run' ? [lift.count] : []));
  const addresses = lifts.flatMap((lift) =>
    lift.kind === 'allow-delete' && !isIrreversibleAt(lift.address) ? [lift.address] : [],
  );
  return {
    ...options,
    allowDelete: [...options.allowDelete, ...addresses],
    ...(counts.length > 0 && { maxDeletesPerRun: counts.reduce((most, count) => Math.max(most, count)) }),
  };
}

/** Advice about the labels that can lift a refusal; empty if no label can. */
export function labelAdvice({ inputs: { deleteLabels } }: Job, { reported }: Ran): string {
  if (deleteLabels.length === 0 || reported?.kind !== 'planned' || reported.guard.kind === 'allowed') return '';
  const isLifted = (lift: ReturnType<typeof liftOf>): boolean =>
    lift.kind === 'max-deletes-per-run' || (lift.kind === 'allow-delete' && !isIrreversibleAt(lift.address));
  if (!reported.guard.refusals.map(liftOf).some(isLifted)) return '';
  const named = deleteLabels.map((label) => `"${label}"`).join(' or ');
  return `a label of the pull request consents to what this plan deletes: ${named}`;
}

const labelEvent = d.object({
  event: d.text,
  label: d.lenient(d.object({ name: d.text })),
  actor: d.lenient(d.object({ login: d.text })),
});

const permission = d.object({ permission: d.text });

/**
 * The reason why a label does not consent; `undefined` if it does: it is set now, and a user with write access set it.
 * The payload of the event can be out of date, and users and programs without write access can set labels.
 */
async function refusalOfLabel({ github, facts }: Job, number: number, label: string): Promise<string | undefined> {
  if (github === undefined) return 'it needs the input github-token';
  const path = `/repos/${facts.repository}`;
  try {
    const events = await github.list(`${path}/issues/${number}/events`, labelEvent);
    const last = events.findLast((each) => each.label?.name === label && /^(?:un)?labeled$/.test(each.event));
    if (last?.event !== 'labeled') return 'it was removed';
    const login = last.actor?.login ?? 'a deleted user';
    const answer = await github.call('GET', `${path}/collaborators/${encodeURIComponent(login)}/permission`);
    const may = d.decoded(permission, answer)?.permission ?? '';
    return /^(?:admin|write)$/.test(may) ? undefined : `${login} may not write to this repository`;
  } catch (error) {
    if (error instanceof GitHubError) return `GitHub does not report who set it: ${error.message}`;
    throw error;
  }
}

/** True if one of the labels of a pull request consents. Logs the reason if a label does not. */
async function hasConsent(job: Job, { number, labels }: PullRequest): Promise<boolean> {
  for (const label of job.inputs.deleteLabels.filter((each) => labels.includes(each))) {
    const refusal = await refusalOfLabel(job, number, label);
    if (refusal === undefined) return true;
    const text = `the label ${JSON.stringify(label)} of pull request ${number} does not consent: ${refusal}`;
    job.ports.terminal.out(commandLine('notice', text));
  }
  return false;
}

/**
 * If every pull request has a label that consents, adds consent to exactly the deletions that the guard refuses.
 * Unmanaged and protected resources are not included. `planOnly`: makes a plan only to find what would be refused, so
 * that nothing is applied and no characters are spent twice.
 */
export async function withLabelConsent<Options extends PlanningOptions>(
  job: Job,
  pullRequests: readonly PullRequest[],
  options: Options,
  planOnly: () => Promise<Ran>,
): Promise<Options> {
  for (const pullRequest of pullRequests) if (!(await hasConsent(job, pullRequest))) return options;
  return pullRequests.length > 0 ? withConsent(options, await planOnly()) : options;
}
