import { mkdirSync, statSync } from 'node:fs';
import Module from 'node:module';

/** Node has it from 22.8 on. */
const { enableCompileCache } = Module as { readonly enableCompileCache?: (folder: string) => unknown };

/**
 * True when the folder is the user's own and nobody else can write to it; it is created if it is not there. Whoever can
 * write to the cache decides what the program does: under `sudo` the folder may belong to somebody who must not decide
 * what root runs.
 */
function isPrivate(folder: string, user: number | undefined): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    return user === undefined || (uid === user && (mode & 0o022) === 0);
  } catch {
    return false;
  }
}

/**
 * Lets Node keep what it compiles of the program in this folder. `user` is that of the process, `undefined` where the
 * system has no such numbers.
 */
export function useCompileCache(folder: string, user: number | undefined, enable = enableCompileCache): void {
  if (enable !== undefined && isPrivate(folder, user)) enable(folder);
}
