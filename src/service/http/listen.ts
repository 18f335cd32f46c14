import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Service } from '../create-service.ts';
import { type Answer, bodyBytes, ConnectionReset, isPieces, type Pieces, type ServiceRequest } from './answer.ts';
import { BODY_MAX_BYTES } from './body.ts';

/** Where a service listens. */
export interface ListenOptions {
  /** Default 127.0.0.1: loopback only. */
  readonly host?: string | undefined;
  /** Default 0: a free one. */
  readonly port?: number | undefined;
}

/** A service that listens, until it is closed. */
export interface Listening {
  /** `http://127.0.0.1:49152`, without a slash at the end. */
  readonly url: string;
  /**
   * Takes no new connections, finishes the calls in flight, and then resolves; also when it is closed already. An
   * upload that stalls holds it up for as long as it likes.
   */
  close(): Promise<void>;
  /** Cuts every connection that is still open, and gives how many there were; then `close` resolves too. */
  cut(): Promise<number>;
}

/** Smaller answers are sent as they are. */
const GZIP_MIN_BYTES = 16 * 1024;

/** Characters of a body that Node sends along with the headers, in one packet. */
const SMALL = 4 * 1024;

const compress = promisify(gzip);

/**
 * The address that a request line asks for. Only its path counts: a host in it, which a proxy would look at, means
 * nothing here.
 */
function requestUrl(target: string, base: string): string {
  if (target.startsWith('/')) return `${base}${target}`;
  return URL.canParse(target) ? `${base}${new URL(target).pathname}${new URL(target).search}` : `${base}/`;
}

/** Official clients send a body with a GET; whether it is looked at is for the route to say. */
const mayHaveBody = (method: string, headers: IncomingMessage['headers']): boolean =>
  method === 'GET' ? Number(headers['content-length'] ?? 0) > 0 : method !== 'HEAD';

/** The body while it arrives. If the caller disconnects, the connection breaks; this is not an error of the service. */
async function* bodyOf(incoming: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* incoming.iterator({ destroyOnReturn: false });
  } catch {
    throw new ConnectionReset();
  }
}

/**
 * The request with its body as a stream. Nothing is read before a handler reads it, and an upload is never held as a
 * whole.
 */
function toRequest(incoming: IncomingMessage, base: string): ServiceRequest {
  const { headers, method = 'GET' } = incoming;
  return {
    method,
    url: requestUrl(incoming.url ?? '/', base),
    headers: {
      get: (name) => {
        const value = headers[name];
        return Array.isArray(value) ? value.join(', ') : (value ?? null);
      },
    },
    // `drain` reads what the handler leaves unread.
    body: mayHaveBody(method, headers) ? bodyOf(incoming) : null,
  };
}

/** Maximum bytes of an unread body that are received anyway, so that the caller can read the answer. */
const DRAIN_MAX_BYTES = BODY_MAX_BYTES;

/** Lets the rest of a body come in and passes it over; ends when it is too much to wait for, too. */
async function drain(incoming: IncomingMessage): Promise<void> {
  if (Number(incoming.headers['content-length'] ?? 0) > DRAIN_MAX_BYTES) return;
  await new Promise<void>((resolve) => {
    let bytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > DRAIN_MAX_BYTES) resolve();
    });
    for (const event of ['end', 'close', 'error']) incoming.once(event, () => resolve());
    incoming.resume();
  });
}

/** The body to send. A body that fits into one packet stays text and is sent together with the headers. */
function outgoingBody(found: Answer): string | Buffer {
  const { body } = found;
  if (typeof body === 'string') return body.length < SMALL ? body : Buffer.from(body);
  return Buffer.from(bodyBytes(found).buffer);
}

/** Each piece is made when the one before is on its way: so it is being read while the next one is made. */
async function sendPieces(pieces: Pieces, outgoing: ServerResponse): Promise<void> {
  for (const piece of pieces) {
    if (outgoing.destroyed) return;
    await new Promise<void>((sent) => outgoing.write(Buffer.from(piece), () => sent()));
  }
  outgoing.end();
}

async function send(found: Answer, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { status, headers, cutAfter } = found;
  if (cutAfter !== undefined) {
    // A truncated answer: send its first bytes, then break the connection.
    outgoing.writeHead(status, headers).write(bodyBytes(found).subarray(0, cutAfter), () => incoming.socket.destroy());
    return;
  }
  // The unread rest of a request must not become the next request.
  const closing = incoming.complete ? {} : { connection: 'close' };
  const takesGzip = /\bgzip\b/.test(String(incoming.headers['accept-encoding'] ?? ''));
  if (isPieces(found.body) && !takesGzip) {
    outgoing.writeHead(status, { ...headers, ...closing });
    await sendPieces(found.body, outgoing);
    return;
  }
  const body = outgoingBody(found);
  const zipped = takesGzip && body.length >= GZIP_MIN_BYTES;
  const sent = zipped ? await compress(body, { level: 1 }) : body;
  outgoing.writeHead(status, {
    ...headers,
    ...(zipped && { 'content-encoding': 'gzip' }),
    ...(status !== 204 && { 'content-length': String(Buffer.byteLength(sent)) }),
    ...closing,
  });
  outgoing.end(sent);
}

async function answer(
  service: Pick<Service, 'answer'>,
  base: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const found = await service.answer(toRequest(incoming, base));
    if (!incoming.complete) await drain(incoming);
    await send(found, incoming, outgoing);
  } catch (error) {
    // A `ConnectionReset` is a requested fault, or the caller disconnected. Any other error means a request that cannot
    // be parsed.
    if (error instanceof ConnectionReset || outgoing.headersSent || incoming.socket.destroyed)
      incoming.socket.destroy();
    else
      outgoing
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ message: 'Bad request', detail: 'The request cannot be read' }));
  }
}

/** Puts node:http in front of the service. Connections are kept alive. */
export async function listen(
  service: Pick<Service, 'answer'>,
  { host = '127.0.0.1', port = 0 }: ListenOptions = {},
): Promise<Listening> {
  let base = 'http://localhost';
  let closing = false;
  const server = createServer((incoming, outgoing) => {
    // A connection that is kept alive would hold up the end until it times out.
    outgoing.on('close', () => {
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
    void answer(service, base, incoming, outgoing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  // A connection that cannot be taken, since too many files are open, is the caller's to try again.
  server.on('error', () => undefined);
  const { address, port: chosen, family } = server.address() as AddressInfo;
  base = `http://${family === 'IPv6' ? `[${address}]` : address}:${chosen}`;
  return {
    url: base,
    close: () =>
      new Promise((resolve) => {
        closing = true;
        // Already closed, which is the wanted result.
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
    cut: () =>
      new Promise((resolve) => {
        server.getConnections((_, open) => {
          resolve(open);
          // The caller gets the number before the connections close.
          setImmediate(() => server.closeAllConnections());
        });
      }),
  };
}
