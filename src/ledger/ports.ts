import type { HolderProcess } from './lock.ts';

/** What a run of `git` gave. */
export interface GitResult {
  /** 0 when it went well. */
  readonly code: number;
  readonly out: Uint8Array;
  /** What it said; text of git and of hosts, so it is not to be shown unescaped. */
  readonly err: string;
}

/** The processes of this machine, for a lock whose holder may have been killed. */
export interface ProcessPorts {
  /** This one; `undefined` where the system does not tell one from a later one of the same number. */
  own(): Promise<HolderProcess | undefined>;
  /** True when a process ran here and runs no more; false also when nobody can tell. */
  isGone(process: HolderProcess): Promise<boolean>;
}

/**
 * All that the ledger takes from git: the program itself, in one repository. `git-program.ts` of the shell makes the
 * real one.
 */
export interface GitPort {
  /**
   * Runs git with these arguments, `input` on its standard input, and never asks anybody for anything. Rejects when
   * there is no git.
   */
  run(args: readonly string[], input?: Uint8Array): Promise<GitResult>;
}
