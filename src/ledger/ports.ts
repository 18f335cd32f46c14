import type { HolderProcess } from './lock.ts';

/** The result of a run of `git`. */
export interface GitResult {
  /** 0 for success. */
  readonly code: number;
  readonly out: Uint8Array;
  /** Its error output. It is text of git and of hosts, so escape it before showing it. */
  readonly err: string;
}

/** The processes of this machine, for a lock whose holder may have been killed. */
export interface ProcessPorts {
  /** This process; `undefined` on systems that cannot distinguish it from a later one with the same number. */
  current(): Promise<HolderProcess | undefined>;
  /** True when a process of this machine has ended; false also when this is unknown. */
  isGone(process: HolderProcess): Promise<boolean>;
}

/**
 * The bytes of a file, whole or in pieces, which can be read more than once. A piece is only valid until the next one
 * is requested, because its memory is reused.
 */
export type FileBytes = Uint8Array | Iterable<Uint8Array>;

export const chunksIn = (bytes: FileBytes): Iterable<Uint8Array> => (bytes instanceof Uint8Array ? [bytes] : bytes);

/** The items of several lists, one after the other. */
export function* joined<Item>(...lists: readonly Iterable<Item>[]): Generator<Item, void, void> {
  for (const list of lists) yield* list;
}

/**
 * The part of git that the ledger uses: the program, in one repository. `git-program.ts` of the CLI makes the real
 * port.
 */
export interface GitPort {
  /**
   * Runs git with these arguments and `input` on its standard input. It never prompts. Rejects if git is not installed.
   */
  run(args: readonly string[], input?: FileBytes): Promise<GitResult>;
}

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
