import { type Answer, NO_CONTENT } from './answer.ts';

/** The path of an asset, and the one method that it takes. */
const ASSET_PATH = /^\/v1\/assets\/voice\/[^/]+\/(?:(source)|results\/[^/]+)$/;

/** An hour: the longest window of an address. */
const PREFLIGHT_SECONDS = 3600;

/**
 * Whether a page in a browser may call this address: one with its signature in it, which "suits browsers and mobile
 * clients". Source: description, "Authentication" 4.
 */
const isSigned = ({ pathname, searchParams }: URL): boolean =>
  searchParams.has('signature') && ASSET_PATH.test(pathname);

/**
 * The answer to the OPTIONS with which a browser asks before it calls a signed address; `undefined` for any other call.
 * The signature is not looked at: the call itself shows it.
 */
export function preflight(method: string, url: URL): Answer | undefined {
  if (method !== 'OPTIONS' || !isSigned(url)) return undefined;
  const [, isSource] = ASSET_PATH.exec(url.pathname) ?? [];
  return {
    ...NO_CONTENT,
    headers: {
      'access-control-allow-methods': isSource === undefined ? 'GET' : 'PUT',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    },
  };
}

/**
 * Headers with which a browser lets a page of any origin read the answer of a signed address, a refusal too. There are
 * no cookies to protect.
 */
export const corsHeaders = (url: URL): Answer['headers'] =>
  isSigned(url)
    ? { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'content-length, x-trace-id' }
    : {};
