import * as d from '../../model/decode.ts';
import type { ServiceRefusal } from '../../model/errors.ts';
import { ERROR_BODY_MAX_BYTES } from '../../model/incoming-limits.ts';
import type { Scrub } from '../../model/secret.ts';
import { statusHint, waitHint } from './status-hint.ts';

/** Maximum characters of the service's own message in an error. */
const MESSAGE_MAX_CHARS = 500;
const TRACE_ID_MAX_CHARS = 100;

/**
 * One line without control, format and separator characters, cut to a length (default 500): text of the service must
 * not move a cursor or forge a line.
 */
export function plainLine(text: string, maxChars = MESSAGE_MAX_CHARS): string {
  const line = text
    .slice(0, maxChars * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, ' ')
    .trim();
  const chars = [...line];
  return chars.length <= maxChars ? line : `${chars.slice(0, maxChars - 1).join('')}…`;
}

const words = d.object({ message: d.lenient(d.text), detail: d.lenient(d.text) });

/** `message` and `detail` of a JSON error body; empty for an empty, huge or foreign body. */
export function refusalMessage(body: Uint8Array, scrub: Scrub): string {
  if (body.byteLength === 0 || body.byteLength > ERROR_BODY_MAX_BYTES) return '';
  const { message = '', detail = '' } = d.parseJsonOr(new TextDecoder().decode(body), words) ?? {};
  return plainLine(scrub([message, detail].filter((part) => part !== '').join(': ')));
}

/** True for HTML, which the service never sends. */
const isPage = (body: Uint8Array): boolean =>
  /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(new TextDecoder().decode(body.subarray(0, 512)));

export interface RefusedAnswer {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly status: number;
  readonly body: Uint8Array;
  readonly traceId: string | null;
  /** The host and the earlier attempts. */
  readonly callContext?: Pick<ServiceRefusal, 'host' | 'tried'>;
  /** Milliseconds that the service asked to wait. */
  readonly retryAfterMs?: number;
  /** The requested wait, if it exceeds the allowed one, and the allowed one. */
  readonly wait?: { readonly askedMs: number; readonly allowedMs: number };
}

/** A refusal as data for `ServiceError`. It does not contain the key. */
export function refusalOf(answer: RefusedAnswer, scrub: Scrub): ServiceRefusal {
  const { method, path, status } = answer;
  const message = refusalMessage(answer.body, scrub);
  const means = statusHint({ method, path, status, message, isPage: isPage(answer.body) });
  const hint = answer.wait === undefined ? means : waitHint(answer.wait.askedMs, answer.wait.allowedMs);
  const traceId = plainLine(scrub(answer.traceId ?? ''), TRACE_ID_MAX_CHARS);
  return {
    request: scrub(`${method} ${path}`),
    status,
    message,
    hint,
    ...(traceId !== '' && { traceId }),
    ...answer.callContext,
    retryAfterMs: answer.retryAfterMs,
  };
}
