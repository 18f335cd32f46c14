import { join } from 'node:path';
import { pageUrl } from '../../../app/run/write-reports.ts';
import { pathWithMark } from '../../../app/several-targets.ts';
import { encodedPath } from '../../../review/markdown/link.ts';
import { MARKDOWN_MAX_UNITS, type MarkdownOptions } from '../../../review/markdown/options.ts';
import { reportMarkdown } from '../../../review/markdown/report-markdown.ts';
import { type Reported, reportedTargets } from '../../../review/reported.ts';
import type { PullRequest } from '../github/event.ts';
import { SUMMARY_MAX_BYTES } from '../github/file-commands.ts';
import { commandLine } from '../github/workflow-commands.ts';
import type { Job } from '../job.ts';

/**
 * Options with links to the files at the planned or applied commit (in the fork, if the commit is there), and to the
 * page of a target if the job publishes it.
 */
export function markdownOptions(
  { facts, folder, inputs }: Job,
  pullRequest?: PullRequest,
  budget?: number,
  target?: string,
): MarkdownOptions {
  const { serverUrl, repository, sha, runUrl } = facts;
  // An apply reads the files of the merge, which may differ from those of the pull request.
  const branch = inputs.command === 'apply' && sha !== '' ? undefined : pullRequest;
  const commit = branch?.head ?? sha;
  const owner = branch?.headRepository ?? repository;
  const page = pageUrl(inputs.pageUrl, target);
  const below = folder === '' ? '' : `${encodedPath(folder)}/`;
  return {
    action: { labels: inputs.deleteLabels },
    ...(commit !== '' && { links: { prefix: `${serverUrl}/${owner}/blob/${commit}/${below}` } }),
    ...(page === undefined ? { fullReport: runUrl } : { page }),
    ...(budget !== undefined && { budget }),
    // The workspace is named only if there are several.
    ...(inputs.workspaces.length > 0 && { workspace: folder }),
  };
}

/** Writes the report of a target as markdown for later steps, and returns its path. */
export async function writeMarkdown(job: Job, target: string, text: string): Promise<string> {
  const { ports, temp } = job;
  const path = join(temp, target === '' ? 'report.md' : pathWithMark('report.md', target));
  await ports.files.writeFile(path, text);
  return path;
}

/** Adds text to the summary of the step, up to its limit: the runner drops a longer summary completely. */
export async function addSummary({ inputs, ports }: Job, text: string): Promise<void> {
  const path = ports.env('GITHUB_STEP_SUMMARY');
  if (path === undefined || !inputs.stepSummary) return;
  const bytes = new TextEncoder().encode(`${text}\n`).length;
  const written = (await ports.files.size(path)) ?? 0;
  if (written + bytes <= SUMMARY_MAX_BYTES) await ports.files.appendFile(path, `${text}\n`);
  else
    ports.terminal.out(
      commandLine('notice', 'the step summary is full; the log and the files of the step have the rest'),
    );
}

/** The report of a target within a budget. Default: the maximum of a comment and a summary. */
export const reportFor =
  (job: Job, reported: Reported, pullRequest?: PullRequest) =>
  (budget: number = MARKDOWN_MAX_UNITS): string =>
    reportMarkdown(reported, markdownOptions(job, pullRequest, budget, reportedTargets(reported)[0]));
