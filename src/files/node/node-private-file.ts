import { open, rm } from 'node:fs/promises';
import { errorCode, systemErrorOf } from '../../model/system-error.ts';
import type { PrivateFile } from '../ports.ts';
import { attempting } from './attempting.ts';
import { replaceFile } from './temp-path.ts';

/** Read and written by the owner alone. */
const PRIVATE = 0o600;

/** Fails where anything stands already: it is never followed, and never taken over with the mode of somebody else. */
async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', PRIVATE);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a new, empty file that only its owner can read; `undefined` when anything stands there already. */
export async function privateFile(path: string): Promise<PrivateFile | undefined> {
  try {
    await writeNew(path, '');
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return undefined;
    throw systemErrorOf(error, { doing: 'write', path }) ?? error;
  }
  return {
    write: (text) => attempting({ doing: 'write', path }, () => replaceFile(path, (half) => writeNew(half, text))),
    remove: async () => rm(path, { force: true }),
  };
}
