import { UsageError } from '../model/errors.ts';
import { errorJson, errorText } from '../review/messages/error-text.ts';
import { CommandEnded, EXIT, type RunResult } from './exit-code.ts';
import type { Ports } from './ports.ts';

/** True for the error that Ctrl-C causes in a question or a pause. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** An error as text for standard error, with its stack trace when `LEXFORM_DEBUG` is set. */
export const debugText = (error: unknown, { env }: Pick<Ports, 'env'>): string =>
  errorText(error, { debug: env('LEXFORM_DEBUG') !== undefined });

/** The error for the caller of a run: after an interruption, errors that it caused become the interruption. */
export const asInterruption = (error: unknown, { interrupted }: Pick<Ports, 'interrupted'>): unknown =>
  interrupted.aborted && isAbort(error) ? new UsageError('interrupted', { code: 'interrupted', cause: error }) : error;

/**
 * Shows the error that ended a run, as a document with `--json`. The exit code is 1, or 130 after Ctrl-C. A command
 * that ended itself has already printed its output.
 */
export function showError(error: unknown, { json }: { readonly json: boolean }, ports: Ports): RunResult {
  if (error instanceof CommandEnded) return error.result;
  const { aborted } = ports.interrupted;
  const cause = asInterruption(error, ports);
  if (json) ports.terminal.out(errorJson(cause));
  else ports.terminal.err(debugText(cause, ports));
  return { code: aborted ? EXIT.interrupted : EXIT.error };
}
