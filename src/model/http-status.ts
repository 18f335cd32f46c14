/** The names of HTTP statuses in the words of the standard, and of the service for its own statuses (456, 529). */
const NAMES: Readonly<Record<number, string>> = {
  400: 'bad request',
  401: 'not authorized',
  403: 'forbidden',
  404: 'not found',
  405: 'method not allowed',
  406: 'not acceptable',
  407: 'proxy authentication required',
  408: 'request timeout',
  409: 'conflict',
  410: 'gone',
  411: 'length required',
  413: 'request too large',
  414: 'address too long',
  415: 'unsupported media type',
  422: 'request cannot be processed',
  429: 'too many requests',
  431: 'headers too large',
  451: 'blocked for legal reasons',
  456: 'quota exceeded',
  500: 'internal error of the service',
  501: 'not implemented',
  502: 'bad gateway',
  503: 'service unavailable',
  504: 'gateway timeout',
  511: 'network sign-in required',
  529: 'too many requests',
};

/** `429` → `too many requests`; a status that is not known is named by its class. */
export function statusName(status: number): string {
  const known = NAMES[status];
  if (known !== undefined) return known;
  if (status >= 500) return 'error of the service';
  if (status >= 400) return 'refused';
  return status >= 300 ? 'redirect' : 'unexpected status';
}
