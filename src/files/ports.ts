/**
 * All that reading and writing a workspace takes from the world. Paths are absolute, in the spelling of the system; names that come back
 * use `/`. `node-files.ts` makes the real ones, a test passes its own.
 */
export interface FilePorts {
  /** The bytes of a file; `undefined` when there is none, or a folder stands there. Rejects when it cannot be read. */
  readonly readFile: (path: string) => Promise<Uint8Array | undefined>;
  /** The path with every symbolic link followed; `undefined` when nothing is there. */
  readonly realPath: (path: string) => Promise<string | undefined>;
  /** Files below `folder` that match a pattern, relative to it, in code unit order, each once. Files whose name starts with a dot do not match `*`. */
  readonly glob: (patterns: readonly string[], folder: string) => Promise<readonly string[]>;
  /** Names of the files that stand directly in a folder, in code unit order; empty when there is no such folder. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** Writes a whole file at once (a reader never sees half of it) and makes the folders above it. Text is written as UTF-8. */
  readonly writeFile: (path: string, content: string | Uint8Array) => Promise<void>;
}
