import { ServiceError } from '../../model/errors.ts';
import { LIST_PAGES_MAX } from '../../model/incoming-limits.ts';
import type { Call } from '../transport/attempt.ts';

/**
 * Throws `ServiceError` before a page that is one too many: a listing that brings something new on every page would
 * never end. `page`: from 0.
 */
export function checkPages(page: number, { method, path }: Call): void {
  if (page < LIST_PAGES_MAX) return;
  const message = `the listing has more than ${LIST_PAGES_MAX} pages, which is the most that is read`;
  throw new ServiceError({ request: `${method} ${path.split('?')[0]}`, status: 200, message });
}
