import { drift } from '../../../app/commands/drift.ts';
import { runCommand } from '../../../app/runner.ts';
import { sha256 } from '../../../model/resources/digest.ts';
import { planOptions } from '../command-options.ts';
import { keepDriftIssue } from '../comment/drift-issue.ts';
import { reportFor } from '../comment/write-markdown.ts';
import type { Job } from '../job.ts';
import { runInGroup } from '../run-in-group.ts';
import { resultOf, type TargetResult } from '../target-result.ts';
import { summarize, tell } from './tell.ts';
import { forTargets } from './validate.ts';

async function driftOf(job: Job, target: string): Promise<TargetResult> {
  const options = { ...planOptions(job, target), full: true, detailedExitcode: true };
  const ran = await runInGroup(`lexform drift: ${target}`, job, (ports) => runCommand(drift, options, ports));
  const result = resultOf(ran);
  const markdownPath = await tell(job, ran, target);
  const issue =
    ran.reported?.kind === 'drifted'
      ? await keepDriftIssue(job, {
          target,
          isDrift: result === 'drift',
          report: reportFor(job, ran.reported),
          digest: sha256(ran.out),
        })
      : undefined;
  return { target, result, ran, markdownPath, issue };
}

/**
 * `drift`: shows what changed on the service since the last apply, in the log, in the summary, and in one issue for
 * each target.
 */
export const driftStep = (job: Job): Promise<readonly TargetResult[]> =>
  forTargets(job, async (opened) => ({
    run: (target) => driftOf(opened.job, target.name),
    summary: (results) => summarize(opened.job, results),
  }));
