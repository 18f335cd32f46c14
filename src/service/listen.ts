import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
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
  /** Takes no new connections, finishes the calls in flight, and then resolves. */
  close(): Promise<void>;
}

/** Smaller answers are sent as they are. */
const GZIP_MIN_BYTES = 16 * 1024;

const compress = promisify(gzip);

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function toRequest(incoming: IncomingMessage, base: string): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && !name.startsWith(':'))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const method = incoming.method ?? 'GET';
  const body = await bodyOf(incoming);
  return new Request(new URL(incoming.url ?? '/', base), {
    method,
    headers,
    ...(body.byteLength > 0 && method !== 'GET' && method !== 'HEAD' && { body }),
  });
}

async function send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(response.headers);
  const promised = headers['content-length'];
  const body = response.status === 204 ? Buffer.alloc(0) : Buffer.from(await response.arrayBuffer());
  const zipped =
    body.byteLength >= GZIP_MIN_BYTES &&
    promised === undefined &&
    /\bgzip\b/.test(String(incoming.headers['accept-encoding'] ?? ''));
  const sent = zipped ? await compress(body, { level: 1 }) : body;
  outgoing.writeHead(response.status, {
    ...headers,
    ...(zipped && { 'content-encoding': 'gzip' }),
    ...(response.status !== 204 && { 'content-length': String(sent.byteLength) }),
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
    await send(await service.handle(await toRequest(incoming, base)), incoming, outgoing);
  } catch (error) {
    // A broken connection was asked for; anything else (a malformed request line, a caller that went away) can only be ended as well.
    if (!(error instanceof ConnectionReset) && !outgoing.headersSent && !incoming.destroyed)
      outgoing.writeHead(400).end();
    else incoming.socket.destroy();
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
  };
}
