import type { ServiceRefusal } from '../model/errors.ts';

/** Most characters of the service's own words in an error. */
const MESSAGE_MAX_CHARS = 500;
const TRACE_ID_MAX_CHARS = 100;
/** A longer error body is a page of HTML or worse, and holds no message. */
const ERROR_BODY_MAX_BYTES = 262_144;

/** Removes the key from a text, as it is and as it stands in a URL. */
export type Scrub = (text: string) => string;

export const scrubber =
  (key: string): Scrub =>
  (text) =>
    key === '' ? text : text.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]');

/** One line without control, format and separator characters, cut to a length (default 500): text of the service must not move a cursor or forge a line. */
export function plainLine(text: string, maxChars = MESSAGE_MAX_CHARS): string {
  const line = text
    .slice(0, maxChars * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, ' ')
    .trim();
  const chars = [...line];
  return chars.length <= maxChars ? line : `${chars.slice(0, maxChars - 1).join('')}…`;
}

/** `message` and `detail` of a JSON error body; empty for an empty, huge or foreign body. */
export function refusalMessage(body: Uint8Array, scrub: Scrub): string {
  if (body.byteLength === 0 || body.byteLength > ERROR_BODY_MAX_BYTES) return '';
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(body));
    if (typeof json !== 'object' || json === null) return '';
    const { message, detail } = json as { readonly message?: unknown; readonly detail?: unknown };
    const words = [message, detail].filter((part) => typeof part === 'string' && part !== '');
    return plainLine(scrub(words.join(': ')));
  } catch {
    return '';
  }
}

/** What the status means for the user, where the service's own words may not say it. */
function refusalHint(path: string, status: number, message: string): string | undefined {
  if (status >= 300 && status < 400)
    return 'the address redirects, which is not followed; set base_url to where the service is';
  if (status === 456)
    return path.startsWith('/v3/glossaries')
      ? 'there were too many requests to the glossary endpoints recently, or the quota of the key is spent; wait before trying again'
      : 'the quota of the key is spent';
  if (status !== 401 && status !== 403) return undefined;
  const scopes = /missing required scopes?(?:\(s\))?:\s*([\w:, ]+)/i.exec(message)?.[1]?.trim();
  if (scopes !== undefined) return `the key lacks the scope ${scopes}`;
  const key = 'the key is wrong, not for this region, or sent with another auth_scheme than the service expects';
  return path.startsWith('/v3/style_rules') && status === 403 ? `style rules need a paid plan; or ${key}` : key;
}

export interface RefusedAnswer {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly status: number;
  readonly body: Uint8Array;
  readonly traceId: string | null;
}

/** An answer that says no, as data for `ServiceError`. The key is in none of it. */
export function refusalOf(answer: RefusedAnswer, scrub: Scrub): ServiceRefusal {
  const { method, path, status } = answer;
  const message = refusalMessage(answer.body, scrub);
  const hint = refusalHint(path, status, message);
  const traceId = plainLine(scrub(answer.traceId ?? ''), TRACE_ID_MAX_CHARS);
  return {
    request: scrub(`${method} ${path}`),
    status,
    message,
    ...(hint !== undefined && { hint }),
    ...(traceId !== '' && { traceId }),
  };
}
