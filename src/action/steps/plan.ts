import { join } from 'node:path';
import { EXIT } from '../../cli/exit-code.ts';
import { findingsJson } from '../../review/messages/finding-text.ts';
import { hasKey } from '../choose-targets.ts';
import { quoted } from '../comment/comment-text.ts';
import { markOutdated, optionalPullRequest, postPlan } from '../comment/post-plan.ts';
import { addSummary, reportFor, writeMarkdown } from '../comment/write-markdown.ts';
import type { PullRequest } from '../github/event.ts';
import { findPullRequest } from '../github/find-pull-request.ts';
import { labelConsent } from '../github/label-consent.ts';
import { commandLine } from '../github/workflow-commands.ts';
import type { Job } from '../job.ts';
import { openTargets } from '../open-targets.ts';
import { changesDigest } from '../outputs.ts';
import { planningArguments, type Ran, reportArguments, runLexform } from '../run-lexform.ts';
import { planOf, resultOf, stateOf, type TargetResult } from '../target-result.ts';
import { touchesOf } from '../touched.ts';
import { isUntrusted } from '../trust.ts';
import { planName } from './approved-plan.ts';

/** Tells a result everywhere: at the lines of files, in the summary, in a file for later steps. */
export async function tell(job: Job, ran: Ran, target: string, pullRequest?: PullRequest): Promise<string | undefined> {
  const { reported, err } = ran;
  if (reported === undefined) {
    job.ports.terminal.out(commandLine('error', err.trim() === '' ? 'the run ended without a result' : err.trim()));
    const title = ran.code === EXIT.refused ? '🚫 Nothing was applied' : '❌ It could not be done';
    await addSummary(job, `### ${title}\n\n${quoted(err)}\n`);
    return undefined;
  }
  job.told.push(reported);
  // A plan that was not allowed to be run looks like any other.
  if (ran.code === EXIT.refused && reported.kind === 'planned')
    await addSummary(job, `### 🚫 Nothing was applied\n\n${quoted(err)}\n`);
  const text = reportFor(job, reported, pullRequest)();
  await addSummary(job, text);
  return writeMarkdown(job, target, text);
}

const findingsOf = ({ reported }: Ran): string => findingsJson(reported?.findings ?? []);

/** What somebody without rights has written must not spend characters, so an untrusted run makes no preview. */
const previewArguments = (job: Job): readonly string[] =>
  job.inputs.preview && !isUntrusted(job) ? ['--preview'] : [];

async function planOneTarget(job: Job, target: string, pullRequest: PullRequest | undefined): Promise<TargetResult> {
  const planPath = join(job.temp, planName(target));
  if (pullRequest !== undefined) await markOutdated(job, target, pullRequest);
  const { against } = job.inputs;
  const args = ['plan', ...planningArguments(job, target), ...(against === undefined ? [] : ['--against', against])];
  const run = (more: readonly string[]): Promise<Ran> =>
    runLexform(`lexform plan: ${target}`, [...args, ...more], job.ports);
  const consent = await labelConsent(job, pullRequest === undefined ? [] : [pullRequest], () => run([]));
  const ran = await run([...consent, ...(against === undefined ? previewArguments(job) : []), '--out', planPath]);
  const result = resultOf(ran);
  const plan = planOf(ran);
  const markdownPath = await tell(job, ran, target, pullRequest);
  if (plan === undefined) await job.ports.files.writeFile(join(job.temp, 'findings.json'), findingsOf(ran));
  const posted =
    pullRequest &&
    (await postPlan(
      job,
      {
        target,
        pullRequest,
        state: stateOf(result),
        digest: plan === undefined ? '' : changesDigest(plan),
        ...touchesOf(plan),
        report: (budget) => (ran.reported === undefined ? '' : reportFor(job, ran.reported, pullRequest)(budget)),
        ...(ran.reported === undefined && { reason: ran.err }),
      },
      { current: job.facts.event.startsWith('pull_request') },
    ));
  return {
    target,
    result,
    ran,
    ...(plan !== undefined && { planPath }),
    ...(markdownPath !== undefined && { markdownPath }),
    ...(posted !== undefined && { posted }),
  };
}

/** Checks the files alone, offline. `target`: whose place it takes, in names of reports. */
export async function validateStep(job: Job, target = ''): Promise<TargetResult> {
  const args = ['validate', '--chdir', job.root, ...reportArguments(job, target)];
  const ran = await runLexform('lexform validate', args, job.ports);
  const markdownPath = await tell(job, ran, target);
  await job.ports.files.writeFile(join(job.temp, 'findings.json'), findingsOf(ran));
  return { target, result: resultOf(ran), ran, ...(markdownPath !== undefined && { markdownPath }) };
}

/**
 * `plan`: a plan for each target, in the log, at the lines of the files, in the summary, and in one comment of the pull
 * request. A run without the key, as those of forks are, checks the files instead and says so, unless it is told what
 * to plan against.
 */
export async function planStep(job: Job): Promise<readonly TargetResult[]> {
  const opened = await openTargets(job);
  if (opened === undefined) return [await validateStep(job)];
  const { targets } = opened;
  const { against } = job.inputs;
  if (against === undefined && isUntrusted(job) && targets.some((target) => !hasKey(target, opened.job.ports))) {
    const why = 'this run has no key, as runs of forks have none, so the files were checked and no plan was made';
    job.ports.terminal.out(commandLine('notice', why));
    await addSummary(job, `${why[0]?.toUpperCase()}${why.slice(1)}.\n`);
    return [await validateStep(job)];
  }
  if (job.inputs.preview && isUntrusted(job))
    job.ports.terminal.out(commandLine('notice', 'an untrusted run makes no preview: it would spend characters'));
  const pullRequest = await optionalPullRequest(job, findPullRequest(opened.job));
  const results: TargetResult[] = [];
  for (const { name } of targets) results.push(await planOneTarget(opened.job, name, pullRequest));
  return results;
}
