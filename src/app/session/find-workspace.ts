import nodePath, { type PlatformPath, resolve } from 'node:path';
import { UsageError } from '../../model/errors.ts';
import { WORKSPACE_FILE } from '../../model/workspace/workspace.ts';
import type { Ports } from '../ports.ts';

/**
 * The nearest folder with a `lexform.yaml`, from the current one upwards; `undefined` if it is not found. The search
 * stays inside the git repository, or without one inside the home folder: other users may have written files above
 * those, and the file defines where the key is sent.
 */
export async function findWorkspace(
  { cwd, env, files }: Pick<Ports, 'cwd' | 'env' | 'files'>,
  { dirname, join, relative, resolve }: PlatformPath = nodePath,
): Promise<string | undefined> {
  // A path that cannot be read counts as missing.
  const isThere = (path: string): Promise<boolean> =>
    files.realPath(path).then(
      (found) => found !== undefined,
      () => false,
    );
  const start = resolve(cwd);
  if (await isThere(join(start, WORKSPACE_FILE))) return start;
  const folders = [start];
  for (let folder = start; dirname(folder) !== folder; folder = dirname(folder)) folders.push(dirname(folder));
  const home = env('HOME') ?? env('USERPROFILE');
  // Windows ignores case: the drive of the current folder may be `c:`, and that of the home folder `C:`.
  const homeIndex = home === undefined ? -1 : folders.findIndex((folder) => relative(resolve(home), folder) === '');
  let last = homeIndex;
  for (const [index, folder] of folders.entries())
    if (await isThere(join(folder, '.git'))) {
      last = index;
      break;
    }
  for (const folder of folders.slice(1, last + 1)) if (await isThere(join(folder, WORKSPACE_FILE))) return folder;
  return undefined;
}

/** Rejects with `UsageError` if the path of `--chdir` does not exist or is a file. */
export async function checkFolder(chdir: string, { cwd, files }: Pick<Ports, 'cwd' | 'files'>): Promise<void> {
  const path = resolve(cwd, chdir);
  if ((await files.realPath(path)) === undefined)
    throw new UsageError(`-C ${JSON.stringify(chdir)}: there is no such folder; looked for ${path}`);
  if ((await files.size(path)) !== undefined)
    throw new UsageError(`-C ${JSON.stringify(chdir)} is a file; name the folder that contains lexform.yaml`);
}
