import { EXIT } from '../../cli/exit-code.ts';
import { sha256 } from '../../model/resources/digest.ts';
import { keepDriftIssue } from '../comment/drift-issue.ts';
import { reportFor } from '../comment/write-markdown.ts';
import type { Job } from '../job.ts';
import { openTargets } from '../open-targets.ts';
import { type Ran, reportArguments, runLexform, targetArguments } from '../run-lexform.ts';
import type { Result, TargetResult } from '../target-result.ts';
import { tell, validateStep } from './plan.ts';

function driftResult({ code: exit }: Ran): Result {
  if (exit === EXIT.changes) return 'drift';
  if (exit === EXIT.findings) return 'invalid';
  return exit === EXIT.ok ? 'no-changes' : 'failed';
}

async function driftOf(job: Job, target: string): Promise<TargetResult> {
  const only = job.inputs.only.flatMap((pattern) => ['--only', pattern]);
  const args = [
    'drift',
    ...targetArguments(job, target),
    ...only,
    ...reportArguments(job, target),
    '--full',
    '--detailed-exitcode',
  ];
  const ran = await runLexform(`lexform drift: ${target}`, args, job.ports);
  const result = driftResult(ran);
  const markdownPath = await tell(job, ran, target);
  const told = { target, result, ran, ...(markdownPath !== undefined && { markdownPath }) };
  if (ran.reported?.kind !== 'drifted') return told;
  const issue = await keepDriftIssue(job, {
    target,
    isDrift: result === 'drift',
    report: reportFor(job, ran.reported),
    digest: sha256(ran.out),
  });
  return { ...told, ...(issue !== undefined && { issue }) };
}

/**
 * `drift`: what somebody has changed on the service since the last apply, in the log, in the summary, and in one issue
 * for each target. Changes nothing.
 */
export async function driftStep(job: Job): Promise<readonly TargetResult[]> {
  const opened = await openTargets(job);
  if (opened === undefined) return [await validateStep(job)];
  const results: TargetResult[] = [];
  for (const { name } of opened.targets) results.push(await driftOf(opened.job, name));
  return results;
}
