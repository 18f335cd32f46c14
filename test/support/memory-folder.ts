import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
/** Workspaces of tests are small; a container may have no more than 64 MB there. */
const LEAST_BYTES = 2 ** 30;

/**
 * True when the mounts of a system, as `/proc/mounts` has them, say that a program in this folder may be run: some
 * tests put one there.
 */
export function mayRunPrograms(mounts: string, folder: string): boolean {
  const options = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, place]) => place === folder)?.[3];
  return options !== undefined && !options.split(',').includes('noexec');
}

/**
 * Where temporary folders of tests are made: in memory where the system has a folder for that, since thousands of small
 * files on a disk are a tenth of the time of all tests. `undefined`: where the system says. A `TMPDIR` that somebody
 * has set stays.
 */
export function memoryFolder(): string | undefined {
  if (process.env.TMPDIR !== undefined) return undefined;
  try {
    accessSync(FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(FOLDER);
    return bavail * bsize >= LEAST_BYTES && mayRunPrograms(readFileSync('/proc/mounts', 'utf8'), FOLDER)
      ? FOLDER
      : undefined;
  } catch {
    return undefined;
  }
}
