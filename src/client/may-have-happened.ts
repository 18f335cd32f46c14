import { ServiceError, UnreachableError } from '../model/errors.ts';

/**
 * True when the call that failed so may have been carried out all the same: no answer came, or the service (or a proxy before it) answered with a
 * fault. A POST that failed so must be looked up, never sent again: services have been seen to create first and answer 503 after.
 */
export const mayHaveHappened = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  (error instanceof ServiceError && (error.refusal.status >= 500 || error.refusal.status === 408));
