import { VOICE_UPLOAD_WINDOW_MINUTES } from '../../contract/limits.ts';
import type { Tried as Attempts } from '../../model/call-event.ts';
import { ServiceError, UnreachableError } from '../../model/errors.ts';
import { ERROR_BODY_MAX_BYTES } from '../../model/incoming-limits.ts';
import { errorCode } from '../../model/system-error.ts';
import { chunksOf } from '../transport/body.ts';
import { codeWords, remedyFor } from '../transport/no-answer.ts';
import type { HttpResponse } from '../transport/ports.ts';
import { refusalMessage } from '../transport/refusal.ts';
import type { StallWatch } from '../transport/stall-watch.ts';
import { waitHint } from '../transport/status-hint.ts';
import { type AssetAddress, addressScrubber, openUrl } from './asset-address.ts';

/** A refusal. */
export interface RefusedTry {
  readonly kind: 'refused';
  readonly status: number;
  /** The answer's own; whatever opens the address may be quoted in it. */
  readonly body: Uint8Array;
  readonly traceId: string | null;
  readonly retryAfter: string | null;
}

/** No answer, or none that is whole. */
export interface LostTry {
  readonly kind: 'lost';
  /** In our own words, without the address. */
  readonly cause: Error;
  /** True when the other side may have got everything. */
  readonly mayHaveArrived: boolean;
}

/** How one attempt at a transfer ended. */
export type TransferTry<Value> =
  | {
      readonly kind: 'done';
      readonly value: Value;
      readonly status: number;
      /** Bytes of the body of the answer. */
      readonly bytes: number;
    }
  | RefusedTry
  | LostTry;

/** The rest of an answer is not wanted. Not waited for: a line that hangs would hang here too. */
export function leave(chunks: AsyncIterator<Uint8Array>): void {
  Promise.resolve(chunks.return?.()).catch(() => undefined);
}

/** A small body; empty when it is large, or does not come. */
export async function smallBody(head: HttpResponse, watch: StallWatch): Promise<Uint8Array> {
  const chunks = chunksOf(head)[Symbol.asyncIterator]();
  const received: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const next = await watch.or(chunks.next());
      if (next.done === true) break;
      bytes += next.value.byteLength;
      if (bytes > ERROR_BODY_MAX_BYTES) throw new Error('too long');
      received.push(next.value);
    }
  } catch {
    leave(chunks);
    return new Uint8Array();
  }
  return Buffer.concat(received);
}

/** Reads a refusal. */
export async function readRefusal(head: HttpResponse, watch: StallWatch): Promise<RefusedTry> {
  return {
    kind: 'refused',
    status: head.status,
    body: await smallBody(head, watch),
    traceId: head.headers.get('x-trace-id'),
    retryAfter: head.headers.get('retry-after'),
  };
}

/**
 * The cause of a failed call. The message of a fetch error is dropped, because it contains the address, and sometimes a
 * header. Its code is kept: `ECONNRESET`.
 */
export function lostCause(error: unknown): Error {
  const found = errorCode(error) || errorCode(Object(error).cause);
  if (found === '') return new Error('the connection failed');
  const words = codeWords(found);
  const message = words === undefined ? `the connection failed with ${found}` : `${words} (${found})`;
  return Object.assign(new Error(message), { code: found });
}

/** Sources: description, "Authentication" 5 and "Voice translate jobs"; public facts F36. */
function hintFor(method: 'PUT' | 'GET', status: number): string | undefined {
  if (status >= 300 && status < 400) return 'the address redirects, which is not followed';
  if (![401, 403, 404, 410].includes(status)) return undefined;
  return method === 'PUT'
    ? `an upload is open for ${VOICE_UPLOAD_WINDOW_MINUTES} minutes after its job was made, to its own signature`
    : 'a result is there for 1 hour after the upload and until it was downloaded, for its own signature';
}

/** The host of an address; nothing else of it is shown, since the rest may open the transfer. */
export const hostOf = (address: AssetAddress): string => {
  const open = openUrl(address);
  return URL.canParse(open) ? new URL(open).host : 'the address of the transfer';
};

/** What is known of a transfer that is given up. */
export interface GivenUp {
  readonly tried: Attempts;
  /** True if an attempt before the last one may have reached the service. */
  readonly mayHaveArrived: boolean;
  /** Milliseconds that the service asked to wait, and the allowed maximum that they exceed. */
  readonly wait?: { readonly askedMs: number; readonly allowedMs: number };
}

/** The error of a transfer that is given up. */
export function finalError(
  method: 'PUT' | 'GET',
  address: AssetAddress,
  last: RefusedTry | LostTry,
  { tried, mayHaveArrived, wait }: GivenUp,
): ServiceError | UnreachableError {
  const request = `${method} ${address.what}`;
  const callContext = { host: hostOf(address), tried };
  if (last.kind === 'lost') {
    const remedy = remedyFor(last.cause);
    return new UnreachableError(request, last.cause, { ...callContext, remedy });
  }
  const scrub = addressScrubber(address);
  const { status } = last;
  const message = refusalMessage(last.body, scrub);
  const hint = wait === undefined ? hintFor(method, status) : waitHint(wait.askedMs, wait.allowedMs);
  const traceId = scrub(last.traceId ?? '').slice(0, 100);
  if (mayHaveArrived && status >= 400 && status < 500 && status !== 429) {
    const words = `an earlier attempt may have been carried out, and its repetition was answered ${status}`;
    return new UnreachableError(request, new Error(message === '' ? words : `${words}: ${message}`), callContext);
  }
  return new ServiceError({
    request,
    status,
    message,
    ...callContext,
    hint,
    ...(traceId !== '' && { traceId }),
    retryAfterMs: wait?.askedMs,
  });
}
