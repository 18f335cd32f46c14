import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { BODY_MAX_BYTES } from './body.ts';
import type { Service } from './create-service.ts';
import { ConnectionReset } from './refusal.ts';

export interface ListenOptions {
  /** Default 127.0.0.1: loopback only. */
  readonly host?: string;
  /** Default 0: a free one. */
  readonly port?: number;
}

export interface Listening {
  /** `http://127.0.0.1:49152`, without a slash at the end. */
  readonly url: string;
  /** Takes no new connections, finishes the calls in flight, and then resolves. An upload that stalls holds it up for as long as it likes. */
  close(): Promise<void>;
  /** Cuts every connection that is still open, and gives how many there were; then `close` resolves too. */
  cut(): Promise<number>;
}

/** Smaller answers are sent as they are. */
const GZIP_MIN_BYTES = 16 * 1024;

const compress = promisify(gzip);

/** The address that a request line asks for. Only its path counts: a host in it, which a proxy would look at, means nothing here. */
function requestUrl(target: string, base: string): string {
  if (target.startsWith('/')) return `${base}${target}`;
  return URL.canParse(target) ? `${base}${new URL(target).pathname}${new URL(target).search}` : `${base}/`;
}

/** Methods that a `Request` cannot have are no endpoint's either: they get the answer that OPTIONS gets. */
const UNKNOWN_TO_REQUEST: ReadonlySet<string> = new Set(['TRACE', 'TRACK', 'CONNECT']);

/** The body as it comes in, at the pace at which it is read. What is left when nobody wants more stays with `incoming`, for `drain`. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value as Uint8Array);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The request with its body as it comes in: nothing is read of what nobody asks for, and an upload is never held as a whole. */
function toRequest(incoming: IncomingMessage, base: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && !name.startsWith(':'))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const given = incoming.method ?? 'GET';
  const method = UNKNOWN_TO_REQUEST.has(given) ? 'OPTIONS' : given;
  const body = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(incoming);
  return new Request(requestUrl(incoming.url ?? '/', base), {
    method,
    headers,
    ...(body !== undefined && { body, duplex: 'half' }),
  });
}

/** Most bytes of a body that nobody asked for which are taken in all the same, so that the caller gets to read the answer. */
const DRAIN_MAX_BYTES = BODY_MAX_BYTES;

/** Lets the rest of a body come in and passes it over; ends when it is too much to wait for, too. */
async function drain(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || Number(incoming.headers['content-length'] ?? 0) > DRAIN_MAX_BYTES) return;
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

async function send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(response.headers);
  const promised = headers['content-length'];
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of response.body ?? []) chunks.push(chunk);
  } catch (error) {
    // An answer that is to be cut short: what there is of it goes out first.
    outgoing.writeHead(response.status, headers).write(Buffer.concat(chunks), () => incoming.socket.destroy());
    if (!(error instanceof ConnectionReset)) throw error;
    return;
  }
  const body = Buffer.concat(chunks);
  const zipped =
    body.byteLength >= GZIP_MIN_BYTES &&
    promised === undefined &&
    /\bgzip\b/.test(String(incoming.headers['accept-encoding'] ?? ''));
  const sent = zipped ? await compress(body, { level: 1 }) : body;
  outgoing.writeHead(response.status, {
    ...headers,
    ...(zipped && { 'content-encoding': 'gzip' }),
    ...(response.status !== 204 && { 'content-length': String(sent.byteLength) }),
    // What is left of a request that was not read to its end is nobody's next request.
    ...(!incoming.complete && { connection: 'close' }),
  });
  outgoing.end(sent);
}

async function answer(
  service: Service,
  base: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const response = await service.handle(toRequest(incoming, base));
    await drain(incoming);
    await send(response, incoming, outgoing);
  } catch (error) {
    // A broken connection was asked for, or the caller went away; anything else is a request that cannot be taken apart.
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
  service: Service,
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
  const { address, port: chosen, family } = server.address() as AddressInfo;
  base = `http://${family === 'IPv6' ? `[${address}]` : address}:${chosen}`;
  return {
    url: base,
    close: () =>
      new Promise((resolve, reject) => {
        closing = true;
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeIdleConnections();
      }),
    cut: () =>
      new Promise((resolve) => {
        server.getConnections((_, open) => {
          resolve(open);
          // Whoever asks knows the number before the end is there.
          setImmediate(() => server.closeAllConnections());
        });
      }),
  };
}
