import { chmod, chown, lstat, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A new name beside a file: for one that is written there and then takes its place. */
export function tempPath(path: string): string {
  // The global one: node:crypto takes longer to load than a small command to run.
  const name = Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString('hex');
  return join(dirname(path), `.lexform-${name}.tmp`);
}

/**
 * Gives a new file the mode and, where that is allowed, the owner of the file whose place it takes. Nothing happens
 * where there is none.
 */
export async function keepMode(path: string, half: string): Promise<void> {
  const old = await lstat(path).catch(() => undefined);
  if (old?.isFile() !== true) return;
  await chown(half, old.uid, old.gid).catch(() => undefined);
  await chmod(half, old.mode & 0o777);
}

/** Puts a file in its place when it is whole: `write` gets a path beside it, and leaves nothing there when it fails. */
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
