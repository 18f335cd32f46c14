import { chmod, chown, lstat } from 'node:fs/promises';

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
