import type { AssetAddress } from '../../src/client/assets/asset-address.ts';
import { type AssetTransfer, makeAssetTransfer } from '../../src/client/assets/asset-transfer.ts';
import type { UploadSource } from '../../src/client/assets/upload-feed.ts';
import type { HttpRequest, HttpResponse } from '../../src/client/transport/ports.ts';
import { DEFAULT_RETRY } from '../../src/client/transport/retry.ts';
import type { EndedCall } from '../../src/model/call-event.ts';
import { secret } from '../../src/model/secret.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { answer } from '../support/scripted-client.ts';

export const SIGNATURE = 's1gn4tur3-of-the-upload';
export const SIGNED = 'https://store.example.net/b/4f1e0a5c9d?token=t0k3n%2Ft0k3n&expires=300';
export const BY_SIGNATURE = {
  kind: 'signature',
  what: 'upload of job j-1',
  url: 'https://store.example.net/b/4f1e0a5c9d?part=7',
  signature: secret(SIGNATURE),
} as const satisfies AssetAddress;
export const BY_URL = {
  kind: 'signed-url',
  what: 'upload of job j-1',
  url: secret(SIGNED),
} as const satisfies AssetAddress;

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
export const failure = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => undefined,
    (error: unknown) => error,
  );

/** How the network treats one call; it has not read the body yet. */
export type Treatment = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

export interface Scripted {
  readonly transfer: AssetTransfer;
  readonly clock: ManualClock;
  /** Address and headers of every call. */
  readonly sent: readonly { readonly url: string; readonly method: string; readonly headers: HttpRequest['headers'] }[];
  /** Reported attempts, without their times. */
  readonly calls: readonly Omit<EndedCall, 'milliseconds'>[];
  /** Every signal that was passed. */
  readonly signals: readonly (AbortSignal | undefined)[];
}

export function scripted(
  treatments: readonly Treatment[],
  baseUrl = 'https://api.example.com',
  clock: ManualClock = manualClock(),
  more: { readonly maxResultBytes?: number } = {},
): Scripted {
  const sent: Scripted['sent'][number][] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const calls: Omit<EndedCall, 'milliseconds'>[] = [];
  const { now, sleep, after } = clock;
  const transfer = makeAssetTransfer(
    {
      now,
      sleep,
      after,
      random: () => 0.5,
      onCall: ({ milliseconds: _, ...call }) => void calls.push(call),
      fetch: async (url, request) => {
        sent.push({ url, method: request.method, headers: request.headers });
        signals.push(request.signal);
        const treatment = treatments[sent.length - 1];
        if (treatment === undefined) throw new Error(`no answer for call ${sent.length}`);
        return treatment(request);
      },
    },
    {
      baseUrl,
      signatureScheme: 'Service-Signature',
      timeoutMs: 1000,
      retry: { ...DEFAULT_RETRY, attempts: 3 },
      userAgent: 'test',
      ...more,
    },
  );
  return { transfer, clock, sent, signals, calls };
}

/** Reads the whole body, as a server does. */
export async function bodyOf({ stream }: HttpRequest): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) text += new TextDecoder().decode(chunk);
  return text;
}

/** Reads the whole body, notes it, and answers so. */
export const takes =
  (bodies: string[], status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}): Treatment =>
  async (request) => {
    bodies.push(await bodyOf(request));
    return answer(status, body, headers);
  };

export const breaks =
  (code = 'ECONNRESET', words = 'reset'): Treatment =>
  () => {
    throw Object.assign(new Error(words), { code });
  };

/** A source that counts how often it was opened and closed. */
export function countedSource(...chunks: readonly string[]): UploadSource & { opened: number; closed: number } {
  const counted = {
    opened: 0,
    closed: 0,
    lengthBytes: utf8(chunks.join('')).byteLength,
    open: async function* () {
      counted.opened += 1;
      try {
        for (const chunk of chunks) yield utf8(chunk);
      } finally {
        counted.closed += 1;
      }
    },
  };
  return counted;
}

/** An answer whose body comes in these chunks, and breaks at an error. */
export const streamed =
  (chunks: readonly (string | Error)[], headers: Readonly<Record<string, string>> = {}): Treatment =>
  () => ({
    status: 200,
    headers: new Headers(headers),
    arrayBuffer: () => Promise.reject(new Error('it is read in chunks')),
    body: (async function* () {
      for (const chunk of chunks) {
        if (chunk instanceof Error) throw chunk;
        yield utf8(chunk);
      }
    })(),
  });

/** Writes into a text. */
export function sink(): { readonly write: (chunk: Uint8Array) => void; readonly text: () => string } {
  let text = '';
  return {
    write: (chunk) => {
      text += new TextDecoder().decode(chunk);
    },
    text: () => text,
  };
}
