import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import type { BodyConsumer, HttpRequest, HttpResponse } from '../../client/transport/ports.ts';
import { BodyTooLargeError } from '../../client/transport/read-body.ts';
import { ENTRIES_ANSWER_MAX_BYTES } from '../../model/incoming-limits.ts';

/** The variables that name a proxy, in either case. Hosts of `NO_PROXY` are called directly. */
const VARIABLES = ['https_proxy', 'http_proxy', 'all_proxy'];

/** True when the environment names a proxy. The proxy modules are loaded only then. */
const namesProxy = (env: NodeJS.ProcessEnv): boolean =>
  VARIABLES.some((name) => (env[name] ?? env[name.toUpperCase()] ?? '') !== '');

/** Sockets to one host at once: the most that `concurrency` can ask for. */
const MAX_SOCKETS = 32;

type Fetch = (url: string, request: HttpRequest) => Promise<HttpResponse>;

/** An address of this machine: to compress a body takes longer there than to send it. */
const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/]|$)/i;

/**
 * Bytes that come out of the inflater at once: of 16 KiB, which is usual, it hands over so many that it takes twice as
 * long.
 */
const INFLATED_CHUNK_BYTES = 256 * 1024;

/**
 * Room for a body before its length is known, or when it is taken as it comes in; and the most that is believed of what
 * an answer says of its length. A small answer gets no more than it says: a thousand of them would have the garbage
 * collected for nothing.
 */
const ROOM_BYTES = 256 * 1024;
const ROOM_MAX_BYTES = 16 * 1024 * 1024;

type Finished = (stream: Readable) => Promise<void>;

interface Taking {
  readonly take?: BodyConsumer;
  readonly maxBytes: number;
  /** Takes the room back when the body has come in; absent: the body may stay in it. */
  readonly back?: () => void;
}

/** Rooms of `ROOM_BYTES` that wait to be used again: at most this many. */
const SPARE_ROOMS_MAX = 8;

/** As much room as a whole body takes, up to `most`. */
function roomFor(headers: HttpResponse['headers'], most: number): number {
  const said = Number(headers.get('content-length') ?? ROOM_BYTES);
  return Math.min(said >= 0 ? said : ROOM_BYTES, most);
}

/**
 * The body without what was taken of it, each chunk written to its place as it comes in. node-fetch keeps all of them
 * and copies them twice at the end; and to iterate over them takes a quarter longer than to be told of each. A body of
 * more than `maxBytes`, taken ones included, is given up as soon as it shows, with its connection: a few kilobytes may
 * unpack to gigabytes.
 */
async function bodyLeft(
  body: Readable | null,
  room: Uint8Array<ArrayBuffer>,
  finished: Finished,
  { take, maxBytes, back }: Taking,
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
      const taken = take?.(left.subarray(0, bytes)) ?? 0;
      if (taken === 0) return;
      left.copyWithin(0, taken, bytes);
      bytes -= taken;
    } catch (error) {
      // Thrown out of here, it would end the process.
      body.destroy(error as Error);
    }
  });
  if (body !== null) await finished(body);
  const isOwn = bytes === left.byteLength && (back === undefined || left !== room);
  const found = isOwn ? left.buffer : left.buffer.slice(0, bytes);
  back?.();
  return found;
}

/** Makes the two ways to read the body of an answer, which share their rooms. */
function bodyReaders(finished: Finished) {
  const spare: Uint8Array<ArrayBuffer>[] = [];
  return (
    bytes: Readable | null,
    headers: HttpResponse['headers'],
  ): Pick<HttpResponse, 'arrayBuffer' | 'readBody'> => ({
    arrayBuffer: () =>
      bodyLeft(bytes, new Uint8Array(roomFor(headers, ROOM_MAX_BYTES)), finished, {
        maxBytes: ENTRIES_ANSWER_MAX_BYTES,
      }),
    readBody: (take, maxBytes) => {
      const size = roomFor(headers, ROOM_BYTES);
      if (size < ROOM_BYTES / 4) return bodyLeft(bytes, new Uint8Array(size), finished, { take, maxBytes });
      const room = spare.pop() ?? new Uint8Array(ROOM_BYTES);
      const back = (): void => void (spare.length < SPARE_ROOMS_MAX && spare.push(room));
      return bodyLeft(bytes, room, finished, { take, maxBytes, back });
    },
  });
}

/**
 * node-fetch with keep-alive connections. Everything is loaded here, and not before: most of the start-up time would go
 * into it.
 */
async function loadFetch(env: NodeJS.ProcessEnv): Promise<Fetch> {
  const [{ default: fetch }, http, { pipeline, Readable: Readables }, { finished }, { createGunzip }] =
    await Promise.all([
      import('node-fetch'),
      import('node:http'),
      import('node:stream'),
      import('node:stream/promises'),
      import('node:zlib'),
    ]);
  /** A body behind its encoding. An error of the body, and of what it holds, is thrown where it is read. */
  const inflated = (body: Readable): Readable =>
    pipeline(body, createGunzip({ chunkSize: INFLATED_CHUNK_BYTES }), () => undefined);
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const proxied = namesProxy(env) ? (await import('./proxy-agents.ts')).proxyAgents(options) : () => undefined;
  const plain = new http.Agent(options);
  const readers = bodyReaders(finished);
  let secure: Promise<HttpsAgent> | undefined;
  /** TLS takes 10 ms to load, which an address of this machine mostly does without. */
  const agentFor = (url: string): Promise<HttpAgent> | HttpAgent => {
    if (/^http:/i.test(url)) return plain;
    secure ??= import('node:https').then(({ Agent }) => new Agent(options));
    return secure;
  };
  /** The body as node-fetch takes it. */
  const bodyOf = (request: HttpRequest): Readable | Buffer | null => {
    // Counted in bytes and not in chunks, so that no more is taken from the source than is about to be sent.
    if (request.stream !== undefined) return Readables.from(request.stream, { objectMode: false });
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
      // A redirect is not followed: the key must not go to an address that nobody configured.
      redirect: 'manual',
      agent: (to) => proxied(to) ?? direct,
      signal: signal ?? null,
    });
    const sent = answer.body as Readable | null;
    // Nothing at all is no gzip, whatever its head says.
    const isEmpty = sent === null || answer.status === 204 || answer.headers.get('content-length') === '0';
    const isGzip = !isEmpty && /^(?:x-)?gzip$/i.test(answer.headers.get('content-encoding') ?? '');
    const bytes = isGzip ? inflated(sent) : sent;
    return {
      status: answer.status,
      headers: answer.headers,
      body: bytes,
      ...readers(bytes, answer.headers),
    };
  };
}

/** The real network. `load`: begins to load what the first call needs, and would load itself. */
export type NodeFetch = Fetch & { readonly load: () => void };

/**
 * The real network. node-fetch is loaded by the first call, or ahead of it. Rejects with its `FetchError`, which has
 * the system's `code`, when no answer came. `env`: the variables of the process, of which `HTTPS_PROXY`, `HTTP_PROXY`,
 * `ALL_PROXY` and `NO_PROXY` in either case say through which proxy a call goes; absent: through none.
 */
export function nodeFetchPort(env: NodeJS.ProcessEnv = {}): NodeFetch {
  let loaded: Promise<Fetch> | undefined;
  const load = (): Promise<Fetch> => {
    loaded ??= loadFetch(env);
    return loaded;
  };
  return Object.assign(async (url: string, request: HttpRequest) => (await load())(url, request), {
    // What goes wrong is for the first call to say.
    load: () => void load().catch(() => undefined),
  });
}
