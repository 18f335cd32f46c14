import { link, mkdir, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { attempting } from '../../files/node/attempting.ts';
import type { FilePorts } from '../../files/ports.ts';
import { type FolderPorts, UNFINISHED } from '../../ledger/folder-ports.ts';
import { chunksIn, type FileBytes } from '../../ledger/ports.ts';
import { errorCode } from '../../model/system-error.ts';

/** True if the holder of the lock removed an unfinished file because it looked like one of a killed process. */
const isSwept = (error: unknown): boolean => errorCode(error) === 'ENOENT';

/** Maximum number of attempts. A few can fail because of concurrent runs; more failures have another cause. */
const MAX_TRIES = 10;

/** Writes a file; it is on the disk when the promise resolves. Usually the folders above it exist. */
async function writeDown(path: string, bytes: FileBytes): Promise<void> {
  const write = () => writeFile(path, bytes, { flush: true });
  try {
    await write().catch(async (error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
      await mkdir(dirname(path), { recursive: true });
      await write();
    });
  } catch (error) {
    // A full disk leaves an incomplete file.
    await unlink(path).catch(() => undefined);
    throw error;
  }
}

/** Removes a file with one system call; `rm` would look at it first. */
const removeAtOnce = (path: string): Promise<void> =>
  unlink(path).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });

async function createFile(path: string, bytes: Uint8Array, id: () => string): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    // The link is made to a complete file, and fails when the path exists.
    const temporaryPath = `${path}.${id()}${UNFINISHED}`;
    await writeDown(temporaryPath, bytes);
    try {
      await link(temporaryPath, path);
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      if (!isSwept(error) || tries === MAX_TRIES) throw error;
    } finally {
      await removeAtOnce(temporaryPath);
    }
  }
}

async function putFile(path: string, bytes: FileBytes, id: () => string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const temporaryPath = `${path}.${id()}${UNFINISHED}`;
    await writeDown(temporaryPath, bytes);
    try {
      return await rename(temporaryPath, path);
    } catch (error) {
      if (isSwept(error) && tries < MAX_TRIES) continue;
      await removeAtOnce(temporaryPath);
      throw error;
    }
  }
}

/** The file system for the folder form of the ledger. */
export const folderPorts = (files: FilePorts, id: () => string): FolderPorts => ({
  readFile: files.readFile,
  list: files.list,
  createFile: (path, bytes) => attempting({ doing: 'write', path }, () => createFile(path, bytes, id)),
  putFile: (path, bytes) => attempting({ doing: 'write', path }, () => putFile(path, bytes, id)),
  removeFile: (path) => attempting({ doing: 'remove', path }, () => removeAtOnce(path)),
});

/** Like `folderPorts`, but for file ports that a program has replaced. */
export function replacedFolderPorts(files: FilePorts): FolderPorts {
  async function write(path: string, bytes: FileBytes, replace: boolean): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      const writer = await files.openWriter(path, { replace });
      try {
        for (const chunk of chunksIn(bytes)) await writer.write(chunk);
        return await writer.commit();
      } catch (error) {
        await writer.discard();
        if (!isSwept(error) || tries === MAX_TRIES) throw error;
      }
    }
  }
  return {
    readFile: files.readFile,
    list: files.list,
    createFile: (path, bytes) => write(path, bytes, false),
    putFile: async (path, bytes) => void (await write(path, bytes, true)),
    removeFile: (path) => files.writeAll(new Map([[path, undefined]])),
  };
}
