import { EXIT } from '../../../app/exit-code.ts';
import { shortCode } from '../../../review/markdown/code.ts';
import { MARKDOWN_MAX_UNITS } from '../../../review/markdown/options.ts';
import { quoted } from '../comment/comment-text.ts';
import { reasonsOf, reportTogether } from '../comment/targets-comment.ts';
import { addSummary, reportFor, writeMarkdown } from '../comment/write-markdown.ts';
import type { PullRequest } from '../github/event.ts';
import { SUMMARY_MAX_BYTES } from '../github/file-commands.ts';
import { commandLine } from '../github/workflow-commands.ts';
import type { Job } from '../job.ts';
import type { Ran } from '../run-in-group.ts';
import type { TargetResult } from '../target-result.ts';

const reasonOf = ({ err }: Ran): string => err.trim() || 'the run ended without a result';

/**
 * Keeps a result for the annotations, or shows why it is missing. Writes its report to a file for later steps, and
 * returns the path; `undefined`: no result.
 */
export async function tell(job: Job, ran: Ran, target: string, pullRequest?: PullRequest): Promise<string | undefined> {
  const { reported } = ran;
  if (reported === undefined) {
    // The log contains lines of all workspaces, one after another.
    const whose = job.inputs.workspaces.length > 0 ? `${job.folder}: ` : '';
    job.ports.terminal.out(commandLine('error', `${whose}${reasonOf(ran).replace(/^error: /, '')}`));
    return undefined;
  }
  job.reported.push(reported);
  return writeMarkdown(job, target, reportFor(job, reported, pullRequest)());
}

/**
 * Maximum number of UTF-16 units of the reports in the summary: one unit has at most three bytes, and other steps write
 * to the summary too.
 */
const SUMMARY_UNITS = Math.floor(SUMMARY_MAX_BYTES / 4);

/**
 * Adds the results of all targets of a step to its summary: first the reasons of failures, then the reports. Identical
 * reports are shown once, as in the comment.
 */
export async function summarize(job: Job, results: readonly TargetResult[], pullRequest?: PullRequest): Promise<void> {
  const why = (heading: string, isMeant: (ran: Ran) => boolean): string => {
    const reason = reasonsOf(results, ({ ran }) => (isMeant(ran) ? reasonOf(ran) : ''));
    const whose = job.inputs.workspaces.length > 0 ? `: ${shortCode(job.folder, 200)}` : '';
    return reason === '' ? '' : `### ${heading}${whose}\n\n${quoted(reason)}\n\n`;
  };
  const isRefused = ({ code }: Ran): boolean => code === EXIT.refused;
  // A target that was cancelled before its turn is not listed.
  const isUntried = ({ code, err }: Ran): boolean => code === EXIT.interrupted && err === '';
  const failed = why(
    '❌ It could not be done',
    (ran) => ran.reported === undefined && !isRefused(ran) && !isUntried(ran),
  );
  // The report of a plan does not mention its refusal.
  const refused = why(
    '🚫 Nothing was applied',
    (ran) => isRefused(ran) && (ran.reported === undefined || ran.reported.kind === 'planned'),
  );
  const budget = Math.min(SUMMARY_UNITS, results.length * MARKDOWN_MAX_UNITS);
  const text = `${failed}${refused}${reportTogether(job, results, pullRequest)?.(budget) ?? ''}`;
  if (text !== '') await addSummary(job, text);
}
