import { join } from 'node:path';
import { gitOutput, mergeUnmerged, unmergedPaths } from '../../app/merge-unmerged.ts';
import type { Ports } from '../../app/ports.ts';
import type { GitPort } from '../../ledger/ports.ts';
import { GIT_FETCH, GIT_PUSH, pushRefusal } from '../../ledger/ref-updates.ts';
import { UsageError } from '../../model/errors.ts';
import { visible } from '../../review/format/escape.ts';
import type { Branches, BranchMerged, MergeOutcome } from '../../review/messages/merged-text.ts';
import { readTermFiles } from '../../steps/workspace/term-files.ts';

export interface BranchesToMerge extends Branches {
  /**
   * The checkout, absolute. Lexform fetches from and pushes to its remote `origin`, with the permissions in its
   * settings.
   */
  readonly checkout: string;
  /** The workspace from the root of the repository, with `/`; empty: it is the root. */
  readonly folder: string;
  /** A new folder for the merge. It is removed at the end. */
  readonly scratch: string;
}

const REMOTE = 'origin';
const NAME = 'github-actions[bot]';
const EMAIL = '41898282+github-actions[bot]@users.noreply.github.com';
const IDENTITY = ['-c', `user.name=${NAME}`, '-c', `user.email=${EMAIL}`];

/** Refs for the fetched branches during the merge, so that git does not remove their commits. */
const BASE_REF = 'refs/lexform/merge/base';
const HEAD_REF = 'refs/lexform/merge/head';

const textOf = async (git: GitPort, ...args: readonly string[]): Promise<string> =>
  new TextDecoder().decode(await gitOutput(git, args)).trim();

/** The full name of a branch. With it, a name can be neither an option nor several refs. */
async function branchRef(git: GitPort, branch: string): Promise<string> {
  const ref = `refs/heads/${branch}`;
  if ((await git.run(['check-ref-format', ref])).code === 0) return ref;
  throw new UsageError(`${JSON.stringify(branch)} is not a branch name`);
}

/** Fetches both branches with their whole history: without it, git may not find a common ancestor. */
async function fetchBoth(git: GitPort, base: string, head: string) {
  // Git takes any name that is not a remote as a path.
  if ((await git.run(['remote', 'get-url', '--', REMOTE])).code !== 0)
    throw new UsageError(`the checkout has no remote ${REMOTE}; check the repository out with actions/checkout`);
  const isShallow = (await textOf(git, 'rev-parse', '--is-shallow-repository')) === 'true';
  const refs = [`+${base}:${BASE_REF}`, `+${head}:${HEAD_REF}`];
  await gitOutput(git, [...GIT_FETCH, ...(isShallow ? ['--unshallow'] : []), REMOTE, ...refs]);
  return { baseCommit: await textOf(git, 'rev-parse', BASE_REF), headCommit: await textOf(git, 'rev-parse', HEAD_REF) };
}

const messageOf = ({ base, head }: Branches, outcomes: readonly MergeOutcome[]): string =>
  `Merge ${base} into ${head}\n\nTerm files merged by term and column:\n\n` +
  outcomes.map(({ file }) => `- ${visible(file)}\n`).join('');

async function commitMerge(git: GitPort, branches: Branches, outcomes: readonly MergeOutcome[]): Promise<string> {
  const options = ['--quiet', '--no-verify', '--no-gpg-sign', '--cleanup=verbatim', `--author=${NAME} <${EMAIL}>`];
  const message = new TextEncoder().encode(messageOf(branches, outcomes));
  await gitOutput(git, [...IDENTITY, 'commit', ...options, '--file=-'], message);
  return textOf(git, 'rev-parse', 'HEAD');
}

/**
 * The lease prevents the push from restoring a branch that was deleted in the meantime. A new commit on top of the
 * branch needs no force.
 */
async function push(git: GitPort, branch: string, ref: string, { from, to }: { from: string; to: string }) {
  const pushed = await git.run([...GIT_PUSH, `--force-with-lease=${ref}:${from}`, REMOTE, `${to}:${ref}`]);
  if (pushed.code === 0) return;
  const listed = await git.run(['ls-remote', '--quiet', REMOTE, ref]);
  const [now] = new TextDecoder().decode(listed.out).split('\t');
  // Perhaps only the answer was lost.
  if (now === to) return;
  const name = JSON.stringify(branch);
  if (listed.code === 0 && now !== from)
    throw new UsageError(`the branch ${name} has moved on since it was fetched, so nothing was pushed; run it again`);
  throw new UsageError(
    `the merge cannot be pushed to ${name}: ${pushRefusal(pushed)}; the job needs the permission contents: write, ` +
      'and the rules of the branch must let it push',
  );
}

/** The workspace in the worktree. It must not be a link, which could turn other files into term files. */
async function workspaceIn(
  scratch: string,
  { folder }: BranchesToMerge,
  branch: string,
  { files }: Ports,
): Promise<string> {
  const root = join((await files.realPath(scratch)) ?? scratch, folder);
  if ((await files.realPath(root)) === root) return root;
  throw new UsageError(`${JSON.stringify(branch)} has no folder ${JSON.stringify(folder)}, or a link is there`);
}

/**
 * Merges in a temporary worktree checked out at the base. Returns the commit, or the files that are still in conflict.
 */
async function mergeIn(
  scratch: string,
  input: BranchesToMerge,
  { headCommit, baseCommit }: { readonly headCommit: string; readonly baseCommit: string },
  ports: Ports,
): Promise<BranchMerged> {
  const git = ports.git(scratch);
  const root = await workspaceIn(scratch, input, input.base, ports);
  // Only the base decides which files are merged by term: other users may review the changes of the branch.
  const terms = await readTermFiles(ports.files, root);
  await gitOutput(git, ['checkout', '--quiet', '--detach', headCommit]);
  const settings = [...IDENTITY, '-c', 'rerere.enabled=false'];
  const merging = await git.run([...settings, 'merge', '--quiet', '--no-commit', '--no-ff', '--no-stat', baseCommit]);
  if (merging.code === 0) return { kind: 'nothing', why: 'no-conflict' };
  if ((await unmergedPaths(git)).length === 0)
    throw new UsageError(`git cannot merge the branches: ${merging.err.trim() || `exit code ${merging.code}`}`);
  const outcomes = await mergeUnmerged(await workspaceIn(scratch, input, input.head, ports), ports, terms);
  const open = await unmergedPaths(git);
  if (open.length > 0) return { kind: 'open', outcomes, open };
  return { kind: 'pushed', outcomes, commit: await commitMerge(git, input, outcomes) };
}

/**
 * Merges the base of a pull request into its branch, resolves the conflicts in term files and pushes the commit. It
 * pushes nothing if a file is still in conflict, or if git finds no conflict. The checkout does not change. Rejects
 * with `UsageError` if git refuses or the branch has moved in the meantime.
 */
export async function mergeBranches(input: BranchesToMerge, ports: Ports): Promise<BranchMerged> {
  const { checkout, scratch } = input;
  const git = ports.git(checkout);
  const [base, head] = [await branchRef(git, input.base), await branchRef(git, input.head)];
  try {
    const { baseCommit, headCommit } = await fetchBoth(git, base, head);
    if ((await git.run(['merge-base', '--is-ancestor', baseCommit, headCommit])).code === 0)
      return { kind: 'nothing', why: 'up-to-date' };
    await gitOutput(git, ['worktree', 'add', '--quiet', '--detach', '--', scratch, baseCommit]);
    const merged = await mergeIn(scratch, input, { headCommit, baseCommit }, ports);
    // From the checkout, because only its settings allow the push.
    if (merged.kind === 'pushed') await push(git, input.head, head, { from: headCommit, to: merged.commit });
    return merged;
  } finally {
    await git.run(['worktree', 'remove', '--force', '--', scratch]);
    for (const ref of [BASE_REF, HEAD_REF]) await git.run(['update-ref', '-d', ref]);
  }
}
