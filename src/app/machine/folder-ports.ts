import type { FilePorts } from '../../files/ports.ts';
import type { FolderPorts } from '../../ledger/folder-ports.ts';
import { chunksIn, type FileBytes } from '../../ledger/ports.ts';
import { errorCode } from '../../model/system-error.ts';

/** True if the holder of the lock removed an unfinished file because it looked like one of a killed process. */
const isSwept = (error: unknown): boolean => errorCode(error) === 'ENOENT';

/** Maximum number of attempts. A few can fail because of concurrent runs; more failures have another cause. */
const MAX_TRIES = 10;

/** The file system for the folder form of the ledger. */
export function folderPorts(files: FilePorts): FolderPorts {
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
