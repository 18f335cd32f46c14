import { ServiceError, UnreachableError, UsageError } from '../../model/errors.ts';
import { SystemError, systemErrorOf } from '../../model/system-error.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What to do about an error that knows its way out: one of the ledger, whose room this one does not see. */
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

/**
 * An error that ended a command, on one line, and on another one the way out where there is a known one. `debug` adds
 * the stack, which is for us and not for users.
 */
export function errorText(thrown: unknown, { debug }: { readonly debug: boolean }): string {
  const error = systemErrorOf(thrown) ?? thrown;
  const stack = debug && error instanceof Error ? `${(error.stack ?? '').split('\n').map(visible).join('\n')}\n` : '';
  const wayOut =
    kindOf(error) === 'internal'
      ? 'This is a bug in Lexform. Please report it with the command that you ran.'
      : wayOutOf(error);
  return `error: ${visible(messageOf(error))}\n${wayOut === undefined ? '' : `  ${visible(wayOut)}\n`}${stack}`;
}

/** An error that a run goes on after, with its way out, as a part of one line. */
export function errorLine(thrown: Error): string {
  const error = systemErrorOf(thrown) ?? thrown;
  const wayOut = wayOutOf(error);
  return visible(wayOut === undefined ? error.message : `${error.message}; ${wayOut}`);
}

/** What a document says of an error. */
export function errorBody(thrown: unknown) {
  const error = systemErrorOf(thrown) ?? thrown;
  const refusal =
    error instanceof ServiceError
      ? { status: error.refusal.status, request: error.refusal.request, traceId: error.refusal.traceId ?? null }
      : {};
  const wayOut = wayOutOf(error);
  const help = wayOut === undefined ? {} : { wayOut: visible(wayOut) };
  return { kind: kindOf(error), message: visible(messageOf(error)), ...help, ...refusal };
}

/** The error that ended a command as the one document of `--json`. */
export const errorJson = (thrown: unknown): string => jsonText({ formatVersion: 1, error: errorBody(thrown) });
