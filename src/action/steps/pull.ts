import { EXIT } from '../../cli/exit-code.ts';
import { quoted } from '../comment/comment-text.ts';
import { addSummary } from '../comment/write-markdown.ts';
import { commandLine } from '../github/workflow-commands.ts';
import type { Job } from '../job.ts';
import { openTargets } from '../open-targets.ts';
import { type Ran, runLexform, targetArguments } from '../run-lexform.ts';
import type { Result, TargetResult } from '../target-result.ts';
import { refuseUntrusted } from '../trust.ts';
import { validateStep } from './plan.ts';

/** Whether files of the workspace differ from the checkout. Where git cannot tell, they may. */
async function hasChanged({ root, ports }: Job): Promise<boolean> {
  try {
    const { code, out } = await ports.git(root).run(['status', '--porcelain', '--', '.']);
    return code !== 0 || out.length > 0;
  } catch {
    return true;
  }
}

async function resultOfPull(job: Job, { code }: Ran): Promise<Result> {
  if (code === EXIT.findings) return 'invalid';
  if (code === EXIT.refused) return 'refused';
  if (code !== EXIT.ok && code !== EXIT.changes) return 'failed';
  return (await hasChanged(job)) ? 'changes' : 'no-changes';
}

/**
 * `pull`: takes what somebody changed on the service into the files of the checkout. A later step of the workflow makes
 * a commit or a pull request of it.
 */
export async function pullStep(job: Job): Promise<readonly TargetResult[]> {
  refuseUntrusted(job);
  const opened = await openTargets(job);
  if (opened === undefined) return [await validateStep(job)];
  const results: TargetResult[] = [];
  for (const { name: target } of opened.targets) {
    const { inputs, ports } = opened.job;
    const args = [
      'pull',
      ...inputs.only,
      ...targetArguments(opened.job, target),
      ...(inputs.theirs ? ['--theirs'] : []),
      ...inputs.allowDelete.flatMap((pattern) => ['--allow-delete', pattern]),
    ];
    const ran = await runLexform(`lexform pull: ${target}`, args, ports);
    const result = await resultOfPull(opened.job, ran);
    await addSummary(opened.job, `### Pull\n\n${quoted(ran.out + ran.err)}\n`);
    if (result !== 'changes' && result !== 'no-changes') ports.terminal.out(commandLine('error', ran.err.trim()));
    results.push({ target, result, ran });
  }
  return results;
}
