import type { ErrorCode } from '../../model/codes/error-codes.ts';
import { errorsIn } from '../../model/finding.ts';
import { findingsText } from '../../review/messages/finding-text.ts';
import type { Finding, Refusal } from './values.ts';

/** The files of a workspace, or their plan, have findings of severity error. Nothing was changed. */
export class FindingsError extends Error {
  override readonly name = 'FindingsError';
  readonly code = 'files-invalid' satisfies ErrorCode;
  /** All findings, including warnings and notes. */
  readonly findings: readonly Finding[];
  constructor(findings: readonly Finding[]) {
    super(findingsText(errorsIn(findings)).trimEnd());
    this.findings = findings;
  }
}

/**
 * A plan was not applied: the guard refused it, the files changed, or another run holds the lock or has applied since.
 * Nothing was changed.
 */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  /** `guard`, `drift`, `files-changed`, `locked` or `ledger-moved`. */
  readonly code: ErrorCode;
  /** Reasons of the guard, including drift; empty if the guard is not the reason. */
  readonly refusals: readonly Refusal[];
  constructor(
    { code, reason }: { readonly code: ErrorCode; readonly reason: string },
    refusals: readonly Refusal[] = [],
  ) {
    super(reason.trimEnd());
    this.code = code;
    this.refusals = refusals;
  }
}
