import { chmod, chown, lstat, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A new path in the folder of a file, for a temporary file that later replaces it. */
export function tempPath(path: string): string {
  // The global `crypto`: loading node:crypto takes longer than a small command.
  const name = Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString('hex');
  return join(dirname(path), `.lexform-${name}.tmp`);
}

/** Gives a new file the mode and, if allowed, the owner of the file that it replaces, if that exists. */
export async function keepMode(path: string, half: string): Promise<void> {
  const old = await lstat(path).catch(() => undefined);
  if (old?.isFile() !== true) return;
  await chown(half, old.uid, old.gid).catch(() => undefined);
  await chmod(half, old.mode & 0o777);
}

/**
 * Replaces a file when the new one is complete: `write` gets the path of a temporary file, which is removed if it
 * fails.
 */
export async function replaceFile(path: string, write: (half: string) => Promise<void>): Promise<void> {
  const half = tempPath(path);
  try {
    await write(half);
    await rename(half, path);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}
