import { errorJson, errorText } from '../review/error-text.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { CliPorts } from './ports.ts';

/** Shows what ended a run, with `--json` as its document; exit code 1, or 130 when Ctrl-C caused it. */
export function showError(error: unknown, { json }: { readonly json: boolean }, ports: CliPorts): ExitCode {
  if (json) ports.terminal.out(errorJson(error));
  else ports.terminal.err(errorText(error, { debug: ports.env('LEXFORM_DEBUG') !== undefined }));
  return ports.interrupted.aborted ? EXIT.interrupted : EXIT.error;
}
