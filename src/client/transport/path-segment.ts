import * as d from '../../model/decode.ts';
import { UsageError } from '../../model/errors.ts';

/** Not empty, and no `.` or `..`, which a URL would resolve. */
const isPathSegment = (id: string): boolean => id !== '' && id !== '.' && id !== '..' && !/[\p{Cc}\p{Cs}]/u.test(id);

/** The id, if it can be one segment of a path. Throws for `..` and the like: a pinned id comes from a file. */
export function pathId(id: string): string {
  if (!isPathSegment(id)) throw new UsageError(`${JSON.stringify(id)} cannot be an id of the service`);
  return id;
}

/** A text that can be one segment of a path. */
export const idText = d.refined(d.text, isPathSegment, 'an id');

/** A language, in lower case: the service's spelling of one may change from call to call (public facts C3). */
export const language = (at: Parameters<typeof d.text>[0]): string => d.text(at).toLowerCase();
