import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FilePorts } from '../files/ports.ts';
import { type FolderPorts, UNFINISHED } from '../ledger/folder-ports.ts';

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | null)?.code;

/** Tries in a row that others may spoil. More are no accident. */
const MAX_TRIES = 10;

/** The file system for the folder form of the ledger. */
export const folderPorts = (files: FilePorts, id: () => string): FolderPorts => ({
  readFile: files.readFile,
  list: files.list,
  async createFile(path, bytes) {
    await mkdir(dirname(path), { recursive: true });
    for (let tries = 1; ; tries += 1) {
      // A link is made of a file that is whole already, and fails where one stands.
      const whole = `${path}.${id()}${UNFINISHED}`;
      await writeFile(whole, bytes, { flush: true });
      try {
        await link(whole, path);
        return true;
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false;
        // Whoever holds the lock has taken it for one of a dead process.
        if (codeOf(error) !== 'ENOENT' || tries === MAX_TRIES) throw error;
      } finally {
        await rm(whole, { force: true });
      }
    }
  },
  removeFile: (path) => rm(path, { force: true }),
});
