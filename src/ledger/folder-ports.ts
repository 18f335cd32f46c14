import type { FileBytes } from './ports.ts';

/** The suffix of a file that is not complete: its process was killed, or is still writing. */
export const UNFINISHED = '.tmp';

/** The file system of the folder form of the ledger. Paths are absolute. */
export interface FolderPorts {
  /** `undefined` if the file does not exist. */
  readonly readFile: (path: string) => Promise<Uint8Array | undefined>;
  /** Names of the files in a folder; empty if the folder does not exist. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /**
   * Creates a complete file and the folders above it; false when the path exists. No reader ever sees a part of it, and
   * it is on the disk when the promise resolves.
   */
  readonly createFile: (path: string, bytes: Uint8Array) => Promise<boolean>;
  /** Writes a complete file, over an existing one if there is one. */
  readonly putFile: (path: string, bytes: FileBytes) => Promise<void>;
  readonly removeFile: (path: string) => Promise<void>;
}
