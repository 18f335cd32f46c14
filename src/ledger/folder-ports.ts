/** How the name of a file ends that has been begun and is not finished: it was killed, or is at it. */
export const UNFINISHED = '.tmp';

/** What the folder form of the ledger takes from the file system. Paths are absolute. */
export interface FolderPorts {
  /** `undefined` when there is no such file. */
  readonly readFile: (path: string) => Promise<Uint8Array | undefined>;
  /** Names of the files in a folder; empty when there is none. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /**
   * Writes a whole file where none is, and makes the folders above it; false when one is there already. Never half a
   * file, whoever looks, and on the disk when it resolves.
   */
  readonly createFile: (path: string, bytes: Uint8Array) => Promise<boolean>;
  /** The same in place of whatever stands there. Takes less than to make sure that nothing does. */
  readonly putFile: (path: string, bytes: Uint8Array) => Promise<void>;
  readonly removeFile: (path: string) => Promise<void>;
}
