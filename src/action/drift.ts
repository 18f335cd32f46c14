import { createHash } from 'node:crypto';
import { EXIT } from '../cli/exit-code.ts';
import { code } from '../review/markdown/code.ts';
import { quoted } from './comment-text.ts';
import { keepDriftIssue } from './drift-issue.ts';
import type { Job } from './job.ts';
import { openTargets, validate } from './plan.ts';
import { type Ran, runLexform, targetArguments } from './run-lexform.ts';
import type { Result, TargetResult } from './target-result.ts';
import { commandLine } from './workflow-commands.ts';
import { addSummary, writeMarkdown } from './write-markdown.ts';

function driftResult({ code: exit }: Ran): Result {
  if (exit === EXIT.changes) return 'drift';
  if (exit === EXIT.findings) return 'invalid';
  return exit === EXIT.ok ? 'no-changes' : 'failed';
}

async function driftOf(job: Job, target: string): Promise<TargetResult> {
  const only = job.inputs.only.flatMap((pattern) => ['--only', pattern]);
  const args = ['drift', ...targetArguments(job, target), ...only, '--full', '--detailed-exitcode'];
  const ran = await runLexform(`lexform drift: ${target}`, args, job.ports);
  const result = driftResult(ran);
  const said = result === 'drift' || result === 'no-changes' ? ran.out : ran.err;
  const text = `### Drift of ${code(target)}\n\n${quoted(said, 50_000)}\n`;
  await addSummary(job, text);
  const markdownPath = await writeMarkdown(job, target, text);
  if (result === 'invalid' || result === 'failed') {
    job.ports.terminal.out(commandLine('error', ran.err.trim()));
    return { target, result, ran, markdownPath };
  }
  if (result === 'drift')
    job.ports.terminal.out(commandLine('warning', 'somebody has changed the service since the last apply'));
  const issue = await keepDriftIssue(job, {
    target,
    text: result === 'drift' ? ran.out : '',
    digest: createHash('sha256').update(ran.out).digest('hex'),
  });
  return { target, result, ran, markdownPath, ...(issue !== undefined && { issue }) };
}

/** `drift`: what somebody has changed on the service since the last apply, in the log, in the summary, and in one issue for each target. Changes nothing. */
export async function drift(job: Job): Promise<readonly TargetResult[]> {
  const opened = await openTargets(job);
  if (opened === undefined) return [await validate(job)];
  const results: TargetResult[] = [];
  for (const { name } of opened.targets) results.push(await driftOf(opened.job, name));
  return results;
}
