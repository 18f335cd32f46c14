import type { ErrorCode } from '../model/codes/error-codes.ts';
import { errorsIn, type Finding } from '../model/finding.ts';
import type { Refusal } from '../plan/guard/refusal.ts';
import type { PlanRefusal } from '../review/apply/report-text.ts';
import { findingsText } from '../review/messages/finding-text.ts';

/** The files of a workspace, or the plan that they lead to, have findings of severity error. Nothing was changed. */
export class FindingsError extends Error {
  override readonly name = 'FindingsError';
  readonly code = 'files-invalid' satisfies ErrorCode;
  /** All of them, warnings and notes too. */
  readonly findings: readonly Finding[];
  constructor(findings: readonly Finding[]) {
    super(findingsText(errorsIn(findings)).trimEnd());
    this.findings = findings;
  }
}

/** A plan was not applied: by its verdict, or because another run holds the lock or was faster. Nothing was changed. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  /** `guard`, `drift`, `files-changed`, `locked` or `ledger-moved`. */
  readonly code: ErrorCode;
  /** What the guard refuses, drift among it; empty when the guard is not the reason. */
  readonly refusals: readonly Refusal[];
  constructor({ code, reason }: Pick<PlanRefusal, 'code' | 'reason'>, refusals: readonly Refusal[] = []) {
    super(reason.trimEnd());
    this.code = code;
    this.refusals = refusals;
  }
}
