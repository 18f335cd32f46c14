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
  own(): Promise<HolderProcess | undefined>;
  /** True when a process of this machine has ended; false also when this is unknown. */
  isGone(process: HolderProcess): Promise<boolean>;
}

/**
 * The bytes of a file, whole or in pieces, which may be gone through more than once. Whoever asks for the next piece
 * must be done with the one before, because its memory is used again.
 */
export type FileBytes = Uint8Array | Iterable<Uint8Array>;

export const chunksIn = (bytes: FileBytes): Iterable<Uint8Array> => (bytes instanceof Uint8Array ? [bytes] : bytes);

/** The items of several lists, one after the other. */
export function* joined<Item>(...lists: readonly Iterable<Item>[]): Generator<Item, void, void> {
  for (const list of lists) yield* list;
}

/** What the ledger uses of git: the program, in one repository. `git-program.ts` of the CLI makes the real port. */
export interface GitPort {
  /**
   * Runs git with these arguments and `input` on its standard input. It asks no questions. Rejects when git is not
   * installed.
   */
  run(args: readonly string[], input?: FileBytes): Promise<GitResult>;
}
