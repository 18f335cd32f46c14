import { pull } from '../../../app/commands/pull.ts';
import { EXIT } from '../../../app/exit-code.ts';
import { runCommand } from '../../../app/runner.ts';
import { gitText } from '../../../app/session/git-text.ts';
import { quoted } from '../comment/comment-text.ts';
import { addSummary } from '../comment/write-markdown.ts';
import { commandLine } from '../github/workflow-commands.ts';
import type { Job } from '../job.ts';
import { type Ran, runInGroup } from '../run-in-group.ts';
import type { Result, TargetResult } from '../target-result.ts';
import { refuseUntrusted } from '../trust.ts';
import { forTargets } from './validate.ts';

/** True if files of the workspace differ from the checkout, or if git cannot compare them. */
const hasChanged = async ({ root, ports }: Job): Promise<boolean> =>
  (await gitText(root, ports, 'status', '--porcelain', '--', '.')) !== '';

function resultOfPull({ code }: Ran, hasNewFiles: boolean): Result {
  if (code === EXIT.findings) return 'invalid';
  if (code === EXIT.refused) return 'refused';
  if (code === EXIT.partly) return 'partly-applied';
  if (code !== EXIT.ok && code !== EXIT.changes) return 'failed';
  return hasNewFiles ? 'changes' : 'no-changes';
}

async function pullTarget(job: Job, target: string): Promise<TargetResult> {
  const { only: addresses, allowDelete, theirs } = job.inputs;
  const options = {
    chdir: job.root,
    target,
    addresses,
    allowDelete,
    theirs,
    json: false,
    force: false,
    check: false,
    autoApprove: true,
  };
  const ran = await runInGroup(`lexform pull: ${target}`, job, (ports) => runCommand(pull, options, ports));
  const isWritten = ran.code === EXIT.ok || ran.code === EXIT.changes || ran.code === EXIT.partly;
  const hasNewFiles = isWritten && (await hasChanged(job));
  const result = resultOfPull(ran, hasNewFiles);
  await addSummary(job, `### Pull\n\n${quoted(ran.out + ran.err)}\n`);
  // Changes that are not pulled because of a conflict are in the output, without another message.
  if (result !== 'changes' && result !== 'no-changes')
    job.ports.terminal.out(commandLine('error', (ran.err.trim() || ran.out).trim()));
  return { target, result, ran, hasNewFiles };
}

/**
 * `pull`: writes changes made on the service into the files of the checkout. A later step of the workflow creates a
 * commit or a pull request from them.
 */
export async function pullStep(job: Job): Promise<readonly TargetResult[]> {
  refuseUntrusted(job);
  return forTargets(job, async (opened) => ({ run: (target) => pullTarget(opened.job, target.name) }));
}
