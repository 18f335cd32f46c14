import { apply } from '../../cli/commands/apply.ts';
import { EXIT } from '../../cli/exit-code.ts';
import type { ApplyOptions } from '../../cli/options/workspace-commands.ts';
import type { Target } from '../../model/workspace/target.ts';
import { planCounts } from '../../plan/counts.ts';
import { planOptions } from '../command-options.ts';
import { markSuperseded, optionalPullRequest, postPlan } from '../comment/post-plan.ts';
import type { Posted } from '../comment/sticky-comment.ts';
import { reportFor } from '../comment/write-markdown.ts';
import type { PullRequest } from '../github/event.ts';
import { findMerged } from '../github/find-pull-request.ts';
import { withLabelConsent } from '../github/label-consent.ts';
import { commandLine } from '../github/workflow-commands.ts';
import type { Job } from '../job.ts';
import type { Opened } from '../open-targets.ts';
import { type Ran, runInGroup } from '../run-in-group.ts';
import { planOf, resultOf, stateOf, type TargetResult } from '../target-result.ts';
import { marksToKeep } from '../touched.ts';
import { refuseUntrusted } from '../trust.ts';
import { findApprovedPlans } from './approved-plan.ts';
import { runPlan } from './plan.ts';
import { tell } from './tell.ts';
import { forTargets, inTurn } from './validate.ts';

const runApply = (job: Job, target: string, more: Partial<ApplyOptions>): Promise<Ran> => {
  const options = { ...planOptions(job, target), approved: [], autoApprove: false, overwriteDrift: false, ...more };
  return runInGroup(`lexform apply: ${target}`, job, (ports) => apply(options, ports));
};

/**
 * Plans, and says why nothing is applied when there are calls to make. A plan without calls needs no approval: then
 * `apply` records in the ledger what is there. It runs without approval, so it refuses if there are calls by then.
 */
async function runUnapproved(job: Job, target: string, reason: string): Promise<Ran> {
  const ran = await runPlan(job, planOptions(job, target));
  if (ran.reported?.kind !== 'planned') return ran;
  if (planCounts(ran.reported.plan).calls === 0) return runApply(job, target, {});
  job.ports.terminal.out(commandLine('error', `nothing was applied: ${reason}`));
  return { ...ran, code: EXIT.refused, err: reason };
}

async function runApproved(
  job: Job,
  target: string,
  approved: readonly string[],
  pullRequests: readonly PullRequest[],
): Promise<Ran> {
  const options = planOptions(job, target);
  const consented = await withLabelConsent(job, pullRequests, options, () => runPlan(job, options));
  const { overwriteDrift } = job.inputs;
  return runApply(job, target, { ...consented, approved, autoApprove: true, overwriteDrift });
}

/** Maximum earlier pull requests that get a comment about their plans. */
const EARLIER_MAX = 10;

async function applyTarget(
  opened: Opened,
  wanted: Target,
  pullRequest: PullRequest | undefined,
): Promise<TargetResult> {
  const { job } = opened;
  const target = wanted.name;
  // The job was cancelled before it was the turn of this target.
  if (job.ports.interrupted.aborted)
    return { target, result: 'failed', ran: { code: EXIT.interrupted, out: '', err: '' } };
  const approved = await findApprovedPlans(opened, wanted, pullRequest);
  const { paths, pullRequests: planned } = approved.kind === 'plans' ? approved : { paths: [], pullRequests: [] };
  const earlier = planned.filter(({ number }) => number !== pullRequest?.number);
  const pullRequests = pullRequest === undefined ? earlier : [...earlier, pullRequest];
  const ran =
    approved.kind === 'none'
      ? await runUnapproved(job, target, approved.reason)
      : await runApproved(job, target, paths, pullRequests);
  const result = resultOf(ran);
  const plan = planOf(ran);
  const markdownPath = await tell(job, ran, target, pullRequest);
  const { reported } = ran;
  const post = (to: PullRequest): Promise<Posted | undefined> =>
    postPlan(job, {
      target,
      pullRequest: to,
      state: stateOf(result),
      ...marksToKeep(plan),
      // Without a result the comment keeps the plan that it shows.
      report: reported && reportFor(job, reported, to),
      reason: result === 'applied' || result === 'no-changes' ? undefined : ran.err,
    });
  await inTurn(earlier.slice(-EARLIER_MAX), post);
  const posted = pullRequest && (await post(pullRequest));
  const done = pullRequests.map(({ number }) => number);
  if (plan !== undefined && (result === 'applied' || result === 'partly-applied'))
    await markSuperseded(job, target, plan, done);
  return { target, result, ran, markdownPath, posted };
}

/**
 * `apply`: changes the service to match the files, when everything in the plan was approved. After an interrupted run
 * the same job can run again: the new plan has only what is left, and that was approved. A failure of one target does
 * not stop the others.
 */
export async function applyStep(job: Job): Promise<readonly TargetResult[]> {
  refuseUntrusted(job);
  return forTargets(job, async (opened) => {
    const pullRequest = await optionalPullRequest(job, findMerged(opened.job));
    return (target) => applyTarget(opened, target, pullRequest);
  });
}
