import { mkdirSync, statSync } from 'node:fs';
import Module from 'node:module';

/** Node.js has it since 22.8. */
const { enableCompileCache } = Module as { readonly enableCompileCache?: (folder: string) => unknown };

/**
 * True when the folder belongs to the user and nobody else can write to it; it is created when missing. Whoever can
 * write to the cache controls the program: under `sudo`, the folder may belong to another user, who must not control
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
 * Lets Node.js cache compiled code in this folder. `user`: that of the process, `undefined` on systems without user
 * numbers.
 */
export function useCompileCache(folder: string, user: number | undefined, enable = enableCompileCache): void {
  if (enable !== undefined && isPrivate(folder, user)) enable(folder);
}
