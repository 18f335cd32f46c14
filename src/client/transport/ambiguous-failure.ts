import { ServiceError, UnreachableError } from '../../model/errors.ts';

const statusOf = (error: unknown): number | undefined =>
  error instanceof ServiceError ? error.refusal.status : undefined;

/** True when the service says that there are too many requests (429, or 529, which the public service answers too). */
export const isThrottled = (error: unknown): error is ServiceError => [429, 529].includes(statusOf(error) ?? 0);

/**
 * True when nothing is known of the call that failed so: no answer came, or the service (or a proxy before it) answered
 * with an error of its own. It may still be under way.
 */
const isLost = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  statusOf(error) === 408 ||
  ((statusOf(error) ?? 0) >= 500 && !isThrottled(error));

/**
 * What an error says of the call that it ends. None of them proves that nothing was done: services have been seen to
 * create first and to answer 503, or 429, after. `refused`: an answer that says no. `unsent`: the error is not about an
 * answer at all.
 */
export function failureOf(error: unknown): 'lost' | 'throttled' | 'refused' | 'unsent' {
  if (isThrottled(error)) return 'throttled';
  if (isLost(error)) return 'lost';
  return error instanceof ServiceError ? 'refused' : 'unsent';
}

/** True when the call may well have been carried out: it must be looked up before anything like it is sent again. */
export const isAmbiguousFailure = (error: unknown): boolean => ['lost', 'throttled'].includes(failureOf(error));
