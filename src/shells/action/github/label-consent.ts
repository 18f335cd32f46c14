import type { PlanningOptions } from '../../../app/options.ts';
import * as d from '../../../model/decode.ts';
import { isLiftedByLabel, liftOf } from '../../../plan/guard/refusal.ts';
import type { LabelConsent } from '../../../plan/guard/used-consents.ts';
import type { Job } from '../job.ts';
import type { Ran } from '../run-in-group.ts';
import type { PullRequest } from './event.ts';
import { GitHubError } from './github.ts';
import { commandLine } from './workflow-commands.ts';

/**
 * Adds the consent that a refusal needs to the options. Never for irreversible deletions, because a label can be set
 * with one click.
 */
function withConsent<Options extends PlanningOptions>(options: Options, { reported }: Ran): Options {
  if (reported?.kind !== 'planned' || reported.guard.kind === 'allowed') return options;
  const lifts = reported.guard.refusals.map(liftOf);
  const counts = lifts.flatMap((lift) => (lift.kind === 'max-deletes-per-run' ? [lift.count] : []));
  const addresses = lifts.flatMap((lift) =>
    lift.kind === 'allow-delete' && isLiftedByLabel(lift) ? [lift.address] : [],
  );
  if (addresses.length + counts.length === 0) return options;
  return {
    ...options,
    allowDelete: [...options.allowDelete, ...addresses],
    ...(counts.length > 0 && { maxDeletesPerRun: counts.reduce((most, count) => Math.max(most, count)) }),
  };
}

/** Advice about the labels that can lift a refusal; empty if no label can. */
export function labelAdvice({ inputs: { deleteLabels } }: Job, { reported }: Ran): string {
  if (deleteLabels.length === 0 || reported?.kind !== 'planned' || reported.guard.kind === 'allowed') return '';
  if (!reported.guard.refusals.map(liftOf).some(isLiftedByLabel)) return '';
  const named = deleteLabels.map((label) => `"${label}"`).join(' or ');
  return `a label on the pull request can allow what this plan deletes: ${named}`;
}

const labelEvent = d.object({
  event: d.text,
  label: d.lenient(d.object({ name: d.text })),
  actor: d.lenient(d.object({ login: d.text })),
  time: d.from(
    'created_at',
    d.map(d.lenient(d.text), (time) => time ?? ''),
  ),
});

const permission = d.object({ permission: d.text });

/**
 * The consent of a label, or the reason why it does not consent: it must be set now, by a user with write access. The
 * payload of the event can be out of date, and users and programs without write access can set labels.
 */
async function consentOfLabel({ github, facts }: Job, number: number, label: string): Promise<LabelConsent | string> {
  if (github === undefined) return 'it needs the input github-token';
  const path = `/repos/${facts.repository}`;
  try {
    const events = await github.list(`${path}/issues/${number}/events`, labelEvent);
    const last = events.findLast((each) => each.label?.name === label && /^(?:un)?labeled$/.test(each.event));
    if (last?.event !== 'labeled') return 'it was removed';
    const login = last.actor?.login ?? 'a deleted user';
    const answer = await github.call('GET', `${path}/collaborators/${encodeURIComponent(login)}/permission`);
    const may = d.decoded(permission, answer)?.permission ?? '';
    return /^(?:admin|write)$/.test(may)
      ? { label, login, time: last.time }
      : `${login} may not write to this repository`;
  } catch (error) {
    if (error instanceof GitHubError) return `GitHub does not report who set it: ${error.message}`;
    throw error;
  }
}

/** The first label of a pull request that consents. Logs the reason if a label does not. */
async function consentOf(job: Job, { number, labels }: PullRequest): Promise<LabelConsent | undefined> {
  for (const label of job.inputs.deleteLabels.filter((each) => labels.includes(each))) {
    const consent = await consentOfLabel(job, number, label);
    if (typeof consent === 'object') return consent;
    const text = `the label ${JSON.stringify(label)} of pull request ${number} does not consent: ${consent}`;
    job.ports.terminal.out(commandLine('notice', text));
  }
  return undefined;
}

/**
 * If every pull request has a label that consents, adds the labels, and consent to exactly the deletions that the guard
 * refuses. Unmanaged and protected resources are not included. `planOnly`: makes a plan only to find what would be
 * refused, so that nothing is applied and no characters are spent twice.
 */
export async function withLabelConsent<Options extends PlanningOptions>(
  job: Job,
  pullRequests: readonly PullRequest[],
  options: Options,
  planOnly: () => Promise<Ran>,
): Promise<Options> {
  const consents: LabelConsent[] = [];
  for (const pullRequest of pullRequests) {
    const consent = await consentOf(job, pullRequest);
    if (consent === undefined) return options;
    consents.push(consent);
  }
  const consented = pullRequests.length > 0 ? withConsent(options, await planOnly()) : options;
  return consented === options ? options : { ...consented, labelConsents: consents };
}
