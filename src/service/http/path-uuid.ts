import type { Call } from '../context.ts';
import { badRequest } from './answer.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A DELETE of what is not there is 404, whatever its id looks like. Source: table "Errors", rows 1 and 2. */
export interface UuidUse {
  readonly deletes?: boolean;
}

/**
 * An id of the path, in lower case. A malformed one is a wrong request, an unknown one is not found (public facts,
 * section 5).
 */
export function pathUuid({ params, settings }: Call, name: string, { deletes = false }: UuidUse = {}): string {
  const id = params[name] ?? '';
  if (!UUID.test(id) && !(deletes && !settings.compat)) throw badRequest(`${name} is not a UUID`);
  return id.toLowerCase();
}
