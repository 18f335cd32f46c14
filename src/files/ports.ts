import type { Dirent } from 'node:fs';
import type { UntrustedFiles } from './workspace/may-read.ts';

/** A file that only its owner can read, from its first byte on. */
export interface PrivateFile {
  /** Replaces the whole text at once: a reader never sees half of it. Resolves when it is on the disk. */
  readonly write: (text: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** What came of reading a file that must be a regular one. */
export type RegularFile =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'absent' }
  /** A folder, a pipe, a socket or a device. */
  | { readonly kind: 'not-regular' }
  | { readonly kind: 'too-large'; readonly size: number };

/** What stands in folders, by their paths: kept while nobody writes there, and several look. */
export type FolderListings = Map<string, readonly Dirent[]>;

/**
 * All that reading and writing a workspace takes from the world. Paths are absolute, in the spelling of the system;
 * names that come back use `/`. `node-files.ts` makes the real ones, a test passes its own.
 */
export interface FilePorts {
  /** The bytes of a file; `undefined` when there is none, or a folder stands there. Rejects when it cannot be read. */
  readonly readFile: (path: string) => Promise<Uint8Array | undefined>;
  /**
   * The bytes of a regular file with at most `maxBytes`. Never waits at a pipe and never follows a link at the end of
   * the path, so give it a real one. Rejects when it cannot be read.
   */
  readonly readRegularFile: (path: string, maxBytes: number) => Promise<RegularFile>;
  /** The path with every symbolic link followed; `undefined` when nothing is there. */
  readonly realPath: (path: string) => Promise<string | undefined>;
  /**
   * Files below `folder` that match a pattern, relative to it, in code unit order, each once. Files whose name starts
   * with a dot do not match `*`. `listed`: folders that need not be listed again.
   */
  readonly glob: (patterns: readonly string[], folder: string, listed?: FolderListings) => Promise<readonly string[]>;
  /** Names of the files that stand directly in a folder, in code unit order; empty when there is no such folder. */
  readonly list: (folder: string, listed?: FolderListings) => Promise<readonly string[]>;
  /**
   * Writes a whole file at once (a reader never sees half of it) and makes the folders above it. Keeps the mode of the
   * file that stood there. Text is UTF-8. A pipe or a device, such as `/dev/stdout`, is written to and stays what it
   * is. Texts of a list are written one after the other, and asked for as they are written.
   */
  readonly writeFile: (path: string, content: string | Uint8Array | Iterable<string>) => Promise<void>;
  /**
   * Writes files and takes away those whose content is `undefined`, all or none: when one of them fails, every file is
   * as it was.
   */
  readonly writeAll: (changes: ReadonlyMap<string, string | Uint8Array | undefined>) => Promise<void>;
  /**
   * Adds to the end of a file that is there, and returns when the system has it: whoever reads along sees it at once.
   */
  readonly appendFile: (path: string, text: string) => Promise<void>;
  /** Bytes of a file; `undefined` when there is none, or a folder stands there. */
  readonly size: (path: string) => Promise<number | undefined>;
  /**
   * The bytes of a file in order, never all of them in memory. Opens nothing before it is read, and closes the file
   * when it is left early.
   */
  readonly readStream: (path: string) => AsyncIterable<Uint8Array>;
  /**
   * Begins a file beside its place, and makes the folders above it. Nobody sees it under its name before it is whole.
   */
  readonly openWriter: (path: string, options: { readonly replace: boolean }) => Promise<FileWriter>;
  /**
   * Makes a new, empty file with mode 0600; `undefined` when anything stands there already, a link too. The folder must
   * be there.
   */
  readonly privateFile: (path: string) => Promise<PrivateFile | undefined>;
  /** Folders that were listed while these ports read a workspace. Absent: they are listed each time. */
  readonly listed?: FolderListings;
  /** Present: somebody without rights may have written the files, so fewer of them are read. */
  readonly untrusted?: UntrustedFiles;
}

/** A file that is being written. Ends with one call of `commit` or `discard`. */
export interface FileWriter {
  readonly write: (chunk: Uint8Array) => Promise<void>;
  /**
   * Puts the file in its place. False when something stands there, and it was not to be replaced: then nothing is left
   * of what was written.
   */
  readonly commit: () => Promise<boolean>;
  /** Leaves nothing behind. */
  readonly discard: () => Promise<void>;
}
