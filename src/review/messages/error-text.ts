import { ServiceError, UnreachableError, UsageError } from '../../model/errors.ts';
import { SystemError, systemErrorOf } from '../../model/system-error.ts';
import { BUGS_URL } from '../../model/workspace/project.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The remedy for an error. Errors of the ledger contain it in `wayOut`; this room does not import their class. */
const wayOutOf = (error: unknown): string | undefined =>
  error instanceof Error && 'wayOut' in error && typeof error.wayOut === 'string' ? error.wayOut : undefined;

type ErrorKind = 'usage' | 'service' | 'unreachable' | 'ledger' | 'system' | 'internal';

function kindOf(error: unknown): ErrorKind {
  if (error instanceof SystemError) return 'system';
  if (wayOutOf(error) !== undefined) return 'ledger';
  if (error instanceof UsageError) return 'usage';
  if (error instanceof ServiceError) return 'service';
  return error instanceof UnreachableError ? 'unreachable' : 'internal';
}

/** The code of an error, for documents: one of `ERROR_CODES`, or a code of the operating system, such as `ENOSPC`. */
export function codeOfError(thrown: unknown): string {
  const error = systemErrorOf(thrown) ?? thrown;
  const code = kindOf(error) === 'internal' ? undefined : Object(error).code;
  return typeof code === 'string' ? code : 'internal';
}

/**
 * The error that ended a command, on one line. A second line has the remedy, if it is known. `debug` adds the stack,
 * for the developers of Lexform.
 */
export function errorText(thrown: unknown, { debug }: { readonly debug: boolean }): string {
  const error = systemErrorOf(thrown) ?? thrown;
  const stack = debug && error instanceof Error ? `${(error.stack ?? '').split('\n').map(visible).join('\n')}\n` : '';
  const wayOut =
    kindOf(error) === 'internal'
      ? `This is a bug in Lexform. Please report it at ${BUGS_URL} with the command that you ran.`
      : wayOutOf(error);
  return `error: ${visible(messageOf(error))}\n${wayOut === undefined ? '' : `  ${visible(wayOut)}\n`}${stack}`;
}

/** An error that does not end the run, with its remedy, as a part of one line. */
export function errorLine(thrown: Error): string {
  const error = systemErrorOf(thrown) ?? thrown;
  const wayOut = wayOutOf(error);
  return visible(wayOut === undefined ? error.message : `${error.message}; ${wayOut}`);
}

/** An error in the form for a JSON document. */
export function errorBody(thrown: unknown) {
  const error = systemErrorOf(thrown) ?? thrown;
  const refusal =
    error instanceof ServiceError
      ? { status: error.refusal.status, request: error.refusal.request, traceId: error.refusal.traceId ?? null }
      : {};
  const wayOut = wayOutOf(error);
  const help = wayOut === undefined ? {} : { wayOut: visible(wayOut) };
  return { kind: kindOf(error), code: codeOfError(error), message: visible(messageOf(error)), ...help, ...refusal };
}

/** The document of `--json` for a command that an error ended. */
export const errorJson = (thrown: unknown): string => jsonText({ formatVersion: 1, error: errorBody(thrown) });
