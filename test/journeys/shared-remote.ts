import { cpSync } from 'node:fs';
import { git, tempFolder } from '../support/git-repository.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

export interface SharedRemote {
  readonly bare: string;
  /** A clone for each runner, with the files of the workspace. */
  readonly folders: readonly string[];
}

/** A bare repository with one commit of these files, and clones of it. */
export async function sharedRemote(files: Readonly<Record<string, string>>, clones: number): Promise<SharedRemote> {
  const bare = tempFolder();
  git(bare, 'init', '--quiet', '--bare', '--initial-branch=main');
  const first = await tempWorkspace(files);
  git(first, 'init', '--quiet', '--initial-branch=main');
  git(first, 'add', '.');
  git(first, 'commit', '--quiet', '-m', 'terms');
  git(first, 'remote', 'add', 'origin', bare);
  git(first, 'push', '--quiet', 'origin', 'main');
  const clone = tempFolder();
  git(clone, 'clone', '--quiet', `file://${bare}`, '.');
  const folders = Array.from({ length: clones }, (_, index) => {
    if (index === 0) return clone;
    // A copy of a clone is another clone, without the processes.
    const folder = tempFolder();
    cpSync(clone, folder, { recursive: true });
    return folder;
  });
  return { bare, folders };
}
