import { ServiceError, UnreachableError, UsageError } from '../../model/errors.ts';
import { VOICE_RESULT_MAX_BYTES } from '../../model/incoming-limits.ts';
import { BodyTooLargeError, chunksOf } from '../transport/body.ts';
import { SLOWEST_BYTES_PER_MS } from '../transport/deadline.ts';
import { breakOf, mayPass } from '../transport/no-answer.ts';
import type { ClientPorts, HttpRequest, HttpResponse } from '../transport/ports.ts';
import { asksTooMuch, mayRepeatAfter, parseRetryAfter, type RetryPolicy, retryDelayMs } from '../transport/retry.ts';
import { type StallWatch, startStallWatch } from '../transport/stall-watch.ts';
import { type AssetAddress, openAddress } from './asset-address.ts';
import { finalError, hostOf, leave, lostCause, readRefusal, smallBody, type TransferTry } from './asset-answer.ts';
import { type UploadSource, uploadFeed } from './upload-feed.ts';

export interface TransferOptions {
  /**
   * Called with the transferred bytes and the total. An upload that is repeated starts at 0 again. `totalBytes` is
   * absent if the total is unknown.
   */
  readonly onProgress?: (bytes: number, totalBytes?: number) => void;
  /** Ends the transfer at once; it rejects with the reason. */
  readonly signal?: AbortSignal;
}

/** The outcome of a download that received at least one byte, or whose result is empty. */
export type DownloadOutcome =
  | { readonly kind: 'complete'; readonly bytes: number }
  /**
   * The connection broke. Only the first bytes were written. The service may already count the result as downloaded;
   * the caller decides whether another attempt with the same signature makes sense.
   */
  | { readonly kind: 'cut'; readonly bytes: number; readonly error: UnreachableError };

/**
 * Transfers the bytes of a job in both directions, without holding all of them in memory. Does not use the key. Both
 * functions reject with `ServiceError` for a refusal, `UnreachableError` without an answer, `UsageError` for an address
 * that must not be called, and with the caller's own errors unchanged.
 */
export interface AssetTransfer {
  /**
   * PUT. Repeated from the start after lost connections, 429 and server errors. An attempt whose answer was lost may
   * have succeeded: if its repetition is refused, the error is an `UnreachableError`, and the state of the job shows
   * what happened.
   */
  upload(to: AssetAddress, source: UploadSource, options?: TransferOptions): Promise<void>;
  /**
   * GET. Repeated only until the first byte arrives. `write` gets every chunk once, in order; the next chunk follows
   * when `write` has finished.
   */
  download(
    from: AssetAddress,
    write: (chunk: Uint8Array) => void | Promise<void>,
    options?: TransferOptions,
  ): Promise<DownloadOutcome>;
}

export interface AssetSettings {
  readonly baseUrl: string;
  /** The scheme in the `Authorization` header of a signed request; `signatureScheme` returns the usual one. */
  readonly signatureScheme: string;
  /** Milliseconds for an answer to begin, and for each chunk. */
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  readonly userAgent: string;
  /** Maximum bytes of one download. Default `VOICE_RESULT_MAX_BYTES`. */
  readonly maxResultBytes?: number;
}

/**
 * Maximum bytes that may still be in network buffers when the last chunk is handed over. On the slowest line, 100 kB/s,
 * they take 40 s.
 */
const BUFFERED_MAX_BYTES = 4_000_000;

/** `Content-Length`, where it counts what is read: an encoded body has another length than its content. */
function announcedBytes({ headers }: HttpResponse): number | undefined {
  const text = headers.get('content-length') ?? '';
  const encoding = headers.get('content-encoding') ?? 'identity';
  return /^\d+$/.test(text) && encoding.toLowerCase() === 'identity' ? Number(text) : undefined;
}

/** One attempt with its own clock. An error of the caller's own is thrown; every other end is a value. */
async function attempt<Value>(
  watch: StallWatch,
  run: () => Promise<TransferTry<Value>>,
  mayHaveArrived: () => boolean,
): Promise<TransferTry<Value>> {
  const throwOwn = (): void => {
    const end = watch.ended();
    if (end?.kind === 'quit') throw end.error;
  };
  try {
    throwOwn();
    const tried = await run();
    throwOwn();
    return tried;
  } catch (error) {
    throwOwn();
    // Trying again does not change what the user has set.
    if (error instanceof UsageError) throw error;
    const end = watch.ended();
    const cause = end?.kind === 'stalled' ? end.error : lostCause(error);
    return { kind: 'lost', cause, mayHaveArrived: mayHaveArrived() };
  } finally {
    watch.close();
  }
}

/**
 * The transfers of one target. It is longer than 60 lines because its three steps (repeat, upload, download)
 * share the ports and settings, and each attempt counts its bytes in variables of its own.
 */
export function makeAssetTransfer(ports: ClientPorts, settings: AssetSettings): AssetTransfer {
  const { timeoutMs, userAgent, maxResultBytes: maxBytes = VOICE_RESULT_MAX_BYTES } = settings;

  async function repeated<Value>(
    method: 'PUT' | 'GET',
    address: AssetAddress,
    signal: AbortSignal | undefined,
    tryOnce: () => Promise<TransferTry<Value>>,
  ): Promise<Value> {
    let mayHaveArrived = false;
    const { retry } = settings;
    const startMs = ports.now().getTime();
    for (let count = 1; ; count += 1) {
      const sentMs = ports.now().getTime();
      const tried = await tryOnce();
      ports.onCall?.({
        // The address of an asset is a secret.
        ...{ method, path: '<asset>', attempt: count, milliseconds: ports.now().getTime() - sentMs },
        ...(tried.kind === 'refused' && { status: tried.status, bytes: tried.body.byteLength }),
        ...(tried.kind === 'done' && { status: tried.status, bytes: tried.bytes }),
      });
      if (tried.kind === 'done') return tried.value;
      const elapsedMs = ports.now().getTime() - startMs;
      const retryAfterMs = tried.kind === 'refused' ? parseRetryAfter(tried.retryAfter, ports.now()) : undefined;
      const input = { attempt: count, random: ports.random(), elapsedMs, retryAfterMs };
      const passes = tried.kind === 'lost' ? mayPass(tried.cause) : mayRepeatAfter(method, tried.status);
      const delayMs = passes ? retryDelayMs(input, retry) : undefined;
      if (delayMs === undefined) {
        const wait = { askedMs: retryAfterMs ?? 0, allowedMs: retry.maxRetryAfterMs };
        throw finalError(method, address, tried, {
          tried: { attempts: count, milliseconds: elapsedMs },
          mayHaveArrived,
          ...(passes && asksTooMuch(retryAfterMs, retry) && { wait }),
        });
      }
      ports.onCallEvent?.({
        kind: 'retry',
        host: hostOf(address),
        reason:
          tried.kind === 'lost'
            ? { kind: 'no-answer', what: breakOf(tried.cause) }
            : { kind: 'status', status: tried.status },
        waitMs: delayMs,
        retry: count,
        retries: retry.attempts - 1,
      });
      mayHaveArrived ||= tried.kind === 'lost' ? tried.mayHaveArrived : tried.status >= 500 && tried.status !== 529;
      await ports.sleep(delayMs, signal).catch((error: unknown) => {
        // The next attempt begins with the reason of the signal, and throws it.
        if (signal?.aborted !== true) throw error;
      });
    }
  }

  async function upload(to: AssetAddress, source: UploadSource, options: TransferOptions = {}): Promise<void> {
    const { lengthBytes } = source;
    if (!Number.isSafeInteger(lengthBytes) || lengthBytes < 0)
      throw new UsageError(`${lengthBytes} cannot be the length of what is uploaded`);
    const { url, headers } = openAddress(to, settings);
    const answerMs = timeoutMs + Math.min(lengthBytes, BUFFERED_MAX_BYTES) / SLOWEST_BYTES_PER_MS;

    await repeated('PUT', to, options.signal, async () => {
      const watch = startStallWatch(ports.after, options.signal);
      const onProgress = (bytes: number): void => options.onProgress?.(bytes, lengthBytes);
      const feed = uploadFeed(source, watch, { chunkMs: timeoutMs, answerMs, onProgress });
      const request: HttpRequest = {
        method: 'PUT',
        headers: {
          ...headers,
          'user-agent': userAgent,
          'content-type': 'application/octet-stream',
          'content-length': String(lengthBytes),
        },
        stream: feed.stream,
        signal: watch.signal,
      };
      const run = async (): Promise<TransferTry<undefined>> => {
        watch.allow(timeoutMs);
        const head = await watch.or(ports.fetch(url, request));
        watch.allow(timeoutMs);
        if (head.status < 200 || head.status > 299) return readRefusal(head, watch);
        const { byteLength: bytes } = await smallBody(head, watch);
        // An early 2xx, before the whole source was sent, does not count.
        if (feed.isWhole()) return { kind: 'done', value: undefined, status: head.status, bytes };
        return { kind: 'lost', cause: new Error('it was answered before all was sent'), mayHaveArrived: true };
      };
      try {
        return await attempt(watch, run, feed.isWhole);
      } finally {
        feed.close();
      }
    });
  }

  async function download(
    from: AssetAddress,
    write: (chunk: Uint8Array) => void | Promise<void>,
    options: TransferOptions = {},
  ): Promise<DownloadOutcome> {
    const { url, headers } = openAddress(from, settings);
    // An encoded answer could not be counted.
    const sent = { ...headers, 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity' };

    return repeated('GET', from, options.signal, async () => {
      const watch = startStallWatch(ports.after, options.signal);
      let bytes = 0;
      const run = async (): Promise<TransferTry<DownloadOutcome>> => {
        watch.allow(timeoutMs);
        const head = await watch.or(ports.fetch(url, { method: 'GET', headers: sent, signal: watch.signal }));
        watch.allow(timeoutMs);
        if (head.status !== 200) return readRefusal(head, watch);
        const totalBytes = announcedBytes(head);
        const chunks = chunksOf(head)[Symbol.asyncIterator]();
        try {
          for (;;) {
            const next = await watch.or(chunks.next());
            watch.pause();
            if (next.done === true) break;
            // Count first: once a byte has arrived, the call is not repeated, even if `write` fails.
            bytes += next.value.byteLength;
            if (bytes > maxBytes) {
              const { message } = new BodyTooLargeError(maxBytes);
              const error = new ServiceError({ request: `GET ${from.what}`, status: head.status, message });
              watch.quit(error);
              throw error;
            }
            try {
              await write(next.value);
              options.onProgress?.(bytes, totalBytes);
            } catch (error) {
              watch.quit(error);
              throw error;
            }
            watch.allow(timeoutMs);
          }
        } finally {
          leave(chunks);
        }
        if (totalBytes === undefined || totalBytes === bytes)
          return { kind: 'done', value: { kind: 'complete', bytes }, status: head.status, bytes };
        const cause = new Error(`${bytes} of ${totalBytes} bytes arrived`);
        return { kind: 'lost', cause, mayHaveArrived: false };
      };
      const tried = await attempt(watch, run, () => false);
      if (tried.kind !== 'lost' || bytes === 0) return tried;
      const error = new UnreachableError(`GET ${from.what}`, tried.cause);
      return { kind: 'done', value: { kind: 'cut', bytes, error }, status: 200, bytes };
    });
  }

  return { upload, download };
}
