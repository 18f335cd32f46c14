import { ServiceError, UnreachableError, UsageError } from '../model/errors.ts';
import { jsonText } from './json-text.ts';
import { visible } from './visible.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type ErrorKind = 'usage' | 'service' | 'unreachable' | 'internal';

function kindOf(error: unknown): ErrorKind {
  if (error instanceof UsageError) return 'usage';
  if (error instanceof ServiceError) return 'service';
  return error instanceof UnreachableError ? 'unreachable' : 'internal';
}

/** An error that ended a command, on one line. `debug` adds the stack, which is for us and not for users. */
export function errorText(error: unknown, { debug }: { readonly debug: boolean }): string {
  const stack = debug && error instanceof Error ? `${(error.stack ?? '').split('\n').map(visible).join('\n')}\n` : '';
  const what =
    kindOf(error) === 'internal' ? 'error: this is a fault of lexform, please report it with what you ran' : 'error';
  return `${what}: ${visible(messageOf(error))}\n${stack}`;
}

/** The same as the one document of `--json`. */
export function errorJson(error: unknown): string {
  const refusal =
    error instanceof ServiceError
      ? { status: error.refusal.status, request: error.refusal.request, traceId: error.refusal.traceId ?? null }
      : {};
  return jsonText({ formatVersion: 1, error: { kind: kindOf(error), message: visible(messageOf(error)), ...refusal } });
}
