import { readdir, stat, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ObjectFiles } from '../../ledger/ports.ts';
import { errorCode } from '../../model/system-error.ts';

/** Git packs and removes its files at any time, and others may be at work. */
async function ifThere<Found, Otherwise>(look: Promise<Found>, otherwise: Otherwise): Promise<Found | Otherwise> {
  try {
    return await look;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return otherwise;
    throw error;
  }
}

/** The files of git's objects. `folder`: where git runs, from which the paths that it prints begin. */
export const objectFiles = (folder: string): ObjectFiles => ({
  async list(path) {
    const parent = resolve(folder, path);
    const names = await ifThere(readdir(parent), []);
    const found = await Promise.all(
      names.map(async (name) => {
        const about = await ifThere(stat(join(parent, name)), undefined);
        return about?.isFile() === true ? [{ name, modified: about.mtime }] : [];
      }),
    );
    return found.flat();
  },
  remove: (path) => ifThere(unlink(resolve(folder, path)), undefined),
});
