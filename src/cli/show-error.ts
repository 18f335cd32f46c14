import { UsageError } from '../model/errors.ts';
import { errorJson, errorText } from '../review/messages/error-text.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { CliPorts } from './ports.ts';

/** True for the error that Ctrl-C causes in a question or a pause. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** Shows the error that ended a run, with `--json` as its document. Returns exit code 1, or 130 after Ctrl-C. */
export function showError(error: unknown, { json }: { readonly json: boolean }, ports: CliPorts): ExitCode {
  const { aborted } = ports.interrupted;
  const cause = aborted && isAbort(error) ? new UsageError('interrupted') : error;
  if (json) ports.terminal.out(errorJson(cause));
  else ports.terminal.err(errorText(cause, { debug: ports.env('LEXFORM_DEBUG') !== undefined }));
  return aborted ? EXIT.interrupted : EXIT.error;
}
