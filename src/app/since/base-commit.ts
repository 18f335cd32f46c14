import { posix } from 'node:path';
import { UsageError } from '../../model/errors.ts';
import { visible } from '../../review/format/escape.ts';
import { optionName } from '../../review/messages/option-name.ts';
import { readWorkspace } from '../../steps/workspace/read-workspace.ts';
import type { Ports } from '../ports.ts';
import { gitText } from '../session/git-text.ts';

/** The commit at which a branch was made. Paths are relative to the folder of the run, with `/`. */
export interface BaseCommit {
  /** The commit, branch or tag of `--since`. */
  readonly ref: string;
  /** The merge base of the ref and `HEAD`: the full id of a commit. */
  readonly base: string;
  /** The files of that commit and the ids of their blobs; files of submodules too. Symbolic links are left out. */
  readonly files: ReadonlyMap<string, string>;
}

/** Advice for a shallow clone, which most CI systems make. */
const SHALLOW =
  'this clone is shallow, so git lacks older commits; fetch them all: git fetch --unshallow ' +
  '(actions/checkout: fetch-depth: 0; GitLab: GIT_DEPTH: 0)';

/** The merge base of a ref and `HEAD`. Throws a `UsageError` with a remedy. */
async function mergeBase(ref: string, root: string, ports: Pick<Ports, 'git' | 'labels'>): Promise<string> {
  const git = (...args: readonly string[]) => gitText(root, ports, ...args);
  const since = optionName('--since', ports.labels);
  const base = await git('merge-base', '--', `${ref}^{commit}`, 'HEAD');
  if (base !== undefined) return base;
  const shallow = await git('rev-parse', '--is-shallow-repository');
  if (shallow === undefined)
    throw new UsageError(`${since} compares with a commit, and this folder is in no git repository`);
  const isShallow = shallow === 'true';
  const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  if (commit === undefined) {
    const remedy = isShallow ? SHALLOW : 'fetch it first, or name another commit, branch or tag';
    throw new UsageError(`git knows no commit "${visible(ref)}" here, and ${since} needs one; ${remedy}`);
  }
  const remedy = isShallow ? SHALLOW : 'they are unrelated; name an ancestor of HEAD';
  throw new UsageError(`${since}: "${visible(ref)}" and HEAD have no common commit; ${remedy}`);
}

/** The files of a tree, and the commits of its submodules. `paths`: default all below the folder. */
async function readTree(
  folder: string,
  commit: string,
  ports: Pick<Ports, 'git'>,
  ...paths: readonly string[]
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly submodules: ReadonlyMap<string, string> }> {
  const listed = await gitText(folder, ports, 'ls-tree', '-r', '-z', commit, '--', ...paths);
  const files = new Map<string, string>();
  const submodules = new Map<string, string>();
  for (const line of (listed ?? '').split('\0')) {
    const [, mode = '', id = '', path = ''] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    if (mode.startsWith('100')) files.set(path, id);
    else if (mode === '160000') submodules.set(path, id);
  }
  return { files, submodules };
}

/** The folder of a layer, or the submodule that contains it, as a path from the workspace. */
async function placeInTree(layer: string, root: string, ports: Pick<Ports, 'git'>): Promise<string> {
  const inside = await gitText(`${root}/${layer}`, ports, 'rev-parse', '--show-prefix');
  const top = posix.join(layer, (inside ?? '').replace(/[^/]+/g, '..'));
  // The repository of the workspace contains the workspace.
  return /^[./]*$/.test(top) ? layer : top.replace(/\/$/, '');
}

/**
 * The merge base of a ref and `HEAD`, with its files below a folder and in its layers. Throws a `UsageError` when git
 * does not know the ref or the merge base. A submodule whose commit is not here has no files, and neither has a layer
 * in another repository.
 */
export async function baseCommit(ref: string, root: string, ports: Pick<Ports, 'git' | 'files'>): Promise<BaseCommit> {
  const base = await mergeBase(ref, root, ports);
  const layers = (await readWorkspace(ports.files, root)).value?.layers ?? [];
  const trees = [await readTree(root, base, ports)];
  for (const layer of layers) trees.push(await readTree(root, base, ports, await placeInTree(layer, root, ports)));
  const all = new Map(trees.flatMap(({ files }) => [...files]));
  for (const [path, commit] of trees.flatMap(({ submodules }) => [...submodules]))
    for (const [file, id] of (await readTree(`${root}/${path}`, commit, ports)).files) all.set(`${path}/${file}`, id);
  return { ref, base, files: all };
}

/**
 * Files that were renamed since the base, new → old, if git recognises the rename. This is only a hint: it selects the
 * earlier text of a file, and does not show that a file is unchanged.
 */
export async function renamedSince(
  { base }: BaseCommit,
  root: string,
  ports: Pick<Ports, 'git'>,
): Promise<ReadonlyMap<string, string>> {
  const options = ['--relative', '--no-color', '--no-ext-diff', '--find-renames', '--diff-filter=R'];
  const fields = ((await gitText(root, ports, 'diff', '--name-status', '-z', ...options, base, '--')) ?? '').split(
    '\0',
  );
  const renamed = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) renamed.set(fields[at + 2] as string, fields[at + 1] as string);
  return renamed;
}
