import { LedgerError } from '../../../src/ledger/ledger-error.ts';
import { ServiceError, type ServiceRefusal, UnreachableError, UsageError } from '../../../src/model/errors.ts';

/**
 * An error: of the service if it has a status, of a lost answer if it has only a request, of the ledger if it has a way
 * out, a bug, or any other.
 */
export interface ErrorLike extends Partial<ServiceRefusal> {
  readonly message: string;
  readonly wayOut?: string;
  readonly isBug?: true;
}

export function errorOf({ request, status, message, wayOut, isBug, ...more }: ErrorLike): Error {
  if (isBug === true) return new TypeError(message);
  if (wayOut !== undefined) return new LedgerError(message, wayOut);
  if (request === undefined) return new UsageError(message);
  if (status === undefined) return new UnreachableError(request, new Error(message));
  return new ServiceError({ ...more, request, status, message });
}

/** A value with what describes an error in place of the error. */
export type WithErrorLike<Of> = Of extends { readonly error: unknown }
  ? Omit<Of, 'error'> & { readonly error: ErrorLike }
  : Of;

export function withError<Of extends object>(value: WithErrorLike<Of>): Of {
  return ('error' in value ? { ...value, error: errorOf(value.error as ErrorLike) } : value) as Of;
}
