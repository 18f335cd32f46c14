import type { Reported } from '../review/ci/reported.ts';

/**
 * The exit codes of every command, in every output format: 0 done or no changes · 1 error or wrong usage · 2 changes
 * present, only with `--detailed-exitcode` · 3 refused (stale plan, guard, not approved), or a plan that
 * apply would refuse · 4 errors in the files · 5 partly applied · 130 interrupted.
 */
export const EXIT = { ok: 0, error: 1, changes: 2, refused: 3, findings: 4, partly: 5, interrupted: 130 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** How a command ended. */
export interface RunResult {
  readonly code: ExitCode;
  /** What its reports say; absent: it ended before there was anything to report, or it ran for several targets. */
  readonly reported?: Reported;
}

/** Ends a command that has printed everything it has to say, from wherever it is. */
export class CommandEnded extends Error {
  override readonly name = 'CommandEnded';
  readonly result: RunResult;
  /** `cause`: what its reports say, where it has no result for them. */
  constructor(result: RunResult, cause?: unknown) {
    super(`the command ended with exit code ${result.code}`, cause === undefined ? {} : { cause });
    this.result = result;
  }
}

/**
 * The worst first: a run that somebody must check before the next one, then one that needs a decision, then one that
 * can be rerun.
 */
const WORST_FIRST = [EXIT.interrupted, EXIT.partly, EXIT.refused, EXIT.error, EXIT.findings, EXIT.changes] as const;

/** The exit code of a run over several targets: the worst of any target. */
export const worstOf = (codes: readonly ExitCode[]): ExitCode =>
  WORST_FIRST.find((code) => codes.includes(code)) ?? EXIT.ok;
