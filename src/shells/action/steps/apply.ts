import { apply } from '../../../app/commands/apply.ts';
import { EXIT } from '../../../app/exit-code.ts';
import type { ApplyOptions } from '../../../app/options.ts';
import { runCommand } from '../../../app/runner.ts';
import type { Target } from '../../../model/workspace/workspace.ts';
import { planCounts } from '../../../plan/counts.ts';
import { planOptions } from '../command-options.ts';
import { markSuperseded, optionalPullRequest } from '../comment/post-plan.ts';
import { commentSubject, postTargets } from '../comment/targets-comment.ts';
import type { PullRequest } from '../github/event.ts';
import { findMerged } from '../github/find-pull-request.ts';
import { withLabelConsent } from '../github/label-consent.ts';
import { commandLine } from '../github/workflow-commands.ts';
import type { Job } from '../job.ts';
import type { Opened } from '../open-targets.ts';
import { type Ran, runInGroup } from '../run-in-group.ts';
import { planOf, resultOf, type TargetResult } from '../target-result.ts';
import { refuseUntrusted } from '../trust.ts';
import { findApprovedPlans } from './approved-plan.ts';
import { runPlan } from './plan.ts';
import { summarize, tell } from './tell.ts';
import { forTargets, inTurn } from './validate.ts';

const runApply = (job: Job, target: string, more: Partial<ApplyOptions>): Promise<Ran> => {
  const options = { ...planOptions(job, target), approved: [], autoApprove: false, overwriteDrift: false, ...more };
  return runInGroup(`lexform apply: ${target}`, job, (ports) => runCommand(apply, options, ports));
};

/**
 * Plans, and reports why nothing is applied if the plan has calls. A plan without calls needs no approval: `apply` then
 * records the state in the ledger. It runs without approval, so it refuses if a new plan has calls.
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
  const asked = planOptions(job, target);
  const options = await withLabelConsent(job, pullRequests, asked, () => runPlan(job, asked));
  const { overwriteDrift } = job.inputs;
  return runApply(job, target, { ...options, approved, autoApprove: true, overwriteDrift });
}

/** Maximum number of earlier pull requests that get a comment about their plans. */
const EARLIER_MAX = 10;

/** The result of applying to a target, and the pull requests whose plans it used. */
interface Applied {
  readonly result: TargetResult;
  readonly planned: readonly PullRequest[];
}

async function applyTarget(opened: Opened, wanted: Target, pullRequest: PullRequest | undefined): Promise<Applied> {
  const { job } = opened;
  const target = wanted.name;
  // The job was cancelled before this target.
  if (job.ports.interrupted.aborted)
    return { result: { target, result: 'failed', ran: { code: EXIT.interrupted, out: '', err: '' } }, planned: [] };
  const approved = await findApprovedPlans(opened, wanted, pullRequest);
  const { paths, pullRequests: planned } = approved.kind === 'plans' ? approved : { paths: [], pullRequests: [] };
  const earlier = planned.filter(({ number }) => number !== pullRequest?.number);
  const pullRequests = pullRequest === undefined ? earlier : [...earlier, pullRequest];
  const ran =
    approved.kind === 'none'
      ? await runUnapproved(job, target, approved.reason)
      : await runApproved(job, target, paths, pullRequests);
  const markdownPath = await tell(job, ran, target, pullRequest);
  return { result: { target, result: resultOf(ran), ran, markdownPath }, planned: earlier };
}

/** A result for a comment that keeps the approved plan: the new plan is in the log and the summary. */
function withApprovedPlan(result: TargetResult): TargetResult {
  const { reported, ...ran } = result.ran;
  return reported?.kind === 'refused' && reported.code === 'not-approved' ? { ...result, ran } : result;
}

/** True if the report contains the reasons of the guard, with the ways to lift them. */
const hasReasons = ({ reported }: Ran): boolean =>
  reported?.kind === 'refused' && (reported.code === 'guard' || reported.code === 'drift');

/** Writes the comments about all targets: on the merged pull request and on earlier ones. */
async function postApplied(
  job: Job,
  results: readonly TargetResult[],
  earlier: readonly PullRequest[],
  merged: PullRequest | undefined,
): Promise<readonly TargetResult[]> {
  // A job that was cancelled before it tried anything writes no comment.
  if (results.every(({ ran }) => ran.reported === undefined && ran.err === '')) return results;
  const isDone = (result: TargetResult['result']): boolean => result === 'applied' || result === 'no-changes';
  const all = [...earlier.slice(-EARLIER_MAX), ...(merged === undefined ? [] : [merged])];
  const post = async (pullRequest: PullRequest): Promise<readonly TargetResult[]> => {
    const [first] = await postTargets(job, results.map(withApprovedPlan), {
      pullRequest,
      // Without a new report, the comment keeps its plan.
      keepsPlan: true,
      more: { together: all.map(({ number }) => number).filter((number) => number !== pullRequest.number) },
      reasonOf: ({ result, ran }) => (isDone(result) || hasReasons(ran) ? '' : ran.err),
    });
    return results.map((result) => ({ ...result, posted: first?.posted }));
  };
  await inTurn(earlier.slice(-EARLIER_MAX), post);
  const posted = merged === undefined ? results : await post(merged);
  const done = [...earlier, ...(merged === undefined ? [] : [merged])].map(({ number }) => number);
  const subject = commentSubject(results.map(({ target }) => target));
  for (const { result, ran } of results) {
    const plan = planOf(ran);
    if (plan !== undefined && (result === 'applied' || result === 'partly-applied'))
      await markSuperseded(job, subject, plan, done);
  }
  return posted;
}

/**
 * `apply`: changes the service to match the files, if all changes in the plan were approved. After an interrupted run,
 * the same job can run again: the new plan contains only the rest, which was approved. If one target fails, the others
 * continue.
 */
export async function applyStep(job: Job): Promise<readonly TargetResult[]> {
  refuseUntrusted(job);
  return forTargets(job, async (opened) => {
    const pullRequest = await optionalPullRequest(job, findMerged(opened.job));
    const earlier = new Map<number, PullRequest>();
    return {
      run: async (target) => {
        const { result, planned } = await applyTarget(opened, target, pullRequest);
        for (const each of planned) earlier.set(each.number, each);
        return result;
      },
      summary: (results) => summarize(opened.job, results, pullRequest),
      end: (results) => postApplied(opened.job, results, [...earlier.values()], pullRequest),
    };
  });
}
