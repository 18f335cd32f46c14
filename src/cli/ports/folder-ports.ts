import { link, mkdir, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { attempting } from '../../files/node/attempting.ts';
import type { FilePorts } from '../../files/ports.ts';
import { type FolderPorts, UNFINISHED } from '../../ledger/folder-ports.ts';

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | null)?.code;

/** Whoever holds the lock has taken an unfinished file for one of a dead process. */
const isSwept = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** Tries in a row that others may spoil. More are no accident. */
const MAX_TRIES = 10;

/** On the disk when it resolves. The folders above it are there but for the first time. */
async function writeDown(path: string, bytes: Uint8Array): Promise<void> {
  const write = () => writeFile(path, bytes, { flush: true });
  try {
    await write().catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      await mkdir(dirname(path), { recursive: true });
      await write();
    });
  } catch (error) {
    // Half of a file is left where the disk is full.
    await unlink(path).catch(() => undefined);
    throw error;
  }
}

/** `rm` looks at a file before it takes it away. */
const removeAtOnce = (path: string): Promise<void> =>
  unlink(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });

async function createFile(path: string, bytes: Uint8Array, id: () => string): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    // A link is made of a file that is whole already, and fails where one stands.
    const whole = `${path}.${id()}${UNFINISHED}`;
    await writeDown(whole, bytes);
    try {
      await link(whole, path);
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      if (!isSwept(error) || tries === MAX_TRIES) throw error;
    } finally {
      await removeAtOnce(whole);
    }
  }
}

async function putFile(path: string, bytes: Uint8Array, id: () => string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const whole = `${path}.${id()}${UNFINISHED}`;
    await writeDown(whole, bytes);
    try {
      return await rename(whole, path);
    } catch (error) {
      if (isSwept(error) && tries < MAX_TRIES) continue;
      await removeAtOnce(whole);
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
