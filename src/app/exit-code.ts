import type { Reported } from '../review/reported.ts';
import type { Output } from './output.ts';

/**
 * The exit codes of every command, in every output format: 0 done or no changes · 1 error or wrong usage · 2 changes
 * present, only with `--detailed-exitcode` or `--check`, or an earlier name of a command or an option · 3 refused
 * (stale plan, guard, not approved), or a plan that apply would refuse · 4 errors in the files · 5 partly done · 130
 * interrupted.
 */
export const EXIT = { ok: 0, error: 1, changes: 2, refused: 3, findings: 4, partly: 5, interrupted: 130 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** How a command ended, in one word. `EXIT` maps it to the exit code. */
export type CommandOutcome = keyof typeof EXIT;

/** The result of a command. */
export interface CommandResult {
  readonly outcome: CommandOutcome;
  /** Absent: the command printed everything while it ran. */
  readonly output?: Output | undefined;
  /**
   * The content of its reports. Absent: it ended before there was anything to report, or it ran for several targets.
   */
  readonly reported?: Reported | undefined;
  /** A digest of what a plan changes, which the plans of later targets are compared with. */
  readonly changes?: string | undefined;
}

/** How a run ended, after its output was shown and its reports were written. */
export interface RunResult extends Pick<CommandResult, 'reported' | 'changes'> {
  readonly code: ExitCode;
}

/** Ends a command from any place. The command has already printed all its output. */
export class CommandEnded extends Error {
  override readonly name = 'CommandEnded';
  readonly result: RunResult;
  /** `cause`: the content of the reports if the command has no result. */
  constructor({ outcome, ...result }: Omit<CommandResult, 'output'>, cause?: unknown) {
    super(`the command ended with: ${outcome}`, cause === undefined ? {} : { cause });
    this.result = { ...result, code: EXIT[outcome] };
  }
}

/**
 * The worst outcome first: a run that must be checked before the next one, then one that needs a decision, then one
 * that can be run again.
 */
const WORST_FIRST = ['interrupted', 'partly', 'refused', 'error', 'findings', 'changes'] as const;

/** The outcome of a run over several targets or workspaces: the worst of any. */
export const worstOf = (codes: readonly ExitCode[]): CommandOutcome =>
  WORST_FIRST.find((outcome) => codes.includes(EXIT[outcome])) ?? 'ok';
