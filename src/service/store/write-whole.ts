import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Read and written by its owner alone. Windows knows no such thing, and leaves the file to the rights of its folder.
 */
const PRIVATE_MODE = 0o600;

/**
 * Writes a whole file or nothing: a reader, and a process that starts after a kill, sees the old content or the new.
 * `isPrivate`: nobody but the owner may read it, from its first byte on.
 */
export async function writeWhole(path: string, text: string, isPrivate = false): Promise<void> {
  const half = `${path}.tmp`;
  // What a killed process left there would keep its mode.
  if (isPrivate) await rm(half, { force: true });
  await writeFile(half, text, isPrivate ? { mode: PRIVATE_MODE } : {});
  await rename(half, path);
}

/** Takes the rights of everybody but the owner away. What belongs to somebody else stays as it is: only they could. */
export async function makePrivate(path: string): Promise<void> {
  try {
    await chmod(path, PRIVATE_MODE);
  } catch (error) {
    if (!['EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** A value as a file that a person can read. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The names in a folder, which is made when it is not there, in the order of their code units. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  return (await readdir(folder)).sort();
}

/** Most files that are open at once while things are read: 256 open files is a common limit of a process. */
export const OPEN_MAX = 32;
