import { mkdirSync, statSync } from 'node:fs';
import Module from 'node:module';

/** Node.js has this function since 22.8. */
const { enableCompileCache } = Module as { readonly enableCompileCache?: (folder: string) => unknown };

/**
 * True if the folder belongs to the user and other users cannot write to it; it is created if it is missing. A user who
 * can write to the cache controls the program: under `sudo`, the folder may belong to another user, who must not
 * control programs of root.
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
 * Lets Node.js cache compiled code in this folder. `user`: the user id of the process, `undefined` on systems without
 * user ids.
 */
export function useCompileCache(folder: string, user: number | undefined, enable = enableCompileCache): void {
  if (enable !== undefined && isPrivate(folder, user)) enable(folder);
}
