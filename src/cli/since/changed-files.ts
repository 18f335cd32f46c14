import { UsageError } from '../../model/errors.ts';
import { visible } from '../../review/format/escape.ts';
import type { CliPorts } from '../ports.ts';
import { gitText } from '../session/git-text.ts';

/** What is different in a folder since a branch was made. Paths are relative to the folder, with `/`. */
export interface ChangedFiles {
  /** As it was asked for: a commit, branch or tag. */
  readonly ref: string;
  /** The merge base of the ref and `HEAD`: the full id of a commit. */
  readonly base: string;
  /**
   * Every file that was added, changed, deleted or renamed since, committed or not; a rename with both its names. Also
   * every symbolic link, since git does not say whether what it leads to has changed.
   */
  readonly files: ReadonlySet<string>;
  /** Renamed files, new → old. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Files that git does not track. They are in `files` too. */
  readonly untracked: ReadonlySet<string>;
}

/** Whatever the settings of git are, the paths are whole and start at the folder. */
export const DIFF_OPTIONS = ['--relative', '--no-color', '--no-ext-diff', '--find-renames'];

/** Answers of git in a folder that must come; throws an error when git refuses. */
export async function gitAnswer(
  root: string,
  ports: Pick<CliPorts, 'git'>,
  ...args: readonly string[]
): Promise<string> {
  const said = await gitText(root, ports, ...args);
  if (said === undefined) throw new Error(`git ${args[0]} failed`);
  return said;
}

/** True when a file, or a folder, link or submodule that it is in, is one of the changed ones. */
export function mayDiffer(files: ReadonlySet<string>, file: string): boolean {
  const parts = file.split('/').filter((part) => part !== '.');
  return parts.some((_, index) => files.has(parts.slice(0, index + 1).join('/')));
}

/** What helps in a clone without all commits, as most CI systems make it. */
const SHALLOW =
  'this clone is shallow, so git lacks older commits; fetch them all: git fetch --unshallow ' +
  '(actions/checkout: fetch-depth: 0; GitLab: GIT_DEPTH: 0)';

/** The merge base of a ref and `HEAD`. Throws a `UsageError` that says what to do. */
async function mergeBase(ref: string, root: string, ports: Pick<CliPorts, 'git'>): Promise<string> {
  const git = (...args: readonly string[]) => gitText(root, ports, ...args);
  const base = await git('merge-base', '--', `${ref}^{commit}`, 'HEAD');
  if (base !== undefined) return base;
  const shallow = await git('rev-parse', '--is-shallow-repository');
  if (shallow === undefined)
    throw new UsageError('--since compares with a commit, and this folder is in no git repository');
  const isShallow = shallow === 'true';
  const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  if (commit === undefined) {
    const remedy = isShallow ? SHALLOW : 'fetch it first, or name another commit, branch or tag';
    throw new UsageError(`git knows no commit "${visible(ref)}" here, and --since needs one; ${remedy}`);
  }
  const remedy = isShallow ? SHALLOW : 'they are unrelated; name a commit that HEAD comes from';
  throw new UsageError(`--since: "${visible(ref)}" and HEAD have no common commit; ${remedy}`);
}

/** The paths of `git diff --name-status -z`, and which of them were renamed. */
function parseStatus(status: string): Pick<ChangedFiles, 'files' | 'renamed'> {
  const fields = status.split('\0');
  const files = new Set<string>();
  const renamed = new Map<string, string>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [kind = '', path = '', next = ''] = fields.slice(at, at + 3);
    files.add(path);
    if (!/^[RC]/.test(kind)) continue;
    files.add(next);
    renamed.set(next, path);
    at += 1;
  }
  return { files, renamed };
}

/** What `git ls-files -t --stage --others -z` lists: the symbolic links, and what git does not track. */
function parseListed(listed: string): { readonly links: readonly string[]; readonly untracked: ReadonlySet<string> } {
  const lines = listed.split('\0');
  return {
    links: lines.flatMap((line) => /^\S 120000 [^\t]*\t(.*)$/s.exec(line)?.[1] ?? []),
    // A repository inside of this one is listed as a folder.
    untracked: new Set(lines.flatMap((line) => (line.startsWith('? ') ? [line.slice(2).replace(/\/$/, '')] : []))),
  };
}

/**
 * What has changed in a folder since a commit and `HEAD` parted, with what is not committed yet. Files that git does
 * not track are new, also those that it ignores: a workspace reads them all the same. Throws a `UsageError` when the
 * commit, or the place where both parted, is not known here.
 */
export async function changedFiles(ref: string, root: string, ports: Pick<CliPorts, 'git'>): Promise<ChangedFiles> {
  const base = await mergeBase(ref, root, ports);
  const [status, listed] = await Promise.all([
    gitAnswer(root, ports, 'diff', '--name-status', '-z', ...DIFF_OPTIONS, base, '--'),
    gitAnswer(root, ports, 'ls-files', '-t', '--stage', '--others', '-z', '--', '.'),
  ]);
  const { files, renamed } = parseStatus(status);
  const { links, untracked } = parseListed(listed);
  return { ref, base, files: new Set([...files, ...untracked, ...links]), renamed, untracked };
}
