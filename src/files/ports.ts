import type { UntrustedFiles } from './workspace/may-read.ts';

/** A file that only its owner can read, from the moment it is created. */
export interface PrivateFile {
  /** Replaces the whole text atomically: a reader never sees a part of it. Resolves when the text is on the disk. */
  readonly write: (text: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Result of reading a file that must be a regular file. */
export type RegularFile =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'absent' }
  /** A folder, a pipe, a socket or a device. */
  | { readonly kind: 'not-regular' }
  | { readonly kind: 'too-large'; readonly size: number };

/**
 * The operations on files that reading and writing a workspace needs. Paths are absolute, in the spelling of the
 * system; returned names use `/`. `node-files.ts` makes the real ones, and tests pass their own.
 */
export interface FilePorts {
  /** The bytes of a file; `undefined` if it does not exist or is a folder. Rejects if it cannot be read. */
  readonly readFile: (path: string) => Promise<Uint8Array | undefined>;
  /**
   * The bytes of a regular file with at most `maxBytes`. Never waits for a pipe, and never follows a link at the end of
   * the path, so pass a real path. Rejects if the file cannot be read.
   */
  readonly readRegularFile: (path: string, maxBytes: number) => Promise<RegularFile>;
  /** The path with every symbolic link followed; `undefined` if it does not exist. */
  readonly realPath: (path: string) => Promise<string | undefined>;
  /**
   * Files below `folder` that match a pattern, relative to it, in code unit order, without duplicates. Files whose name
   * begins with a dot do not match `*`.
   */
  readonly glob: (patterns: readonly string[], folder: string) => Promise<readonly string[]>;
  /** Names of the files directly in a folder, in code unit order; empty if the folder does not exist. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /**
   * Writes a whole file atomically (a reader never sees a part of it) and makes its parent folders. Keeps the mode of
   * an existing file. Text is UTF-8. A pipe or a device, such as `/dev/stdout`, is written to and not replaced. The
   * texts of an iterable are written one after the other, and produced as they are written.
   */
  readonly writeFile: (path: string, content: string | Uint8Array | Iterable<string>) => Promise<void>;
  /**
   * Writes files, and removes those whose content is `undefined`, all or none: if one of them fails, every file is
   * restored.
   */
  readonly writeAll: (changes: ReadonlyMap<string, string | Uint8Array | undefined>) => Promise<void>;
  /**
   * Appends to an existing file, and returns when the system has the text: other readers of the file see it
   * immediately.
   */
  readonly appendFile: (path: string, text: string) => Promise<void>;
  /** Number of bytes of a file; `undefined` if it does not exist or is a folder. */
  readonly size: (path: string) => Promise<number | undefined>;
  /**
   * The bytes of a file in order, without holding all of them in memory. Opens the file on the first read, and closes
   * it if the iteration ends early.
   */
  readonly readStream: (path: string) => AsyncIterable<Uint8Array>;
  /** Starts a file under a temporary name, and makes its parent folders. It gets its name when it is complete. */
  readonly openWriter: (path: string, options: { readonly replace: boolean }) => Promise<FileWriter>;
  /** Makes a new, empty file with mode 0600; `undefined` if the path exists, even as a link. The folder must exist. */
  readonly privateFile: (path: string) => Promise<PrivateFile | undefined>;
  /** Folders outside the workspace that contain layers, relative to its root. Absent: only files inside are read. */
  readonly layers?: readonly string[];
  /** Present: a person without write access may have changed the files, so fewer of them are read. */
  readonly untrusted?: UntrustedFiles;
}

/** A file that is being written. End it with one call of `commit` or `discard`. */
export interface FileWriter {
  readonly write: (chunk: Uint8Array) => Promise<void>;
  /** Moves the file to its path. False if the path exists and `replace` is false: the written text is then removed. */
  readonly commit: () => Promise<boolean>;
  /** Removes the written text. */
  readonly discard: () => Promise<void>;
}
