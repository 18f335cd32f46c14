import { join } from 'node:path';
import { EXIT } from '../../../app/exit-code.ts';
import { UsageError } from '../../../model/errors.ts';
import type { Finding } from '../../../model/finding.ts';
import { visible } from '../../../review/format/escape.ts';
import { counted } from '../../../review/format/text.ts';
import { type Branches, type BranchMerged, branchMergedText } from '../../../review/messages/merged-text.ts';
import { quoted } from '../comment/comment-text.ts';
import { addSummary } from '../comment/write-markdown.ts';
import { findPullRequest } from '../github/find-pull-request.ts';
import { commandLine } from '../github/workflow-commands.ts';
import type { Job } from '../job.ts';
import { mergeBranches } from '../merge-branches.ts';
import { runInGroup } from '../run-in-group.ts';
import type { TargetResult } from '../target-result.ts';
import { refuseUntrusted } from '../trust.ts';

async function branchesOf(job: Job): Promise<Branches> {
  const { number, foreign, headBranch, baseBranch } = (await findPullRequest(job)) ?? {};
  if (headBranch === undefined || baseBranch === undefined)
    throw new UsageError(
      'merge needs a pull request: that of the event, or the one of the input pr-number, which takes a github-token ' +
        'with the permission pull-requests: read',
    );
  if (foreign !== false)
    throw new UsageError(
      `pull request ${number} comes from a fork, or from a bot that updates dependencies; merge pushes only to ` +
        `branches of this repository; merge it in a clone with: git merge origin/${baseBranch} || lexform merge`,
    );
  return { base: baseBranch, head: headBranch };
}

/** Findings with file names relative to the workspace, like those of other commands. */
function findingsOf(merged: BranchMerged, folder: string): readonly Finding[] {
  if (merged.kind === 'nothing') return [];
  const prefix = folder === '' ? '' : `${folder}/`;
  const inside = (file: string): string => (file.startsWith(prefix) ? file.slice(prefix.length) : file);
  return merged.outcomes
    .flatMap(({ findings }) => findings)
    .map((finding) => ({ ...finding, at: { ...finding.at, file: inside(finding.at.file) } }));
}

/**
 * Shows the remaining conflicts, or the reason for doing nothing, as annotations. A pushed merge is shown only in the
 * summary.
 */
function annotationOf(merged: BranchMerged | undefined, err: string): string {
  if (merged === undefined) return commandLine('error', err.trim());
  if (merged.kind !== 'open') return '';
  const { open } = merged;
  return commandLine('error', `${counted(open.length, 'file')} left in conflict: ${open.map(visible).join(', ')}`);
}

/**
 * `merge`: merges the base of a pull request into its branch, resolves the conflicts in term files, and pushes the
 * commit. No code of the branch is run, and the branch does not decide which files are term files.
 */
export async function mergeStep(job: Job): Promise<readonly TargetResult[]> {
  refuseUntrusted(job);
  const branches = await branchesOf(job);
  const { root, folder } = job;
  const input = { ...branches, checkout: root, folder, scratch: join(job.temp, 'merge') };
  const done: BranchMerged[] = [];
  const ran = await runInGroup('lexform merge', job, async (ports) => {
    const merged = await mergeBranches(input, ports);
    done.push(merged);
    ports.terminal.out(branchMergedText(merged, branches));
    const reported = { kind: 'validated', findings: findingsOf(merged, folder) } as const;
    return { code: merged.kind === 'open' ? EXIT.error : EXIT.ok, reported };
  });
  const [merged] = done;
  if (ran.reported !== undefined) job.reported.push(ran.reported);
  await addSummary(job, `### Merge\n\n${quoted(ran.out + ran.err)}\n`);
  job.ports.terminal.out(annotationOf(merged, ran.err));
  const result = merged?.kind === 'pushed' ? 'applied' : merged?.kind === 'nothing' ? 'no-changes' : 'failed';
  return [{ target: '', result, ran }];
}
