import { EXIT } from '../../cli/exit-code.ts';
import type { Target } from '../../model/workspace/target.ts';
import { planCounts } from '../../plan/counts.ts';
import { markSuperseded, optionalPullRequest, postPlan } from '../comment/post-plan.ts';
import type { Posted } from '../comment/sticky-comment.ts';
import { reportFor } from '../comment/write-markdown.ts';
import type { PullRequest } from '../github/event.ts';
import { findMerged } from '../github/find-pull-request.ts';
import { labelConsent } from '../github/label-consent.ts';
import { commandLine } from '../github/workflow-commands.ts';
import type { Job } from '../job.ts';
import { type Opened, openTargets } from '../open-targets.ts';
import { changesDigest } from '../outputs.ts';
import { planningArguments, type Ran, runLexform } from '../run-lexform.ts';
import { planOf, resultOf, stateOf, type TargetResult } from '../target-result.ts';
import { touchesOf } from '../touched.ts';
import { refuseUntrusted } from '../trust.ts';
import { findApprovedPlans } from './approved-plan.ts';
import { tell as tellRun, validateStep } from './plan.ts';

/**
 * Plans, and says why nothing is applied when there are calls to make. Without any, nobody has to approve anything:
 * then `apply` records in the ledger what is there. It is not told that anything is approved, so it refuses if there
 * are calls to make by then.
 */
async function runUnapproved(job: Job, target: string, reason: string): Promise<Ran> {
  const planning = planningArguments(job, target);
  const ran = await runLexform(`lexform plan: ${target}`, ['plan', ...planning], job.ports);
  if (ran.reported?.kind !== 'planned') return ran;
  if (planCounts(ran.reported.plan).calls === 0)
    return runLexform(`lexform apply: ${target}`, ['apply', ...planning], job.ports);
  job.ports.terminal.out(commandLine('error', `nothing was applied: ${reason}`));
  return { ...ran, code: EXIT.refused, err: reason };
}

async function runApproved(
  job: Job,
  target: string,
  { paths, pullRequests }: { readonly paths: readonly string[]; readonly pullRequests: readonly PullRequest[] },
): Promise<Ran> {
  const { inputs, ports } = job;
  const args = [
    'apply',
    ...planningArguments(job, target),
    '--auto-approve',
    ...paths.flatMap((path) => ['--approved', path]),
    ...(inputs.overwriteDrift ? ['--overwrite-drift'] : []),
  ];
  const consent = await labelConsent(job, pullRequests, () =>
    runLexform(`lexform plan: ${target}`, ['plan', ...planningArguments(job, target)], ports),
  );
  return runLexform(`lexform apply: ${target}`, [...args, ...consent], ports);
}

async function applyTarget(
  opened: Opened,
  wanted: Target,
  pullRequest: PullRequest | undefined,
): Promise<TargetResult> {
  const { job } = opened;
  const target = wanted.name;
  const approved = await findApprovedPlans(opened, wanted, pullRequest);
  const own = pullRequest === undefined ? [] : [pullRequest];
  const earlier = (approved.kind === 'plans' ? approved.pullRequests : []).filter(
    ({ number }) => number !== pullRequest?.number,
  );
  const pullRequests = [...earlier, ...own];
  const ran =
    approved.kind === 'none'
      ? await runUnapproved(job, target, approved.reason)
      : await runApproved(job, target, { paths: approved.kind === 'plans' ? approved.paths : [], pullRequests });
  const result = resultOf(ran);
  const plan = planOf(ran);
  const markdownPath = await tellRun(job, ran, target, pullRequest);
  const { reported } = ran;
  const isDone = result === 'applied' || result === 'no-changes';
  const tell = async (to: PullRequest): Promise<Posted | undefined> =>
    postPlan(job, {
      target,
      pullRequest: to,
      state: stateOf(result),
      digest: plan === undefined ? '' : changesDigest(plan),
      ...touchesOf(plan),
      // Without a result the comment keeps the plan that it shows.
      ...(reported !== undefined && { report: reportFor(job, reported, to) }),
      ...(!isDone && { reason: ran.err }),
    });
  for (const each of earlier.slice(-EARLIER_MAX)) await tell(each);
  const posted = pullRequest && (await tell(pullRequest));
  const done = pullRequests.map(({ number }) => number);
  if (plan !== undefined && (result === 'applied' || result === 'partly-applied'))
    await markSuperseded(job, target, plan, done);
  return {
    target,
    result,
    ran,
    ...(markdownPath !== undefined && { markdownPath }),
    ...(posted !== undefined && { posted }),
  };
}

/** Most earlier pull requests that are told what became of their plans. */
const EARLIER_MAX = 10;

/** A target whose turn did not come before the job was cancelled. */
const notTried = (target: string): TargetResult => ({
  target,
  result: 'failed',
  ran: { code: EXIT.interrupted, out: '', err: '' },
});

/**
 * `apply`: makes the service agree with the files, when all that has to be done for it was approved. After a run that
 * broke off, the same job can run again: what is done is no longer planned, and what is left was approved. One target
 * after another; a failure of one does not stop the others.
 */
export async function applyStep(job: Job): Promise<readonly TargetResult[]> {
  refuseUntrusted(job);
  const opened = await openTargets(job);
  if (opened === undefined) return [await validateStep(job)];
  const pullRequest = await optionalPullRequest(job, findMerged(opened.job));
  const results: TargetResult[] = [];
  for (const target of opened.targets) {
    const isCancelled = job.ports.interrupted.aborted;
    results.push(isCancelled ? notTried(target.name) : await applyTarget(opened, target, pullRequest));
  }
  return results;
}
