import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FilePorts } from '../files/ports.ts';
import type { FolderPorts } from '../ledger/folder-ports.ts';

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | null)?.code;

/** The file system for the folder form of the ledger. */
export const folderPorts = (files: FilePorts, id: () => string): FolderPorts => ({
  readFile: files.readFile,
  list: files.list,
  async createFile(path, bytes) {
    await mkdir(dirname(path), { recursive: true });
    // A link is made of a file that is whole already, and fails where one stands.
    const whole = `${path}.${id()}.tmp`;
    await writeFile(whole, bytes);
    try {
      await link(whole, path);
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(whole, { force: true });
    }
  },
  removeFile: (path) => rm(path, { force: true }),
});
