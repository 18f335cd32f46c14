import type { CommitId, GitRepository } from './git-repository.ts';
import type { LockStore } from './lock.ts';
import type { RefStore } from './ref-updates.ts';
import { targetPath } from './target-path.ts';

export const lockRef = (target: string): string => `refs/lexform/lock/${targetPath(target)}`;

const FILE = 'lock.json';

/** A lock as a ref that exists while a run holds it. */
export function gitLockStore(repository: GitRepository, refs: RefStore, target: string): LockStore {
  const ref = lockRef(target);
  return {
    async see() {
      const at = await refs.see(ref);
      return at === undefined ? undefined : { at, bytes: (await repository.readFiles(at, [FILE]))[0] };
    },
    put: (bytes, time) =>
      repository.commit({ parent: undefined, files: new Map([[FILE, bytes]]), message: `lock of ${target}\n`, time }),
    move: (from, to) => refs.move([{ ref, from: from as CommitId | undefined, to: to as CommitId | undefined }]),
  };
}
