import { EXIT } from '../cli/exit-code.ts';
import { findApprovedPlan } from './approved-plan.ts';
import type { PullRequest } from './event.ts';
import { findMerged } from './find-pull-request.ts';
import type { Job } from './job.ts';
import { planDigest } from './outputs.ts';
import { openTargets, tell, validate } from './plan.ts';
import { orNobody, postPlan } from './post-plan.ts';
import { planningArguments, type Ran, runLexform } from './run-lexform.ts';
import { planOf, resultOf, stateOf, type TargetResult } from './target-result.ts';
import { refuseUntrusted } from './trust.ts';
import { commandLine } from './workflow-commands.ts';
import { reportFor } from './write-markdown.ts';

/** Plans, and says why nothing is applied when there is something to apply. */
async function runUnapproved(job: Job, target: string, reason: string): Promise<Ran> {
  const args = ['plan', ...planningArguments(job, target)];
  const ran = await runLexform(`lexform plan: ${target}`, args, job.ports);
  if (resultOf(ran) !== 'changes') return ran;
  job.ports.terminal.out(commandLine('error', `nothing was applied: ${reason}`));
  return { ...ran, code: EXIT.refused, err: reason };
}

async function runApproved(job: Job, target: string, approved: string | undefined): Promise<Ran> {
  const { inputs, ports } = job;
  const args = [
    'apply',
    ...planningArguments(job, target),
    '--auto-approve',
    ...(approved === undefined ? [] : ['--approved', approved]),
    ...(inputs.overwriteDrift ? ['--overwrite-drift'] : []),
  ];
  return runLexform(`lexform apply: ${target}`, args, ports);
}

async function applyTarget(job: Job, target: string, pullRequest: PullRequest | undefined): Promise<TargetResult> {
  const approved = await findApprovedPlan(job, target, pullRequest);
  const ran =
    approved.kind === 'none'
      ? await runUnapproved(job, target, approved.reason)
      : await runApproved(job, target, approved.kind === 'plan' ? approved.path : undefined);
  const result = resultOf(ran);
  const plan = planOf(ran);
  const markdownPath = await tell(job, ran, target, pullRequest);
  const { reported } = ran;
  const isDone = result === 'applied' || result === 'no-changes';
  const posted =
    pullRequest &&
    (await postPlan(job, {
      target,
      pullRequest,
      state: stateOf(result),
      digest: plan === undefined ? '' : planDigest(plan),
      // Without a result the comment keeps the plan that it shows.
      ...(reported !== undefined && { report: reportFor(job, reported, pullRequest) }),
      ...(!isDone && { reason: ran.err }),
    }));
  return {
    target,
    result,
    ran,
    ...(markdownPath !== undefined && { markdownPath }),
    ...(posted !== undefined && { posted }),
  };
}

/** A target whose turn did not come before the job was cancelled. */
const notTried = (target: string): TargetResult => ({
  target,
  result: 'failed',
  ran: { code: EXIT.interrupted, out: '', err: '' },
});

/**
 * `apply`: makes the service agree with the files, when all that has to be done for it was approved. After a run that broke off, the same job can run again: what
 * is done is no longer planned, and what is left was approved. One target after another; a failure of one does not stop the others.
 */
export async function apply(job: Job): Promise<readonly TargetResult[]> {
  refuseUntrusted(job);
  const opened = await openTargets(job);
  if (opened === undefined) return [await validate(job)];
  const pullRequest = await orNobody(job, findMerged(opened.job));
  const results: TargetResult[] = [];
  for (const { name } of opened.targets) {
    const isCancelled = job.ports.interrupted.aborted;
    results.push(isCancelled ? notTried(name) : await applyTarget(opened.job, name, pullRequest));
  }
  return results;
}
