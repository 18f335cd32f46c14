import { chownSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** `nobody`, who may read and write nothing but what is given to everybody. */
const NOBODY = 65_534;

/**
 * Does something as a user whom permissions bind. Root may read and write anywhere, so as root the folders are given to
 * `nobody` first, and this process and the ones that it starts are `nobody` until the act has ended; any other user
 * does it as they are.
 */
export async function asAnotherUser<Result>(folders: readonly string[], act: () => Promise<Result>): Promise<Result> {
  const { getuid, seteuid, setegid } = process;
  if (getuid?.() !== 0 || seteuid === undefined || setegid === undefined) return act();
  for (const folder of folders) giveTo(folder, NOBODY);
  setegid(NOBODY);
  seteuid(NOBODY);
  try {
    return await act();
  } finally {
    seteuid(0);
    setegid(0);
    for (const folder of folders) giveTo(folder, 0);
  }
}

function giveTo(path: string, user: number): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  chownSync(path, user, user);
  if (stats.isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), user);
}
