import { EXIT } from '../../cli/exit-code.ts';
import { quoted } from '../comment/comment-text.ts';
import { addSummary, reportFor, writeMarkdown } from '../comment/write-markdown.ts';
import type { PullRequest } from '../github/event.ts';
import { commandLine } from '../github/workflow-commands.ts';
import type { Job } from '../job.ts';
import type { Ran } from '../run-in-group.ts';

/**
 * Shows a result in the summary and keeps it for the annotations. Writes its report to a file for later steps, and
 * returns the path; `undefined`: there is nothing to report.
 */
export async function tell(job: Job, ran: Ran, target: string, pullRequest?: PullRequest): Promise<string | undefined> {
  const { code, reported, err } = ran;
  const refusal = `### 🚫 Nothing was applied\n\n${quoted(err)}\n`;
  if (reported === undefined) {
    job.ports.terminal.out(commandLine('error', err.trim() || 'the run ended without a result'));
    await addSummary(job, code === EXIT.refused ? refusal : `### ❌ It could not be done\n\n${quoted(err)}\n`);
    return undefined;
  }
  job.told.push(reported);
  // The report of a plan does not say that it was refused.
  if (code === EXIT.refused && reported.kind === 'planned') await addSummary(job, refusal);
  const text = reportFor(job, reported, pullRequest)();
  await addSummary(job, text);
  return writeMarkdown(job, target, text);
}
