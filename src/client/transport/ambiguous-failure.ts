import { ServiceError, UnreachableError } from '../../model/errors.ts';

const statusOf = (error: unknown): number | undefined =>
  error instanceof ServiceError ? error.refusal.status : undefined;

/** True if the service refuses because of too many requests (429, or 529, which the public service uses too). */
export const isThrottled = (error: unknown): error is ServiceError => [429, 529].includes(statusOf(error) ?? 0);

/**
 * True if the result of the failed call is unknown: no answer arrived, or the service or a proxy answered with a server
 * error. The call may still be in progress.
 */
const isLost = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  statusOf(error) === 408 ||
  ((statusOf(error) ?? 0) >= 500 && !isThrottled(error));

/**
 * The meaning of an error for the call that it ended. No error proves that nothing was changed: some services create a
 * resource first and then answer 503 or 429. `refused`: a refusal. `unsent`: the error does not come from an answer.
 */
export function failureOf(error: unknown): 'lost' | 'throttled' | 'refused' | 'unsent' {
  if (isThrottled(error)) return 'throttled';
  if (isLost(error)) return 'lost';
  return error instanceof ServiceError ? 'refused' : 'unsent';
}

/** True when the call may well have been carried out: it must be looked up before anything like it is sent again. */
export const isAmbiguousFailure = (error: unknown): boolean => ['lost', 'throttled'].includes(failureOf(error));
