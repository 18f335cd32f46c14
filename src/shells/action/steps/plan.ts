import { join } from 'node:path';
import { plan } from '../../../app/commands/plan.ts';
import { EXIT } from '../../../app/exit-code.ts';
import type { PlanOptions } from '../../../app/options.ts';
import { runCommand } from '../../../app/runner.ts';
import { hasKey } from '../choose-targets.ts';
import { planOptions, sinceOf } from '../command-options.ts';
import { markOutdated, optionalPullRequest } from '../comment/post-plan.ts';
import { commentSubject, postTargets } from '../comment/targets-comment.ts';
import { addSummary } from '../comment/write-markdown.ts';
import type { PullRequest } from '../github/event.ts';
import { findPullRequest } from '../github/find-pull-request.ts';
import { labelAdvice, withLabelConsent } from '../github/label-consent.ts';
import { commandLine } from '../github/workflow-commands.ts';
import type { Job } from '../job.ts';
import { type Ran, runInGroup } from '../run-in-group.ts';
import { planOf, resultOf, type TargetResult } from '../target-result.ts';
import { isUntrusted } from '../trust.ts';
import { obstacleToApproval, planName } from './approved-plan.ts';
import { summarize, tell } from './tell.ts';
import { forTargets, writeFindings } from './validate.ts';

/** Plans a target. A plan that apply would refuse counts as success here; its report contains the refusal. */
export async function runPlan(job: Job, options: PlanOptions): Promise<Ran> {
  const ran = await runInGroup(`lexform plan: ${options.target}`, job, (ports) => runCommand(plan, options, ports));
  return ran.code === EXIT.refused ? { ...ran, code: EXIT.ok } : ran;
}

async function planOneTarget(job: Job, target: string, pullRequest: PullRequest | undefined): Promise<TargetResult> {
  const { against, preview } = job.inputs;
  const requested = { ...planOptions(job, target), ...sinceOf(job), against };
  const planOnly = (): Promise<Ran> => runPlan(job, requested);
  const labelled = pullRequest === undefined ? [] : [pullRequest];
  const options = await withLabelConsent(job, labelled, requested, planOnly);
  const out = join(job.temp, planName(target));
  // A preview uses characters of the account, so untrusted runs get none.
  const ran = await runPlan(job, {
    ...options,
    out,
    preview: preview && against === undefined && !isUntrusted(job),
  });
  const markdownPath = await tell(job, ran, target, pullRequest);
  const advice = pullRequest === undefined ? '' : labelAdvice(job, ran);
  if (advice !== '') job.ports.terminal.out(commandLine('notice', advice));
  const planned = planOf(ran);
  if (planned === undefined) await writeFindings(job, ran);
  return { target, result: resultOf(ran), ran, planPath: planned && out, markdownPath };
}

/**
 * `plan`: shows a plan for each target in the log, at the lines of the files, in the summary, and in one comment of the
 * pull request. An untrusted run without a key only checks the files, unless the input `against` is set.
 */
export const planStep = (job: Job): Promise<readonly TargetResult[]> =>
  forTargets(job, async (opened) => {
    const { against, preview } = job.inputs;
    const { out } = job.ports.terminal;
    if (against === undefined && isUntrusted(job) && !opened.targets.every((each) => hasKey(each, opened.job.ports))) {
      const why = 'this run has no key, as runs of forks have none, so the files were checked and no plan was made';
      out(commandLine('notice', why));
      await addSummary(job, `${why.replace('t', 'T')}.\n`);
      return undefined;
    }
    if (preview && isUntrusted(job))
      out(commandLine('notice', 'an untrusted run makes no preview: it would spend characters'));
    const pullRequest = await optionalPullRequest(job, findPullRequest(opened.job));
    const { job: targetsJob, targets } = opened;
    if (pullRequest !== undefined)
      await markOutdated(targetsJob, commentSubject(targets.map(({ name }) => name)), pullRequest);
    return {
      run: ({ name }) => planOneTarget(targetsJob, name, pullRequest),
      summary: (results) => summarize(targetsJob, results, pullRequest),
      end: async (results) =>
        pullRequest === undefined
          ? results
          : postTargets(targetsJob, results, {
              pullRequest,
              reasonOf: ({ ran: { reported, err } }) => (reported === undefined ? err : ''),
              obstacle: obstacleToApproval(job.facts, pullRequest, job.facts.event || undefined),
              more: { current: job.facts.event.startsWith('pull_request') },
            }),
    };
  });
