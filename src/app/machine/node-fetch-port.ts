import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { BodyTooLargeError } from '../../client/transport/body.ts';
import type { BodyConsumer, HttpRequest, HttpResponse } from '../../client/transport/ports.ts';
import { ENTRIES_ANSWER_MAX_BYTES } from '../../model/incoming-limits.ts';

/** The variables that name a proxy, in either case. Hosts of `NO_PROXY` are called directly. */
const VARIABLES = ['https_proxy', 'http_proxy', 'all_proxy'];

/** True when the environment names a proxy. The proxy modules are loaded only then. */
const namesProxy = (env: NodeJS.ProcessEnv): boolean =>
  VARIABLES.some((name) => (env[name] ?? env[name.toUpperCase()] ?? '') !== '');

/** Maximum number of sockets to one host: the maximum of `concurrency`. */
const MAX_SOCKETS = 32;

type Fetch = (url: string, request: HttpRequest) => Promise<HttpResponse>;

/** An address of this machine. There, compressing a body takes longer than sending it. */
const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/]|$)/i;

/**
 * Size of the chunks that the inflater returns. With the usual 16 KiB, the large number of chunks doubles the time of
 * reading.
 */
const INFLATED_CHUNK_BYTES = 256 * 1024;

/**
 * Size of the buffer for a body of unknown length or one that is consumed in parts; and the maximum size that
 * `content-length` can set. A small body gets a small buffer: large buffers for a thousand small answers would cause
 * garbage collection.
 */
const ROOM_BYTES = 256 * 1024;
const ROOM_MAX_BYTES = 16 * 1024 * 1024;

/** A buffer for a body, of at most `most` bytes. */
function roomFor(headers: HttpResponse['headers'], most: number): Uint8Array<ArrayBuffer> {
  const announced = Number(headers.get('content-length') ?? ROOM_BYTES);
  return new Uint8Array(Math.min(announced >= 0 ? announced : ROOM_BYTES, most));
}

/**
 * Reads a body, minus the parts that `take` consumed. Each chunk is copied to its place when it arrives: node-fetch
 * would keep all chunks and copy them twice at the end. Events are used because iteration takes a quarter longer. If
 * the body exceeds `maxBytes`, including consumed parts, the connection is closed immediately: a few kilobytes can
 * unpack to gigabytes.
 */
async function bodyLeft(
  body: Readable | null,
  room: Uint8Array<ArrayBuffer>,
  maxBytes: number,
  take: BodyConsumer = () => 0,
): Promise<ArrayBuffer> {
  let left = room;
  let bytes = 0;
  let came = 0;
  body?.on('data', (chunk: Uint8Array) => {
    came += chunk.byteLength;
    if (came > maxBytes) return void body.destroy(new BodyTooLargeError(maxBytes));
    const end = bytes + chunk.byteLength;
    if (end > left.byteLength) {
      const more = new Uint8Array(Math.max(end, left.byteLength * 2));
      more.set(left);
      left = more;
    }
    left.set(chunk, bytes);
    bytes = end;
    try {
      const taken = take(left.subarray(0, bytes));
      if (taken === 0) return;
      left.copyWithin(0, taken, bytes);
      bytes -= taken;
    } catch (error) {
      // An error thrown from this event handler would end the process.
      body.destroy(error as Error);
    }
  });
  if (body !== null) await finished(body);
  return bytes === left.byteLength ? left.buffer : left.buffer.slice(0, bytes);
}

/**
 * node-fetch with keep-alive connections. All modules are loaded here, because loading them takes most of the start-up
 * time.
 */
async function loadFetch(env: NodeJS.ProcessEnv): Promise<Fetch> {
  const [{ default: fetch }, http, { createGunzip }] = await Promise.all([
    import('node-fetch'),
    import('node:http'),
    import('node:zlib'),
  ]);
  /** The decompressed body. Errors of the body and of its encoding are thrown where it is read. */
  const inflated = (body: Readable): Readable =>
    pipeline(body, createGunzip({ chunkSize: INFLATED_CHUNK_BYTES }), () => undefined);
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const proxied = namesProxy(env) ? (await import('./proxy-agents.ts')).proxyAgents(options) : () => undefined;
  const plain = new http.Agent(options);
  let secure: Promise<HttpsAgent> | undefined;
  /** Loading TLS takes 10 ms, and an address of this machine usually does not need it. */
  const agentFor = (url: string): Promise<HttpAgent> | HttpAgent => {
    if (/^http:/i.test(url)) return plain;
    secure ??= import('node:https').then(({ Agent }) => new Agent(options));
    return secure;
  };
  /** The body in the form that node-fetch accepts. */
  const bodyOf = (request: HttpRequest): Readable | Buffer | null => {
    // Not in object mode: the stream counts bytes, not chunks, so that it reads only as much from the source as will be
    // sent soon.
    if (request.stream !== undefined) return Readable.from(request.stream, { objectMode: false });
    const { body } = request;
    return body === undefined ? null : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  };
  return async (url, request) => {
    const { method, headers, signal } = request;
    const body = bodyOf(request);
    const direct = await agentFor(url);
    const answer = await fetch(url, {
      method,
      headers: { 'accept-encoding': LOOPBACK.test(url) ? 'identity' : 'gzip', ...headers },
      compress: false,
      body,
      // Redirects are not followed: the key must not be sent to an address that the user did not configure.
      redirect: 'manual',
      agent: (to) => proxied(to) ?? direct,
      signal: signal ?? null,
    });
    const sent = answer.body as Readable | null;
    // An empty body is not gzip, regardless of its header.
    const isEmpty = sent === null || answer.status === 204 || answer.headers.get('content-length') === '0';
    const isGzip = !isEmpty && /^(?:x-)?gzip$/i.test(answer.headers.get('content-encoding') ?? '');
    const bytes = isGzip ? inflated(sent) : sent;
    return {
      status: answer.status,
      headers: answer.headers,
      body: bytes,
      arrayBuffer: () => bodyLeft(bytes, roomFor(answer.headers, ROOM_MAX_BYTES), ENTRIES_ANSWER_MAX_BYTES),
      readBody: (take, maxBytes) => bodyLeft(bytes, roomFor(answer.headers, ROOM_BYTES), maxBytes, take),
    };
  };
}

/**
 * The real network. node-fetch is loaded by the first call. Rejects with its `FetchError`, which has the
 * system's `code`, if no answer arrives. `env`: the variables of the process. `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`
 * and `NO_PROXY`, in upper or lower case, select the proxy of a call; absent: no proxy.
 */
export function nodeFetchPort(env: NodeJS.ProcessEnv = {}): Fetch {
  let loaded: Promise<Fetch> | undefined;
  return async (url, request) => {
    loaded ??= loadFetch(env);
    return (await loaded)(url, request);
  };
}
